import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// One binding for each catalogue row that ReactiveSwift has; `list operators` names those that it has not.
///
/// Its `timer` and `delay` have no counterpart of the same meaning among the rows of sharing and of groups, and `collect(every:)`
/// is no `buffer`: it emits at fixed times. `Action` is no row.
enum Bindings {
  static let table: [String: OperatorBinding] = [
    sources, operators, elements, triggered, combining, inner, timed, ofVersions, own,
  ]
  .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } }

  private static let sources: [String: OperatorBinding] = [
    "feed": OperatorBinding { iteration, parameters, _ in
      let (feed, canary) = (iteration.feeds[parameters[0]], iteration.canary)
      return ProducerBox(
        Producer { observer, lifetime in
          canary.touch()
          let attachment = feed.attach(ObserverFeed(observer))
          lifetime.observeEnded {
            canary.touch()
            feed.detach(attachment)
          }
        })
    },
    "subject": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let (signal, observer) = Signal<Int, FuzzError>.pipe()
        return (ProducerBox(Producer(signal)), ObserverFeed(observer))
      }
    },
    "behaviorRelay": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let property = MutableProperty(Token.make(payload: parameters[1], emission: 0))
        return (ProducerBox(property.producer.promoteError(FuzzError.self)), PropertyFeed(property))
      }
    },
    "just": OperatorBinding { _, parameters, _ in ProducerBox(Producer(value: parameters[0])) },
    "of": OperatorBinding { _, parameters, _ in ProducerBox(Producer(parameters)) },
    "from": OperatorBinding { _, parameters, _ in ProducerBox(Producer(parameters)) },
    "range": OperatorBinding { _, parameters, _ in
      ProducerBox(Producer(parameters[0]..<parameters[0] + parameters[1]))
    },
    "repeatElement": OperatorBinding { _, parameters, _ in
      ProducerBox(Producer(value: parameters[0]).repeat(parameters[1]))
    },
    "empty": OperatorBinding { _, _, _ in ProducerBox(.empty) },
    "never": OperatorBinding { _, _, _ in ProducerBox(.never) },
    "error": OperatorBinding { _, _, _ in ProducerBox(Producer(error: FuzzError(code: 0))) },
    "deferred": unary { iteration, _, input in
      let canary = iteration.canary
      return Producer { observer, lifetime in
        canary.touch()
        lifetime += input.start(observer)
      }
    },
  ]

  private static let operators: [String: OperatorBinding] = [
    "map": unary { iteration, parameters, input in
      let (canary, delta) = (iteration.canary, parameters[0])
      return input.map {
        canary.touch()
        return Token.adding(delta, to: $0)
      }
    },
    "scan": unary { iteration, parameters, input in
      let canary = iteration.canary
      return input.scan(Token.make(payload: parameters[0], emission: 0)) {
        canary.touch()
        return Token.combining($0, $1)
      }
    },
    "scanInto": unary { iteration, parameters, input in
      let canary = iteration.canary
      return input.scan(into: Token.make(payload: parameters[0], emission: 0)) {
        canary.touch()
        $0 = Token.combining($0, $1)
      }
    },
    "reduce": unary { iteration, parameters, input in
      let canary = iteration.canary
      return input.reduce(Token.make(payload: parameters[0], emission: 0)) {
        canary.touch()
        return Token.combining($0, $1)
      }
    },
    "toArray": unary { _, _, input in
      input.collect().map {
        $0.reduce(Token.make(payload: 0, emission: 0)) { Token.combining($0, $1) }
      }
    },
    "do": unary { iteration, _, input in
      let canary = iteration.canary
      return input.on(
        starting: { canary.touch() }, started: { canary.touch() }, event: { _ in canary.touch() },
        failed: { _ in canary.touch() }, completed: { canary.touch() },
        interrupted: { canary.touch() }, terminated: { canary.touch() },
        disposed: { canary.touch() }, value: { _ in canary.touch() })
    },
    "debug": unary { iteration, _, input in
      let canary = iteration.canary
      return input.logEvents(identifier: "") { _, _, _, _, _ in canary.touch() }
    },
    "observeOn": unary { _, parameters, input in input.observe(on: schedulers[parameters[0]]) },
    "subscribeOn": unary { _, parameters, input in input.start(on: schedulers[parameters[0]]) },
    "mapThrows": unary { iteration, parameters, input in
      let (canary, predicate) = (iteration.canary, parameters[0])
      return input.attemptMap { (token: Int) -> Result<Int, FuzzError> in
        canary.touch()
        return accepts(Token.payload(token), predicate: predicate)
          ? .failure(FuzzError(code: 0)) : .success(token)
      }
    },
    "doThrows": unary { iteration, parameters, input in
      let (canary, predicate) = (iteration.canary, parameters[0])
      return input.attempt { (token: Int) -> Result<(), FuzzError> in
        canary.touch()
        return accepts(Token.payload(token), predicate: predicate)
          ? .failure(FuzzError(code: 0)) : .success(())
      }
    },
  ]

  /// One scheduler for each queue that scenarios name, as an application has them: made once, used by all.
  static let schedulers = Iteration.queues.map {
    QueueScheduler(qos: .default, name: "rxfuzz.scheduler", targeting: $0)
  }

  /// An operator with one input.
  static func unary(
    _ build: @escaping @Sendable (Iteration, [Int], Producer) -> Producer
  ) -> OperatorBinding {
    OperatorBinding { iteration, parameters, inputs in
      ProducerBox(build(iteration, parameters, producer(inputs[0])))
    }
  }

  static func producer(_ object: AnyObject) -> Producer {
    unsafeDowncast(object, to: ProducerBox.self).producer
  }

  static func accepts(_ payload: Int, predicate: Int) -> Bool {
    switch predicate {
    case 0: true
    case 1: false
    case 2: payload & 1 == 0
    default: payload & 1 == 1
    }
  }

  static func test(_ predicate: Int, _ iteration: Iteration) -> @Sendable (Int) -> Bool {
    let canary = iteration.canary
    return {
      canary.touch()
      return accepts(Token.payload($0), predicate: predicate)
    }
  }
}
