import RxFuzzKit
@preconcurrency import RxRelay
@preconcurrency import RxSwift

extension Bindings {
  /// Rows of what came with version 6, or changed with it.
  static let ofVersion6: [String: OperatorBinding] = [
    "replayRelay": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let relay = ReplayRelay<Int>.create(bufferSize: parameters[1])
        return (relay.asObservable(), RelayFeed { relay.accept($0) })
      }
    },
    "asInfallible": unary { _, parameters, input in
      input.asInfallible(onErrorJustReturn: Token.make(payload: parameters[0], emission: 0))
        .asObservable()
    },
    "sampleOrDefault": OperatorBinding { _, parameters, inputs in
      stream(inputs[0]).sample(stream(inputs[1]), defaultValue: parameters[0])
    },
    "takeWhile": unary { iteration, parameters, input in
      input.take(
        while: test(parameters[0], iteration),
        behavior: parameters[1] == 1 ? .inclusive : .exclusive)
    },
    "ignoreElements": unary { _, _, input in
      input.ignoreElements().map(unreachable)
    },
    "withUnretained": unary { iteration, _, input in
      input.withUnretained(iteration.canary) { canary, token in
        canary.touch()
        return token
      }
    },
  ]
}

extension Primitives {
  /// A bag that is made with what it holds.
  static func builtBag(_ held: any Disposable) -> (any PrimitiveUnderTest)? {
    BuiltBagPrimitive(held)
  }
}

/// A bag that is made of what it holds.
private final class BuiltBagPrimitive: PrimitiveUnderTest {
  private let handle: BagHandle

  init(_ held: any Disposable) { handle = BagHandle(DisposeBag { held }) }

  func hold(
    _ number: Int, _ release: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    let resource = Disposables.create(with: release)
    let isHeld = handle.give { bag in
      if number % 2 == 0 {
        bag.insert { resource }
      } else {
        bag.insert(resource, Disposables.create())
      }
    }
    if !isHeld { resource.dispose() }
    return nil
  }

  func dispose() { handle.dispose() }
}
