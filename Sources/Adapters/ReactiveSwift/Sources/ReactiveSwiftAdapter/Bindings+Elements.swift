@preconcurrency import ReactiveSwift
import RxFuzzKit

extension Bindings {
  /// Operators that leave elements out, or wrap them.
  static let elements: [String: OperatorBinding] = [
    "filter": unary { iteration, parameters, input in
      input.filter(test(parameters[0], iteration))
    },
    "compactMap": unary { iteration, parameters, input in
      let accepted = test(parameters[0], iteration)
      return input.compactMap { accepted($0) ? $0 : nil }
    },
    "skip": unary { _, parameters, input in input.skip(first: parameters[0]) },
    "take": unary { _, parameters, input in input.take(first: parameters[0]) },
    "takeLast": unary { _, parameters, input in input.take(last: parameters[0]) },
    "skipWhile": unary { iteration, parameters, input in
      input.skip(while: test(parameters[0], iteration))
    },
    // `take(while:)` leaves the element out that ends it, `take(until:)` passes it on; both go on while it is true.
    "takeWhile": unary { iteration, parameters, input in
      let accepted = test(parameters[0], iteration)
      return parameters[1] == 1 ? input.take(until: accepted) : input.take(while: accepted)
    },
    "takeUntilPredicate": unary { iteration, parameters, input in
      let accepted = test(parameters[0], iteration)
      let goesOn: (Int) -> Bool = { !accepted($0) }
      return parameters[1] == 1 ? input.take(until: goesOn) : input.take(while: goesOn)
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
