import RxCore
import Testing

@Suite("Sources")
struct SourceTests {
  @Test("sources of known elements")
  func known() {
    let ended = ["completed", "disposed"]
    #expect(Observable.just(1).recorded() == ["1"] + ended)
    #expect(Observable<Int>.empty().recorded() == ended)
    #expect(Observable<Int>.never().recorded() == ["disposed"])
    #expect(Observable<Int>.error(Failure()).recorded() == ["error", "disposed"])
    #expect(Observable.of(1, 2, 3).recorded() == ["1", "2", "3"] + ended)
    #expect(Observable.from([1, 2]).recorded() == ["1", "2"] + ended)
    #expect(Observable<Int>.from([]).recorded() == ended)
    #expect(Observable.from(stride(from: 0, to: 6, by: 3)).recorded() == ["0", "3"] + ended)
  }

  @Test("a range counts up to the limits of its type")
  func range() {
    let ended = ["completed", "disposed"]
    #expect(Observable.range(start: -1, count: 3).recorded() == ["-1", "0", "1"] + ended)
    #expect(Observable<UInt8>.range(start: 254, count: 2).recorded() == ["254", "255"] + ended)
    #expect(Observable<Int>.range(start: 7, count: 0).recorded() == ended)
  }

  @Test("an endless sequence ends when enough was taken, without growing the stack")
  func endless() {
    let log = Log<Int>()
    _ = Observable.from(0...).take(100_000).filter { $0.isMultiple(of: 50_000) }
      .subscribe(onNext: { log.add($0) })
    #expect(log.values == [0, 50_000])
  }

  @Test("sequences that are subscribed together take turns")
  func turns() {
    let merged = Observable.merge(.of(1, 2, 3), .of(10, 20, 30))
    #expect(merged.recorded() == ["1", "10", "2", "20", "3", "30", "completed", "disposed"])
  }

  @Test("deferred makes a sequence for each subscription, and what it throws is the error")
  func deferred() {
    let calls = Log<Int>()
    let source = Observable.deferred { () -> Observable<Int> in
      calls.add(1)
      return .just(calls.values.count)
    }
    #expect(source.recorded() == ["1", "completed", "disposed"])
    #expect(source.recorded() == ["2", "completed", "disposed"])
    let failing = Observable<Int>.deferred { throw Failure() }
    #expect(failing.recorded() == ["error", "disposed"])
  }
}
