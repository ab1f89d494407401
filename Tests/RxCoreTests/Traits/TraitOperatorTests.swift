import Testing

@testable import RxCore

@Suite("Operators of traits")
struct TraitOperatorTests {
  /// What a trait tells an observer.
  private func told<Trait, Element>(_ sequence: PrimitiveSequence<Trait, Element>) -> [String] {
    sequence.asObservable().recorded().dropLast()
  }

  private let failure = Single<Int>.error(Failure())

  @Test("a single can be followed, joined and turned into other traits")
  func single() {
    #expect(told(Single.just(1).flatMap { .just($0 + 1) }) == ["2", "completed"])
    #expect(told(Single.just(1).flatMap { _ in failure }) == ["error"])
    #expect(told(failure.flatMap { .just($0) }) == ["error"])
    #expect(told(Single.just(1).flatMapMaybe { _ in Maybe<Int>.empty() }) == ["completed"])
    #expect(told(Single.just(1).flatMapCompletable { _ in .empty() }) == ["completed"])
    #expect(told(Single.just(1).compactMap { $0 > 1 ? $0 : nil }) == ["completed"])
    #expect(told(Single.just(1).compactMap { "\($0)" }) == ["1", "completed"])
    #expect(told(failure.catchAndReturn(9)) == ["9", "completed"])
    #expect(told(failure.catch { _ in .just(8) }) == ["8", "completed"])
    #expect(told(failure.retry(3)) == ["error"])
    #expect(told(Single.just(1).asCompletable()) == ["completed"])
    #expect(told(failure.asCompletable()) == ["error"])
  }

  @Test("singles are zipped, by packs and by collections")
  func zip() {
    let pair = Single.zip(.just(1), .just("a"), resultSelector: { "\($0)\($1)" })
    #expect(told(pair) == ["1a", "completed"])
    #expect(told(Single<Int>.zip(.just(1), failure, resultSelector: { $0 + $1 })) == ["error"])
    #expect(told(Single.zip([.just(1), .just(2)]) { $0 }) == ["[1, 2]", "completed"])
    #expect(told(Single<Int>.zip([Single.just(1), .just(2)])) == ["[1, 2]", "completed"])
    #expect(told(Single<Int>.zip([])) == ["[]", "completed"])
    let maybe = Maybe.zip(.just(1), .empty(), resultSelector: { (one: Int, two: Int) in one + two })
    #expect(told(maybe) == ["completed"])
  }

  @Test("a single subscribes again after errors, up to its bound")
  func retry() {
    let attempts = Guarded(0)
    let flaky = Single<Int>.deferred {
      attempts.update { $0 += 1 }
      return attempts.read() < 3 ? .error(Failure()) : .just(attempts.read())
    }
    #expect(told(flaky.retry()) == ["3", "completed"])
    attempts.update { $0 = 0 }
    #expect(told(flaky.retry(2)) == ["error"])
    attempts.update { $0 = 0 }
    let ofAllErrors = flaky.retry { (errors: Observable<any Error>) in errors.take(5) }
    #expect(told(ofAllErrors) == ["3", "completed"])
    attempts.update { $0 = 0 }
    let ofOneType = flaky.retry { (errors: Observable<Failure>) in errors.take(5) }
    #expect(told(ofOneType) == ["3", "completed"])
    attempts.update { $0 = 0 }
    let ofAnother = flaky.retry { (errors: Observable<RxError>) in errors.take(5) }
    #expect(told(ofAnother) == ["error"])
  }

  @Test("a maybe can be followed, filled and turned into other traits")
  func maybe() {
    let empty = Maybe<Int>.empty()
    #expect(told(Maybe.just(1).flatMap { .just($0 + 1) }) == ["2", "completed"])
    #expect(told(empty.flatMap { .just($0) }) == ["completed"])
    #expect(told(Maybe.just(1).compactMap { _ in Int?.none }) == ["completed"])
    #expect(told(empty.ifEmpty(default: 5)) == ["5", "completed"])
    #expect(told(empty.ifEmpty(switchTo: Maybe.just(6))) == ["6", "completed"])
    #expect(told(empty.ifEmpty(switchTo: Single.just(7))) == ["7", "completed"])
    #expect(told(Maybe<Int>.error(Failure()).catchAndReturn(8)) == ["8", "completed"])
    #expect(told(Maybe.just(1).asCompletable()) == ["completed"])
  }

