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

  static let ownInfallibleForms: [String: FormBuild] = [
    "skip": { _, p, s in safe(s[0]).asObservable().skip(RowForms.count(p[0])) },
    // What `debug` says goes to standard output, and nowhere else.
    "debug": { _, _, s in safe(s[0]).asObservable() },
    "create": { _, _, s in
      Infallible.create { emit in safe(s[0]).subscribe { emit(asInfallible($0)) } }.asObservable()
    },
    "subscribeEvents": { _, _, s in
      Observable.create { observer in safe(s[0]).subscribe { observer.on(asObserved($0)) } }
    },
  ]

  // Up to 6.5 an infallible sequence sends events of all kinds, later those of its own.
  private static func asObserved(_ event: Event<Int>) -> Event<Int> { event }
  private static func asObserved(_ event: InfallibleEvent<Int>) -> Event<Int> {
    switch event {
    case .next(let token): .next(token)
    case .completed: .completed
    }
  }
  private static func asInfallible(_ event: InfallibleEvent<Int>) -> InfallibleEvent<Int> { event }
  private static func asInfallible(_ event: Event<Int>) -> InfallibleEvent<Int> {
    guard case .next(let token) = event else { return .completed }
    return .next(token)
  }

  // What `debug` says goes to standard output, and nowhere else.
  static func debugged<Trait, Element>(
    _ source: PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> { source }

  static func endless(_ source: Single<Int>) -> Single<Int> { source.retry(Int.max) }
  static func endless(_ source: Maybe<Int>) -> Maybe<Int> { source.retry(Int.max) }

  static func withElements(_ source: Completable) -> Observable<Int> { whole(source) }
  static func single(_ source: Maybe<Int>) -> Single<Int> { source.asObservable().asSingle() }
  static func completable(_ source: Maybe<Int>) -> Completable { without(source.asObservable()) }

  static func zipped(_ first: Maybe<Int>, _ second: Maybe<Int>) -> Maybe<(Int, Int)> {
    Maybe.zip(first, second) { ($0, $1) }
  }
  static func zipped(
    _ first: Infallible<Int>, _ second: Infallible<Int>
  ) -> Infallible<(Int, Int)> { Infallible.zip(first, second) { ($0, $1) } }
  static func latest(
    _ first: Infallible<Int>, _ second: Infallible<Int>
  ) -> Infallible<(Int, Int)> { Infallible.combineLatest(first, second) { ($0, $1) } }
  static func skipping(
    _ source: Infallible<Int>, until other: Infallible<Int>
  ) -> Infallible<Int> { source.skip(until: other.asObservable()) }
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
