import RxCore
import RxFuzzKit

// What RxCore says otherwise than RxSwift, or has and RxSwift has not in each of its versions.

extension Bindings {
  static let own: [String: OperatorBinding] = [
    "debug": unary { _, _, input in
      _ = DebugReaders.installed
      return input.debug("", trimOutput: false)
    },
    "withUnretained": unary { iteration, _, input in
      input.withUnretained(iteration.canary) { canary, token in
        canary.touch()
        return token
      }
    },
    "ignoreElements": unary { _, _, input in
      input.ignoreElements().map(unreachable)
    },
    "takeWhile": unary { iteration, parameters, input in
      input.take(
        while: test(parameters[0], iteration),
        behavior: parameters[1] == 1 ? .inclusive : .exclusive)
    },
    "asyncSequence": unary { _, parameters, input in
      let executor = Iteration.executors[parameters[0]]
      return Observable.deferred { input.values.asObservable(executor: executor) }
    },
    "sampleOrDefault": OperatorBinding { _, parameters, inputs in
      stream(inputs[0]).sample(stream(inputs[1]), defaultValue: parameters[0])
    },
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
  ]

  static let ownInfallibleForms: [String: FormBuild] = [
    "debug": { _, _, s in
      _ = DebugReaders.installed
      return safe(s[0]).debug("").asObservable()
    },
    "create": { _, _, s in
      Infallible.create { emit in safe(s[0]).subscribe { emit($0) } }.asObservable()
    },
    "subscribeEvents": { _, _, s in
      Observable.create { observer in safe(s[0]).subscribe { observer.on($0.event) } }
    },
    "skip": { _, p, s in safe(s[0]).skip(RowForms.count(p[0])).asObservable() },
  ]

  /// What a row that depends on time goes by: the scheduler of that queue, or the virtual clock in its place.
  static func clock(_ iteration: Iteration, _ number: Int) -> any SchedulerType {
    guard let clock = iteration.virtualClock(number) else { return schedulers[number] }
    return unsafeDowncast(clock, to: VirtualClock.self).scheduler
  }

  /// One subject for each feed of an iteration.
  static func hot(
    _ iteration: Iteration, _ feed: Int, _ make: () -> SubjectBase<Int>
  ) -> AnyObject {
    iteration.hot(feed) {
      let subject = make()
      return (subject, SubjectFeed(subject))
    }
  }

  static func debugged<Trait, Element>(
    _ source: PrimitiveSequence<Trait, Element>
  ) -> PrimitiveSequence<Trait, Element> {
    _ = DebugReaders.installed
    return source.debug("")
  }

  static func endless<Trait>(_ source: PrimitiveSequence<Trait, Int>) -> PrimitiveSequence<
    Trait, Int
  > {
    source.retry()
  }

  static func withElements(_ source: Completable) -> Observable<Int> {
    source.asMaybe(of: Int.self).asObservable()
  }
  static func single(_ source: Maybe<Int>) -> Single<Int> { source.asSingle() }
  static func completable(_ source: Maybe<Int>) -> Completable { source.asCompletable() }

  static func zipped(_ first: Maybe<Int>, _ second: Maybe<Int>) -> Maybe<(Int, Int)> {
    Maybe.zip(first, second)
  }
  static func zipped(
    _ first: Infallible<Int>, _ second: Infallible<Int>
  ) -> Infallible<(Int, Int)> { Infallible.zip(first, second) }
  static func latest(
    _ first: Infallible<Int>, _ second: Infallible<Int>
  ) -> Infallible<(Int, Int)> { Infallible.combineLatest(first, second) }
  static func skipping(
    _ source: Infallible<Int>, until other: Infallible<Int>
  ) -> Infallible<Int> { source.skip(until: other) }
}

/// Holders of subscriptions that hold something else already.
enum Holders {
  static func composite() -> CompositeDisposable { CompositeDisposable(Disposables.create()) }
  static func bag() -> DisposeBag { DisposeBag(disposing: Disposables.create()) }
}