  @Test("completables follow each other and are joined")
  func completable() {
    let empty = Completable.empty()
    let failed = Completable.error(Failure())
    #expect(told(empty.andThen(Single.just(1))) == ["1", "completed"])
    #expect(told(empty.andThen(Maybe.just(1))) == ["1", "completed"])
    #expect(told(empty.andThen(failed)) == ["error"])
    #expect(failed.andThen(Observable.just(1)).recorded() == ["error", "disposed"])
    #expect(empty.andThen(Observable.of(1, 2)).recorded().count == 4)
    #expect(told(empty.concat(empty)) == ["completed"])
    #expect(told(Completable.concat(empty, failed, .never())) == ["error"])
    #expect(told(Completable.concat([empty, empty])) == ["completed"])
    #expect(told(Completable.zip(empty, empty)) == ["completed"])
    #expect(told(Completable.zip([empty, .never()])) == [])
    #expect(told(Completable.zip(.never(), failed)) == ["error"])
  }

  @Test("a resource lives as long as the trait that uses it")
  func using() {
    let resource = BooleanDisposable()
    let single = Single<Int>.using({ resource }, primitiveSequenceFactory: { _ in .just(1) })
    #expect(!resource.isDisposed)
    #expect(told(single) == ["1", "completed"])
    #expect(resource.isDisposed)
  }

  @Test("an observable becomes infallible by what it does instead of failing")
  func asInfallible() {
    let source = Observable.of(1).concat(Observable<Int>.error(Failure()))
    let expected = ["1", "9", "completed", "disposed"]
    #expect(source.asInfallible(onErrorJustReturn: 9).asObservable().recorded() == expected)
    #expect(source.asInfallible(onErrorFallbackTo: .just(9)).asObservable().recorded() == expected)
    #expect(
      source.asInfallible(onErrorRecover: { _ in .just(9) }).asObservable().recorded() == expected)
  }

  @Test("infallible sequences are joined, flattened and filtered")
  func infallible() {
    func told<Element>(_ sequence: Infallible<Element>) -> [String] {
      sequence.asObservable().recorded().dropLast(2)
    }
    let source = Infallible.of(1, 2, 3)
    #expect(told(source.flatMap { .just($0 * 10) }) == ["10", "20", "30"])
    #expect(told(source.flatMapLatest { .just($0 * 10) }) == ["10", "20", "30"])
    #expect(told(source.flatMapFirst { .just($0 * 10) }) == ["10", "20", "30"])
    #expect(told(source.concatMap { .of($0, $0) }) == ["1", "1", "2", "2", "3", "3"])
    #expect(told(source.concat(.just(4))) == ["1", "2", "3", "4"])
    #expect(told(Infallible.concat(.just(1), .just(2))) == ["1", "2"])
    #expect(told(source.startWith(0)) == ["0", "1", "2", "3"])
    #expect(
      told(Infallible.zip(source, .of("a", "b"), resultSelector: { "\($0)\($1)" })) == ["1a", "2b"])
    #expect(
      told(Infallible.combineLatest(.just(1), .just(2), resultSelector: { $0 + $1 })) == ["3"])
    #expect(told(Infallible.just(1).withLatestFrom(.just(2)) { $0 + $1 }) == ["3"])
    #expect(told(Infallible.just(1).withLatestFrom(.just("b"))) == ["b"])
    #expect(told(source.compactMap { $0 == 2 ? nil : $0 }) == ["1", "3"])
    #expect(told(Infallible.of(1, 1, 2).distinctUntilChanged()) == ["1", "2"])
    #expect(told(Infallible.of(1, 3, 2).distinctUntilChanged { $0 % 2 }) == ["1", "2"])
    #expect(told(Infallible.of(1, 3, 2).distinctUntilChanged { $0 < $1 }) == ["1"])
    #expect(told(source.take(while: { $0 < 2 })) == ["1"])
    #expect(told(source.skip(while: { $0 < 2 })) == ["2", "3"])
    #expect(told(source.take(until: Infallible<Int>.never())) == ["1", "2", "3"])
    #expect(told(source.skip(until: Infallible.just(1))) == ["1", "2", "3"])
  }
}
