import Testing

@testable import RxCore

@Suite("Combining")
struct CombiningTests {
  @Test("merge passes everything on and completes when all have")
  func merge() {
    let (first, second) = (ManualSource<Int>(), ManualSource<Int>())
    let log = Log<String>()
    _ = Observable.merge([first.observable, second.observable]).record(in: log)
    first.next(1)
    second.next(2)
    first.completed()
    second.next(3)
    second.completed()
    #expect(log.values == ["1", "2", "3", "completed", "disposed"])
  }

  @Test("an error ends a merge and releases the other sources")
  func mergeError() {
    let (first, second) = (ManualSource<Int>(), ManualSource<Int>())
    let log = Log<String>()
    _ = Observable.merge(first.observable, second.observable).record(in: log)
    first.error()
    second.next(2)
    #expect(log.values == ["error", "disposed"])
    #expect(first.notes.values == ["subscribed", "released"])
    #expect(second.notes.values == ["subscribed", "released"])
  }

  @Test("a merge of nothing completes; one that is over subscribes no further source")
  func mergeEdges() {
    #expect(Observable<Int>.merge([]).recorded() == ["completed", "disposed"])
    let source = ManualSource<Int>()
    let sources = Observable.merge(Observable.error(Failure()), source.observable)
    #expect(sources.recorded() == ["error", "disposed"])
    #expect(source.notes.values.isEmpty)
  }

  @Test(
    "an element emitted from inside a merge's delivery follows it; an error drops what is queued behind it"
  )
  func mergeReentrant() {
    let (first, second) = (ManualSource<Int>(), ManualSource<Int>())
    let log = Log<String>()
    let observer = AnyObserver<Int> { event in
      log.add("begin \(event)")
      if case .next(1) = event {
        second.next(2)
        first.error()
        second.next(3)
      }
      log.add("end")
    }
    _ = Observable.merge(first.observable, second.observable).subscribe(observer)
    first.next(1)
    #expect(
      log.values == [
        "begin next(1)", "end", "begin next(2)", "end", "begin error(Failure())", "end",
      ])
  }

  @Test("merge of observables completes when the source and all of them have")
  func mergeObservables() {
    let inner = [ManualSource<Int>(), ManualSource<Int>()]
    let outer = ManualSource<Observable<Int>>()
    let log = Log<String>()
    _ = outer.observable.merge().record(in: log)
    outer.next(inner[0].observable)
    inner[0].next(1)
    outer.next(inner[1].observable)
    inner[0].completed()
    outer.completed()
    inner[1].next(2)
    #expect(log.values == ["1", "2"])
    inner[1].completed()
    #expect(log.values == ["1", "2", "completed", "disposed"])
  }

  @Test("racing sources of a merge lose nothing, do not overlap, and complete once")
  func mergeRace() {
    for _ in 0..<50 {
      let sources = [ManualSource<Int>(), ManualSource<Int>(), ManualSource<Int>()]
      let log = Log<Int>()
      let inside = Guarded(0)
      _ = Observable.merge(sources.map(\.observable)).subscribe(
        onNext: {
          inside.update { $0 += 1 }
          if inside.read() != 1 { log.add(-2) }
          log.add($0)
          inside.update { $0 -= 1 }
        }, onCompleted: { log.add(-1) })
      race(3) { racer in
        for number in 0..<100 { sources[racer].next(racer * 100 + number) }
        sources[racer].completed()
      }
      #expect(log.values.last == -1)
      #expect(log.values.dropLast().sorted() == Array(0..<300))
    }
  }

  @Test("take until ends with an element of the other sequence, and releases both")
  func takeUntil() {
    let (source, other) = (ManualSource<Int>(), ManualSource<String>())
    let log = Log<String>()
    _ = source.observable.take(until: other.observable).record(in: log)
    source.next(1)
    other.next("now")
    source.next(2)
    #expect(log.values == ["1", "completed", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
    #expect(other.notes.values == ["subscribed", "released"])
  }

  @Test("take until fails with the other sequence, and outlives its completion")
  func takeUntilOtherEnds() {
    let (source, other) = (ManualSource<Int>(), ManualSource<Int>())
    let log = Log<String>()
    _ = source.observable.take(until: other.observable).record(in: log)
    other.completed()
    #expect(other.notes.values == ["subscribed", "released"])
    source.next(1)
    source.completed()
    #expect(log.values == ["1", "completed", "disposed"])
    let failing = Observable<Int>.never().take(until: Observable<Int>.error(Failure()))
    #expect(failing.recorded() == ["error", "disposed"])
  }

  @Test("take until does not subscribe a source that is ended already")
  func takeUntilAtOnce() {
    let source = ManualSource<Int>()
    let ended = source.observable.take(until: Observable.just(1))
    #expect(ended.recorded() == ["completed", "disposed"])
    #expect(source.notes.values.isEmpty)
  }

  @Test(
    "take until releases the other sequence when the source ends or is disposed", arguments: 0..<3)
  func takeUntilReleases(ending: Int) {
    let (source, other) = (ManualSource<Int>(), ManualSource<Int>())
    let log = Log<String>()
    let subscription = source.observable.take(until: other.observable).record(in: log)
    switch ending {
    case 0: source.completed()
    case 1: source.error()
    default: subscription.dispose()
    }
    #expect(source.notes.values == ["subscribed", "released"])
    #expect(other.notes.values == ["subscribed", "released"])
  }
}
