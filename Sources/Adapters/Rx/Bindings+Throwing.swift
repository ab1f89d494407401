import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// Operators whose closure throws for the elements that satisfy the row's predicate.
  static let throwing: [String: OperatorBinding] = [
    "mapThrows": thrower { input, check in input.map(check) },
    "filterThrows": thrower { input, check in
      input.filter {
        _ = try check($0)
        return true
      }
    },
    "compactMapThrows": thrower { input, check in input.compactMap { try check($0) } },
    "takeWhileThrows": thrower { input, check in
      input.take(while: {
        _ = try check($0)
        return true
      })
    },
    "doThrows": thrower { input, check in input.do(onNext: { _ = try check($0) }) },
    "groupByThrows": thrower { input, check in
      input.groupBy { try check($0) & 1 }.flatMap { $0 }
    },
    "flatMapThrows": thrower { input, check in
      input.flatMap { Observable.just(try check($0)) }
    },
    "flatMapLatestThrows": thrower { input, check in
      input.flatMapLatest { Observable.just(try check($0)) }
    },
    "concatMapThrows": thrower { input, check in
      input.concatMap { Observable.just(try check($0)) }
    },
    "catchThrows": OperatorBinding { iteration, parameters, inputs in
      let (check, other) = (check(parameters, iteration), stream(inputs[1]))
      return stream(inputs[0]).catch { error in
        let code = (error as? FuzzError)?.code ?? 0
        _ = try check(Token.make(payload: max(0, code), emission: 0))
        return other
      }
    },
    "zipThrows": combiner { first, second, combine in
      Observable.zip(first, second, resultSelector: combine)
    },
    "combineLatestThrows": combiner { first, second, combine in
      Observable.combineLatest(first, second, resultSelector: combine)
    },
    "withLatestFromThrows": combiner { first, second, combine in
      first.withLatestFrom(second, resultSelector: combine)
    },
  ]

  /// Gives an element back, or throws.
  private typealias Check = @Sendable (Int) throws -> Int

  private static func check(_ parameters: [Int], _ iteration: Iteration) -> Check {
    let (canary, predicate) = (iteration.canary, parameters[0])
    return { token in
      canary.touch()
      guard !accepts(Token.payload(token), predicate: predicate) else { throw FuzzError(code: 0) }
      return token
    }
  }

  private static func thrower(
    _ build: @escaping @Sendable (Observable<Int>, @escaping Check) -> Observable<Int>
  ) -> OperatorBinding {
    unary { iteration, parameters, input in build(input, check(parameters, iteration)) }
  }

  private static func combiner(
    _ build:
      @escaping @Sendable (
        Observable<Int>, Observable<Int>, @escaping @Sendable (Int, Int) throws -> Int
      ) -> Observable<Int>
  ) -> OperatorBinding {
    OperatorBinding { iteration, parameters, inputs in
      let check = check(parameters, iteration)
      return build(stream(inputs[0]), stream(inputs[1])) {
        try check(Token.combining($0, $1))
      }
    }
  }
}
