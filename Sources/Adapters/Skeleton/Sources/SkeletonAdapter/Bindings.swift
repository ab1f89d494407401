import RxFuzzKit
import Skeleton

/// One binding for each catalogue row that the library has.
enum Bindings {
  static let table: [String: OperatorBinding] = [
    // Events come from the script: what `attach` is given passes them on, and `detach` reports the release.
    "feed": OperatorBinding { iteration, parameters, _ in
      let (feed, canary) = (iteration.feeds[parameters[0]], iteration.canary)
      return Stream(
        Flow { listener, life in
          canary.touch()
          let attachment = feed.attach(ListenerFeed(listener))
          life.atEnd {
            canary.touch()
            feed.detach(attachment)
          }
        })
    },
    "map": OperatorBinding { iteration, parameters, inputs in
      let (canary, delta) = (iteration.canary, parameters[0])
      return Stream(
        flow(inputs[0]).map {
          canary.touch()
          return Token.adding(delta, to: $0)
        })
    },
    "filter": OperatorBinding { iteration, parameters, inputs in
      let (canary, predicate) = (iteration.canary, parameters[0])
      return Stream(
        flow(inputs[0]).filter {
          canary.touch()
          return accepts(Token.payload($0), predicate: predicate)
        })
    },
    "merge": OperatorBinding { _, _, inputs in Stream(Flow.merge(inputs.map(flow))) },
  ]

  private static func flow(_ object: AnyObject) -> Flow {
    unsafeDowncast(object, to: Stream.self).flow
  }

  /// What the predicates of the catalogue mean: all, none, even, odd.
  private static func accepts(_ payload: Int, predicate: Int) -> Bool {
    switch predicate {
    case 0: true
    case 1: false
    case 2: payload.isMultiple(of: 2)
    default: !payload.isMultiple(of: 2)
    }
  }
}

/// A flow in a class, as streams cross the adapter's boundary.
final class Stream: Sendable {
  let flow: Flow
  init(_ flow: Flow) { self.flow = flow }
}

/// Passes the script's events on to one listener.
private final class ListenerFeed: FeedObserver {
  private let listener: Listener
  init(_ listener: Listener) { self.listener = listener }

  func next(_ token: Int) { listener.next(token) }
  func error(_ error: FuzzError) { listener.ended(error) }
  func completed() { listener.ended(nil) }
}
