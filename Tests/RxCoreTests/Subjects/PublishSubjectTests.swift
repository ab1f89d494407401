import RxCore
import Testing

@Suite("The publish subject")
struct PublishSubjectTests {
  @Test("each observer gets what comes while it is subscribed")
  func broadcast() {
    let subject = PublishSubject<Int>()
    let (early, late) = (Log<String>(), Log<String>())
    #expect(!subject.hasObservers)
    let first = subject.record(in: early)
    subject.onNext(1)
    let second = subject.record(in: late)
    subject.on(.next(2))
    first.dispose()
    subject.onNext(3)
    #expect(subject.hasObservers)
    second.dispose()
    #expect(!subject.hasObservers)
    #expect(early.values == ["1", "2", "disposed"])
    #expect(late.values == ["2", "3", "disposed"])
  }

  @Test(
    "after its end it sends the end to whoever comes, and nothing else", arguments: [true, false])
  func ending(isError: Bool) {
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    _ = subject.record(in: log)
    if isError { subject.onError(Failure()) } else { subject.onCompleted() }
    subject.onNext(1)
    subject.onCompleted()
    let expected = [isError ? "error" : "completed", "disposed"]
    #expect(log.values == expected)
    #expect(subject.recorded() == expected)
    #expect(!subject.hasObservers)
  }

  @Test("a disposed subject forgets its observers and fails for new ones")
  func disposal() {
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let subscription = subject.record(in: log)
    subject.dispose()
    subject.onNext(1)
    #expect(subject.isDisposed)
    #expect(!subject.hasObservers)
    subscription.dispose()
    #expect(log.values == ["disposed"])
    #expect(subject.recorded() == ["error", "disposed"])
  }

  @Test("an emission from inside a delivery follows it, for all observers in the same order")
  func reentrance() {
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    _ = subject.subscribe(onNext: {
      log.add("a\($0)")
      if $0 == 1 { subject.onNext(2) }
    })
    _ = subject.subscribe(onNext: { log.add("b\($0)") })
    subject.onNext(1)
    #expect(log.values == ["a1", "b1", "a2", "b2"])
  }

  @Test("who subscribes inside a delivery gets the next event, who disposes inside gets none more")
  func changesInside() {
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let inner = SerialDisposable()
    let slot = SingleAssignmentDisposable()
    slot.setDisposable(
      subject.subscribe(onNext: {
        log.add("a\($0)")
        inner.disposable = subject.subscribe(onNext: { log.add("b\($0)") })
        slot.dispose()
      }))
    subject.onNext(1)
    subject.onNext(2)
    inner.dispose()
    subject.onNext(3)
    #expect(log.values == ["a1", "b2"])
  }

  @Test("a dropped subject is released although somebody is subscribed")
  func release() {
    weak var dropped: PublishSubject<Int>?
    let log = Log<String>()
    let subscription: any Disposable
    do {
      let subject = PublishSubject<Int>()
      dropped = subject
      subscription = subject.record(in: log)
    }
    #expect(dropped == nil)
    subscription.dispose()
    #expect(log.values == ["disposed"])
  }

  @Test("racing emitters are serialised and nothing is lost")
  func racing() {
    let subject = PublishSubject<Int>()
    let log = Log<Int>()
    _ = subject.subscribe(onNext: { log.add($0) })
    race(4) { racer in
      for number in 0..<500 { subject.onNext(racer * 500 + number) }
    }
    #expect(log.values.sorted() == Array(0..<2_000))
  }

  @Test("racing subscriptions, disposals and a completion leave nobody waiting")
  func racingSubscriptions() {
    for _ in 0..<200 {
      let subject = PublishSubject<Int>()
      let log = Log<String>()
      race(3) { racer in
        if racer == 0 {
          subject.onCompleted()
        } else {
          _ = subject.record(in: log)
          subject.subscribe(onNext: { _ in }).dispose()
        }
      }
      #expect(log.values.sorted() == ["completed", "completed", "disposed", "disposed"])
      #expect(!subject.hasObservers)
    }
  }
}
