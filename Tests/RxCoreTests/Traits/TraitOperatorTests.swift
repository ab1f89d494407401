import Testing

@testable import RxCore

@Suite("Operators of traits")
struct TraitOperatorTests {
  /// What a trait sends an observer.
  private func received<Trait, Element>(_ sequence: PrimitiveSequence<Trait, Element>) -> [String] {
    sequence.asObservable().recorded().dropLast()
  }

  private let failure = Single<Int>.error(Failure())

  @Test("a single can be followed, joined and turned into other traits")
  func single() {
    #expect(received(Single.just(1).flatMap { .just($0 + 1) }) == ["2", "completed"])
    #expect(received(Single.just(1).flatMap { _ in failure }) == ["error"])
    #expect(received(failure.flatMap { .just($0) }) == ["error"])
    #expect(received(Single.just(1).flatMapMaybe { _ in Maybe<Int>.empty() }) == ["completed"])
    #expect(received(Single.just(1).flatMapCompletable { _ in .empty() }) == ["completed"])
    #expect(received(Single.just(1).compactMap { $0 > 1 ? $0 : nil }) == ["completed"])
    #expect(received(Single.just(1).compactMap { "\($0)" }) == ["1", "completed"])
    #expect(received(failure.catchAndReturn(9)) == ["9", "completed"])
    #expect(received(failure.catch { _ in .just(8) }) == ["8", "completed"])
    #expect(received(failure.retry(3)) == ["error"])
    #expect(received(Single.just(1).asCompletable()) == ["completed"])
    #expect(received(failure.asCompletable()) == ["error"])
  }

  @Test("singles are zipped, by packs and by collections")
  func zip() {
    let pair = Single.zip(.just(1), .just("a"), resultSelector: { "\($0)\($1)" })
    #expect(received(pair) == ["1a", "completed"])
    #expect(received(Single<Int>.zip(.just(1), failure, resultSelector: { $0 + $1 })) == ["error"])
    #expect(received(Single.zip([.just(1), .just(2)]) { $0 }) == ["[1, 2]", "completed"])
    #expect(received(Single<Int>.zip([Single.just(1), .just(2)])) == ["[1, 2]", "completed"])
    #expect(received(Single<Int>.zip([])) == ["[]", "completed"])
    let maybe = Maybe.zip(.just(1), .empty(), resultSelector: { (one: Int, two: Int) in one + two })
    #expect(received(maybe) == ["completed"])
  }

  @Test("a single subscribes again after errors, up to its bound")
  func retry() {
    let attempts = Guarded(0)
    let flaky = Single<Int>.deferred {
      attempts.update { $0 += 1 }
      return attempts.read() < 3 ? .error(Failure()) : .just(attempts.read())
    }
    #expect(received(flaky.retry()) == ["3", "completed"])
    attempts.update { $0 = 0 }
    #expect(received(flaky.retry(2)) == ["error"])
    attempts.update { $0 = 0 }
    let ofAllErrors = flaky.retry { (errors: Observable<any Error>) in errors.take(5) }
    #expect(received(ofAllErrors) == ["3", "completed"])
    attempts.update { $0 = 0 }
    let ofOneType = flaky.retry { (errors: Observable<Failure>) in errors.take(5) }
    #expect(received(ofOneType) == ["3", "completed"])
    attempts.update { $0 = 0 }
    let ofAnother = flaky.retry { (errors: Observable<RxError>) in errors.take(5) }
    #expect(received(ofAnother) == ["error"])
  }

