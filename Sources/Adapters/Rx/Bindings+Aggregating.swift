import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// Operators that collect, number or wrap elements.
  static let aggregating: [String: OperatorBinding] = [
    "compactMap": unary { iteration, parameters, input in
      let (canary, predicate) = (iteration.canary, parameters[0])
      return input.compactMap {
        canary.touch()
        return accepts(Token.payload($0), predicate: predicate) ? $0 : nil
      }
    },
    "enumerated": unary { _, _, input in
      input.enumerated().map { Token.adding($0.index, to: $0.element) }
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
    "toArray": unary { _, _, input in input.toArray().asObservable().map(fold) },
    "materialize": unary { _, _, input in
      input.materialize().map { event in
        switch event {
        case .next(let token): Token.materialized(next: token)
        case .error: Token.materializedError
        case .completed: Token.materializedCompleted
        }
      }
    },
    "dematerialize": unary { _, parameters, input in
      let predicate = parameters[0]
      return input.map { token -> Event<Int> in
        accepts(Token.payload(token), predicate: predicate) ? .next(token) : .completed
      }
      .dematerialize()
    },
    "using": unary { iteration, _, input in
      let canary = iteration.canary
      return Observable.using {
        canary.touch()
        return TracedResource(iteration)
      } observableFactory: { _ in
        input
      }
    },
  ]

  /// Sources that make their elements themselves.
  static let generated: [String: OperatorBinding] = [
    "generate": OperatorBinding { _, parameters, _ in
      let end = parameters[0] + parameters[1]
      return Observable.generate(initialState: parameters[0], condition: { $0 < end }) { $0 + 1 }
    },
    "repeatElement": OperatorBinding { _, parameters, _ in
      Observable.repeatElement(parameters[0]).take(parameters[1])
    },
    "fromOptional": OperatorBinding { _, parameters, _ in
      Observable.from(optional: parameters[1] == 0 ? nil : parameters[0])
    },
    "justScheduled": OperatorBinding { _, parameters, _ in
      Observable.just(parameters[0], scheduler: schedulers[parameters[1]])
    },
  ]
}

/// What `using` makes for each subscription; that it is disposed once is counted.
final class TracedResource: Disposable {
  private let canary: Canary
  private let resources: ResourceCounts
  private let number: Int

  init(_ iteration: Iteration) {
    (canary, resources) = (iteration.canary, iteration.resources)
    number = resources.open()
  }

  func dispose() {
    canary.touch()
    resources.close(number)
  }
}
