@preconcurrency import OpenCombine
@preconcurrency import OpenCombineDispatch
import RxFuzzKit

/// One binding for each catalogue row that OpenCombine has; `list operators` names those that it has not.
///
/// It has no merge: `flatMap` over a sequence of publishers means the same. Its timers need a run loop, so `timer` and
/// `interval` are not bound. What bounds demand, such as `flatMap(maxPublishers:)`, drops what a feed sends without
/// demand, and means no row.
enum Bindings {
  static let table: [String: OperatorBinding] = [
    sources, operators, elements, ends, combining, hot, throwing, timed, ofVersions, awaited, own,
  ]
  .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } }

  private static let sources: [String: OperatorBinding] = [
    "feed": OperatorBinding { iteration, parameters, _ in
      PublisherBox(FeedPublisher(feed: iteration.feeds[parameters[0]]))
    },
    "subject": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let subject = PassthroughSubject<Int, FuzzError>()
        return (PublisherBox(subject), SubjectFeed(subject))
      }
    },
    "just": OperatorBinding { _, parameters, _ in
      PublisherBox(
        Just(Token.make(payload: parameters[0], emission: 0)).setFailureType(to: FuzzError.self))
    },
    "fromOptional": OperatorBinding { _, parameters, _ in
      let token = Token.make(payload: parameters[0], emission: 0)
      return PublisherBox(
        Optional<Int>.OCombine.Publisher(parameters[1] == 1 ? token : nil)
          .setFailureType(to: FuzzError.self))
    },
    "repeatElement": cold { Array(repeating: $0[0], count: $0[1]) },
    "of": cold { $0 },
    "from": cold { $0 },
    "range": cold { Array($0[0]..<$0[0] + $0[1]) },
    "empty": OperatorBinding { _, _, _ in PublisherBox(Empty(completeImmediately: true)) },
    "never": OperatorBinding { _, _, _ in PublisherBox(Empty(completeImmediately: false)) },
    "error": OperatorBinding { _, _, _ in PublisherBox(Fail(error: FuzzError(code: 0))) },
  ]

  private static let operators: [String: OperatorBinding] = [
    "deferred": unary { iteration, _, input in
      let canary = iteration.canary
      return PublisherBox(
        Deferred {
          canary.touch()
          return input
        })
    },
    "map": unary { iteration, parameters, input in
      let canary = iteration.canary
      let delta = parameters[0]
      return PublisherBox(
        input.map {
          canary.touch()
          return Token.adding(delta, to: $0)
        })
    },
    "scan": unary { iteration, parameters, input in
      let canary = iteration.canary
      return PublisherBox(
        input.scan(Token.make(payload: parameters[0], emission: 0)) {
          canary.touch()
          return Token.combining($0, $1)
        })
    },
    "filter": unary { iteration, parameters, input in
      let canary = iteration.canary
      let predicate = parameters[0]
      return PublisherBox(
        input.filter {
          canary.touch()
          return accepts(Token.payload($0), predicate: predicate)
        })
    },
    "skip": unary { _, parameters, input in PublisherBox(input.dropFirst(parameters[0])) },
    "take": unary { _, parameters, input in PublisherBox(input.prefix(parameters[0])) },
    "merge": OperatorBinding { iteration, _, inputs in
      let canary = iteration.canary
      let all = Publishers.Sequence<[AnyPublisher<Int, FuzzError>], FuzzError>(
        sequence: inputs.map(stream))
      return PublisherBox(
        all.flatMap { input in
          canary.touch()
          return input
        })
    },
    "do": unary { iteration, _, input in
      let canary = iteration.canary
      return PublisherBox(
        input.handleEvents(
          receiveOutput: { _ in canary.touch() }, receiveCompletion: { _ in canary.touch() },
          receiveCancel: { canary.touch() }))
    },
    "debug": unary { _, _, input in PublisherBox(input.print("", to: NowhereStream())) },
    "observeOn": unary { iteration, parameters, input in
      PublisherBox(input.receive(on: iteration.queue(parameters[0]).ocombine))
    },
    "subscribeOn": unary { iteration, parameters, input in
      PublisherBox(input.subscribe(on: iteration.queue(parameters[0]).ocombine))
    },
  ]

  /// A source of fixed payloads.
  private static func cold(_ payloads: @escaping @Sendable ([Int]) -> [Int]) -> OperatorBinding {
    OperatorBinding { _, parameters, _ in
      PublisherBox(
        Publishers.Sequence<[Int], FuzzError>(
          sequence: payloads(parameters).map { Token.make(payload: $0, emission: 0) }))
    }
  }

  /// An operator with one input.
  static func unary(
    _ build: @escaping @Sendable (Iteration, [Int], AnyPublisher<Int, FuzzError>) -> PublisherBox
  ) -> OperatorBinding {
    OperatorBinding { iteration, parameters, inputs in
      build(iteration, parameters, stream(inputs[0]))
    }
  }

  static func stream(_ object: AnyObject) -> AnyPublisher<Int, FuzzError> {
    unsafeDowncast(object, to: PublisherBox.self).publisher
  }

  static func accepts(_ payload: Int, predicate: Int) -> Bool {
    switch predicate {
    case 0: true
    case 1: false
    case 2: payload.isMultiple(of: 2)
    default: !payload.isMultiple(of: 2)
    }
  }
}

/// A publisher in a class, as streams cross the adapter's boundary.
final class PublisherBox: @unchecked Sendable {
  // Safety: it never changes; the publisher's own affairs are under test.
  let publisher: AnyPublisher<Int, FuzzError>

  init<Source: Publisher>(_ source: Source)
  where Source.Output == Int, Source.Failure == FuzzError {
    publisher = AnyPublisher(source)
  }
}

/// Where `debug` writes: the work of formatting is raced, the terminal is not.
struct NowhereStream: TextOutputStream {
  mutating func write(_ string: String) {}
}