  @Test("a maybe can be followed, filled and turned into other traits")
  func maybe() {
    let empty = Maybe<Int>.empty()
    #expect(received(Maybe.just(1).flatMap { .just($0 + 1) }) == ["2", "completed"])
    #expect(received(empty.flatMap { .just($0) }) == ["completed"])
    #expect(received(Maybe.just(1).compactMap { _ in Int?.none }) == ["completed"])
    #expect(received(empty.ifEmpty(default: 5)) == ["5", "completed"])
    #expect(received(empty.ifEmpty(switchTo: Maybe.just(6))) == ["6", "completed"])
    #expect(received(empty.ifEmpty(switchTo: Single.just(7))) == ["7", "completed"])
    #expect(received(Maybe<Int>.error(Failure()).catchAndReturn(8)) == ["8", "completed"])
    #expect(received(Maybe.just(1).asCompletable()) == ["completed"])
  }

  @Test("completables follow each other and are joined")
  func completable() {
    let empty = Completable.empty()
    let failed = Completable.error(Failure())
    #expect(received(empty.andThen(Single.just(1))) == ["1", "completed"])
    #expect(received(empty.andThen(Maybe.just(1))) == ["1", "completed"])
    #expect(received(empty.andThen(failed)) == ["error"])
    #expect(failed.andThen(Observable.just(1)).recorded() == ["error", "disposed"])
    #expect(empty.andThen(Observable.of(1, 2)).recorded().count == 4)
    #expect(received(empty.concat(empty)) == ["completed"])
    #expect(received(Completable.concat(empty, failed, .never())) == ["error"])
    #expect(received(Completable.concat([empty, empty])) == ["completed"])
    #expect(received(Completable.zip(empty, empty)) == ["completed"])
    #expect(received(Completable.zip([empty, .never()])) == [])
    #expect(received(Completable.zip(.never(), failed)) == ["error"])
  }

  @Test("a resource lives as long as the trait that uses it")
  func using() {
    let resource = BooleanDisposable()
    let single = Single<Int>.using({ resource }, primitiveSequenceFactory: { _ in .just(1) })
    #expect(!resource.isDisposed)
    #expect(received(single) == ["1", "completed"])
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
    func received<Element>(_ sequence: Infallible<Element>) -> [String] {
      sequence.asObservable().recorded().dropLast(2)
    }
    let source = Infallible.of(1, 2, 3)
    #expect(received(source.flatMap { .just($0 * 10) }) == ["10", "20", "30"])
    #expect(received(source.flatMapLatest { .just($0 * 10) }) == ["10", "20", "30"])
    #expect(received(source.flatMapFirst { .just($0 * 10) }) == ["10", "20", "30"])
    #expect(received(source.concatMap { .of($0, $0) }) == ["1", "1", "2", "2", "3", "3"])
    #expect(received(source.concat(.just(4))) == ["1", "2", "3", "4"])
    #expect(received(Infallible.concat(.just(1), .just(2))) == ["1", "2"])
    #expect(received(source.startWith(0)) == ["0", "1", "2", "3"])
    #expect(
      received(Infallible.zip(source, .of("a", "b"), resultSelector: { "\($0)\($1)" })) == [
        "1a", "2b",
      ])
    #expect(
      received(Infallible.combineLatest(.just(1), .just(2), resultSelector: { $0 + $1 })) == ["3"])
    #expect(received(Infallible.just(1).withLatestFrom(.just(2)) { $0 + $1 }) == ["3"])
    #expect(received(Infallible.just(1).withLatestFrom(.just("b"))) == ["b"])
    #expect(received(source.compactMap { $0 == 2 ? nil : $0 }) == ["1", "3"])
    #expect(received(Infallible.of(1, 1, 2).distinctUntilChanged()) == ["1", "2"])
    #expect(received(Infallible.of(1, 3, 2).distinctUntilChanged { $0 % 2 }) == ["1", "2"])
    #expect(received(Infallible.of(1, 3, 2).distinctUntilChanged { $0 < $1 }) == ["1"])
    #expect(received(source.take(while: { $0 < 2 })) == ["1"])
    #expect(received(source.skip(while: { $0 < 2 })) == ["2", "3"])
    #expect(received(source.take(until: Infallible<Int>.never())) == ["1", "2", "3"])
    #expect(received(source.skip(until: Infallible.just(1))) == ["1", "2", "3"])
  }
}
