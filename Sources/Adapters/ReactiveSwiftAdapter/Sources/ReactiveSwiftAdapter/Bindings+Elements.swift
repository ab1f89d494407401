@preconcurrency import ReactiveSwift
import RxFuzzKit

extension Bindings {
  /// Operators that leave elements out, or wrap them.
  static let elements: [String: OperatorBinding] = [
    "filter": unary { iteration, parameters, input in
      input.filter(test(parameters[0], iteration))
    },
    "skip": unary { _, parameters, input in input.skip(first: parameters[0]) },
    "take": unary { _, parameters, input in input.take(first: parameters[0]) },
    // The last of no elements is no use of the library.
    "takeLast": unary { _, parameters, input in
      parameters[0] == 0 ? input.filter { _ in false } : input.take(last: parameters[0])
    },
    "skipWhile": unary { iteration, parameters, input in
      input.skip(while: test(parameters[0], iteration))
    },
    "distinctUntilChanged": unary { iteration, _, input in
      let canary = iteration.canary
      return input.skipRepeats {
        canary.touch()
        return Token.payload($0) & 1 == Token.payload($1) & 1
      }
    },
    "startWith": unary { _, parameters, input in
      input.prefix(value: Token.make(payload: parameters[0], emission: 0))
    },
    "materialize": unary { _, _, input in
      input.materialize().compactMap { event in
        switch event {
        case .value(let token): Token.materialized(next: token)
        case .failed: Token.materializedError
        case .completed: Token.materializedCompleted
        case .interrupted: nil
        }
      }
      .promoteError(FuzzError.self)
    },
    "dematerialize": unary { _, parameters, input in
      let predicate = parameters[0]
      let events = input.map { token -> Signal<Int, Never>.Event in
        accepts(Token.payload(token), predicate: predicate) ? .value(token) : .completed
      }
      return events.flatMapError { _ in .never }.dematerialize().promoteError(FuzzError.self)
    },
  ]
}
