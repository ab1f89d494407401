import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

extension Bindings {
  /// Rows that the core of this repository lacks.
  static let own: [String: OperatorBinding] = [
    "collectCount": unary { _, parameters, input in
      input.collect(count: parameters[0]).map {
        $0.reduce(Token.make(payload: 0, emission: 0)) { Token.combining($0, $1) }
      }
    },
    "retryLater": unary { _, parameters, input in
      input.retry(
        upTo: parameters[0], interval: TimeInterval(parameters[1]) / 1000,
        on: schedulers[parameters[2]])
    },
    "lazyMap": unary { iteration, parameters, input in
      let (canary, delta) = (iteration.canary, parameters[0])
      return input.lazyMap(on: schedulers[parameters[1]]) {
        canary.touch()
        return Token.adding(delta, to: $0)
      }
    },
    "signalOp": forms("signalOp", signalForms),
  ].compactMapValues { $0 }

  /// One form of a row: from the iteration and the input.
  private typealias FormBuild = @Sendable (Iteration, Producer) -> Producer

  /// A row with forms; nil where one of them is missing.
  private static func forms(_ row: String, _ builds: [String: FormBuild]) -> OperatorBinding? {
    let names = Catalogue.row(named: row)?.forms ?? []
    let inOrder = names.compactMap { builds[$0] }
    guard inOrder.count == names.count else { return nil }
    return OperatorBinding { iteration, parameters, inputs in
      ProducerBox(inOrder[parameters[0]](iteration, producer(inputs[0])))
    }
  }

  private static let signalForms: [String: FormBuild] = [
    "lift": { iteration, input in
      let canary = iteration.canary
      return input.lift { signal in
        canary.touch()
        return signal.map {
          canary.touch()
          return $0
        }
      }
    },
    "startWithSignal": { iteration, input in
      let canary = iteration.canary
      return Producer { observer, lifetime in
        input.startWithSignal { signal, interrupter in
          canary.touch()
          lifetime += interrupter
          lifetime += signal.observe(observer)
        }
      }
    },
    "action": { iteration, input in
      let canary = iteration.canary
      return Producer { observer, lifetime in
        let action = Action<Void, Int, FuzzError> {
          canary.touch()
          return input
        }
        lifetime += action.apply().mapError { error -> FuzzError in
          if case .producerFailed(let inner) = error { return inner }
          return FuzzError(code: FuzzError.codeOfOthers)
        }.start(observer)
      }
    },
    "thenThis": { _, input in SignalProducer<Int, FuzzError>.empty.then(input) },
    "mapError": { iteration, input in
      let canary = iteration.canary
      return input.mapError { error -> FuzzError in
        canary.touch()
        return error
      }
    },
    "combinePrevious": { _, input in input.combinePrevious(0).map { $1 } },
    "materializeResults": { _, input in
      input.materializeResults().promoteError(FuzzError.self).attemptMap { $0 }
    },
    "observeAtOnce": { _, input in input.observe(on: ImmediateScheduler()) },
    "mergeOfOne": { _, input in Producer.merge([input]) },
    "flattenOfOne": { iteration, input in
      let canary = iteration.canary
      return input.flatMap(.concurrent(limit: 2)) { token -> Producer in
        canary.touch()
        return Producer(value: token)
      }
    },
  ]
}
