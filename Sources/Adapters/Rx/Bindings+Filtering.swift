import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  static let filtering: [String: OperatorBinding] = [
    "distinctUntilChanged": unary { iteration, _, input in
      let canary = iteration.canary
      return input.distinctUntilChanged {
        canary.touch()
        return Token.payload($0) & 1
      }
    },
    "elementAt": unary { _, parameters, input in input.element(at: parameters[0]) },
    "single": unary { iteration, parameters, input in
      input.single(test(parameters[0], iteration))
    },
    "skipWhile": unary { iteration, parameters, input in
      input.skip(while: test(parameters[0], iteration))
    },
    "skipUntil": OperatorBinding { _, _, inputs in
      stream(inputs[0]).skip(until: stream(inputs[1]))
    },
    "takeLast": unary { _, parameters, input in input.takeLast(parameters[0]) },
    "takeUntilPredicate": unary { iteration, parameters, input in
      input.take(
        until: test(parameters[0], iteration),
        behavior: parameters[1] == 1 ? .inclusive : .exclusive)
    },
    "sample": OperatorBinding { _, _, inputs in stream(inputs[0]).sample(stream(inputs[1])) },
    "ifEmptyDefault": unary { _, parameters, input in input.ifEmpty(default: parameters[0]) },
    "ifEmptySwitch": OperatorBinding { _, _, inputs in
      stream(inputs[0]).ifEmpty(switchTo: stream(inputs[1]))
    },
  ]

  /// Never called: there is no element of that type.
  static func unreachable(_ never: Never) -> Int {}

  static func test(
    _ predicate: Int, _ iteration: Iteration
  ) -> @Sendable (Int) -> Bool {
    let canary = iteration.canary
    return {
      canary.touch()
      return accepts(Token.payload($0), predicate: predicate)
    }
  }
}
