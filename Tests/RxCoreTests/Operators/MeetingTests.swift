import RxCore
import Testing

@Suite("Filtering by another sequence")
struct MeetingTests {
  private let source = ManualSource<Int>()
  private let other = ManualSource<String>()
  private let log = Log<String>()

  @Test("skip until begins with an element of the other sequence, which is released then")
  func skipUntil() {
    _ = source.observable.skip(until: other.observable).record(in: log)
    source.next(1)
    other.next("now")
    #expect(other.notes.values == ["subscribed", "released"])
    source.next(2)
    source.completed()
    #expect(log.values == ["2", "completed", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("skip until fails with the other sequence, and outlives its completion")
  func skipUntilOtherEnds() {
    _ = source.observable.skip(until: other.observable).record(in: log)
    other.completed()
    source.next(1)
    source.completed()
    #expect(log.values == ["completed", "disposed"])
    let failing = Observable<Int>.never().skip(until: Observable<Int>.error(Failure()))
    #expect(failing.recorded() == ["error", "disposed"])
  }

  @Test("skip until does not subscribe the other sequence when the source is over already")
  func skipUntilOver() {
    let ended = Observable.just(1).skip(until: other.observable)
    #expect(ended.recorded() == ["completed", "disposed"])
    #expect(other.notes.values.isEmpty)
  }

  @Test("sample passes each element on once, when the sampler emits")
  func sample() {
    _ = source.observable.sample(other.observable).record(in: log)
    other.next("nothing new")
    source.next(1)
    source.next(2)
    other.next("now")
    other.next("nothing new")
    source.next(3)
    source.completed()
    #expect(log.values == ["2"])
    other.next("last")
    #expect(log.values == ["2", "3", "completed", "disposed"])
    #expect(other.notes.values == ["subscribed", "released"])
  }

  @Test("sample with a default value emits that where nothing is new")
  func sampleDefault() {
    _ = source.observable.sample(other.observable, defaultValue: 0).record(in: log)
    other.next("nothing")
    source.next(1)
    other.next("now")
    other.next("nothing")
    #expect(log.values == ["0", "1", "0"])
  }

  @Test("the sampler's end samples once more, and the source's end is the end then")
  func samplerEnds() {
    _ = source.observable.sample(other.observable).record(in: log)
    source.next(1)
    other.completed()
    source.next(2)
    source.completed()
    #expect(log.values == ["1", "completed", "disposed"])
  }

  @Test("an error of either sequence ends a sample and releases both", arguments: [true, false])
  func sampleError(bySource: Bool) {
    _ = source.observable.sample(other.observable).record(in: log)
    source.next(1)
    if bySource { source.error() } else { other.error() }
    other.next("too late")
    #expect(log.values == ["error", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
    #expect(other.notes.values == ["subscribed", "released"])
  }

  @Test("what a sampler emits from inside a sample's delivery follows it")
  func sampleReentrant() {
    let subscription = source.observable.sample(other.observable).subscribe(onNext: {
      [source, other, log] element in
      log.add("begin \(element)")
      if element == 1 {
        source.next(2)
        other.next("again")
      }
      log.add("end \(element)")
    })
    source.next(1)
    other.next("now")
    #expect(log.values == ["begin 1", "end 1", "begin 2", "end 2"])
    subscription.dispose()
    #expect(source.notes.values == ["subscribed", "released"])
    #expect(other.notes.values == ["subscribed", "released"])
  }

  @Test("if empty releases the other sequence when it is disposed")
  func ifEmptySwitch() {
    let subscription = Observable<Int>.empty()
      .ifEmpty(switchTo: source.observable).record(in: log)
    source.next(1)
    subscription.dispose()
    source.next(2)
    #expect(log.values == ["1", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
  }
}
