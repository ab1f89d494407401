import RxCoreTest
import Testing

@testable import RxCore

/// What infallible sequences add to, and share with, observables.
@Suite("Infallible sequences")
struct InfallibleTests {
  private func received<Element>(_ sequence: Infallible<Element>) -> [String] {
    sequence.asObservable().recorded().dropLast(2)
  }

  private let source = Infallible.of(1, 2, 3)

  @Test("are made of elements, on a scheduler of choice")
  func factories() {
    #expect(received(.just(1, scheduler: CurrentThreadScheduler.instance)) == ["1"])
    #expect(received(.of(1, 2, scheduler: CurrentThreadScheduler.instance)) == ["1", "2"])
    #expect(received(.from([1, 2])) == ["1", "2"])
    #expect(received(.from(1...3)) == ["1", "2", "3"])
    #expect(received(.from(Set([4]), scheduler: CurrentThreadScheduler.instance)) == ["4"])
    let events: [InfallibleEvent<Int>] = [.next(1), .completed]
    #expect(events.map(\.event) == [.next(1), .completed])
    let created = Infallible<Int>.create { emit in
      for event in events { emit(event) }
      return Disposables.create()
    }
    #expect(created.asObservable().recorded() == ["1", "completed", "disposed"])
  }

  @Test("have the operators that cannot fail")
  func operators() {
    #expect(received(source.scan(into: 0) { $0 += $1 }) == ["1", "3", "6"])
    #expect(received(source.debug()) == ["1", "2", "3"])
    #expect(received(source.distinctUntilChanged({ $0 / 2 }, comparer: ==)) == ["1", "2"])
    #expect(received(Infallible.of(1, -1, 2).distinctUntilChanged(at: \.magnitude)) == ["1", "2"])
    #expect(received(source.take(until: { $0 == 2 })) == ["1"])
    #expect(received(source.take(until: { $0 == 2 }, behavior: .inclusive)) == ["1", "2"])
    #expect(received(Infallible.concat([.just(1), .of(2, 3)])) == ["1", "2", "3"])
    #expect(received(Infallible.merge([.just(1), .of(2, 3)])) == ["1", "2", "3"])
    #expect(received(Infallible.combineLatest([.just(1), .just(2)]) { $0.reduce(0, +) }) == ["3"])
    #expect(received(Infallible.combineLatest([Infallible.just(1), .just(2)])) == ["[1, 2]"])
  }

  @Test("end by the clock")
  func clock() {
    let scheduler = TestScheduler(initialClock: 0)
    let hot = scheduler.createHotObservable([.next(210, 1), .next(230, 2), .completed(300)])
    let result = scheduler.start {
      hot.asInfallible(onErrorJustReturn: 0).take(for: .seconds(20), scheduler: scheduler)
    }
    #expect(result.events == [.next(210, 1), .completed(220)])
  }

  @Test("are joined into tuples, as singles and maybes are")
  func tuples() {
    #expect(received(Infallible.zip(source, .of("a")).map { "\($0)\($1)" }) == ["1a"])
    #expect(
      received(Infallible.combineLatest(.just(1), .of("a", "b")).map { "\($0)\($1)" }).count == 2)
    let single = Single.zip(Single.just(1), Single.just("a")).map { "\($0)\($1)" }
    #expect(single.asObservable().recorded() == ["1a", "completed", "disposed"])
    let maybe = Maybe.zip(Maybe.just(1), Maybe<String>.empty()).map { "\($0)\($1)" }
    #expect(maybe.asObservable().recorded() == ["completed", "disposed"])
  }

  @Test("do not keep the object that their elements come with")
  func unretained() {
    let relay = PublishRelay<Int>()
    let log = Log<String>()
    var object: BooleanDisposable? = BooleanDisposable()
    weak let canary = object
    if let object {
      _ = relay.asInfallible().withUnretained(object).map { "\($0.isDisposed) \($1)" }
        .asObservable().record(in: log)
      _ = relay.asInfallible().withUnretained(object) { $1 }.asObservable().record(in: log)
    }
    relay.accept(1)
    object = nil
    #expect(canary == nil)
    relay.accept(2)
    #expect(
      log.values == ["false 1", "1", "completed", "disposed", "completed", "disposed"])
  }
}
