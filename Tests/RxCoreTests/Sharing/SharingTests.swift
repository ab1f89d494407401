import Testing

@testable import RxCore

@Suite("Sharing")
struct SharingTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Observable<Int>) -> Observable<Int>
    /// How many elements a newcomer is sent again.
    let replayed: Int
    /// Whether what was remembered outlives the connection.
    let isForever: Bool
    init(
      _ name: String, replayed: Int = 0, isForever: Bool = false,
      _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>
    ) {
      testDescription = name
      self.replayed = replayed
      self.isForever = isForever
      self.apply = apply
    }
  }

  static let rows: [Row] = [
    Row("share") { $0.share() },
    Row("share of 1", replayed: 1) { $0.share(replay: 1) },
    Row("share of 2", replayed: 2) { $0.share(replay: 2, scope: .whileConnected) },
    Row("share for ever", isForever: true) { $0.share(scope: .forever) },
    Row("share of 1 for ever", replayed: 1, isForever: true) {
      $0.share(replay: 1, scope: .forever)
    },
    Row("publish") { $0.publish().refCount() },
    Row("replay", replayed: 2) { $0.replay(2).refCount() },
    Row("replay all", replayed: 2) { $0.replayAll().refCount() },
    Row("multicast through one subject", isForever: true) {
      $0.multicast(PublishSubject<Int>()).refCount()
    },
  ]

  @Test("subscribe once, replay to newcomers, and release after the last has left", arguments: rows)
  func lifetime(row: Row) {
    let source = ManualSource<Int>()
    let shared = row.apply(source.observable)
    let (first, second) = (Log<String>(), Log<String>())
    let one = shared.record(in: first)
    source.next(1)
    source.next(2)
    let two = shared.record(in: second)
    source.next(3)
    one.dispose()
    #expect(source.notes.values == ["subscribed"])
    source.next(4)
    two.dispose()
    #expect(source.notes.values == ["subscribed", "released"])
    source.next(5)
    #expect(first.values == ["1", "2", "3", "disposed"])
    #expect(second.values == ["1", "2"].suffix(row.replayed) + ["3", "4", "disposed"])
    let third = Log<String>()
    let again = shared.record(in: third)
    let kept = row.isForever ? ["3", "4"].suffix(row.replayed) : []
    #expect(third.values == Array(kept))
    #expect(source.notes.values == ["subscribed", "released", "subscribed"])
    again.dispose()
    #expect(source.notes.values == ["subscribed", "released", "subscribed", "released"])
  }

  @Test("send the end to all, and start anew or replay it to whoever comes later", arguments: rows)
  func completion(row: Row) {
    let source = ManualSource<Int>()
    let shared = row.apply(source.observable)
    let (first, second) = (Log<String>(), Log<String>())
    _ = shared.record(in: first)
    _ = shared.record(in: second)
    source.next(1)
    source.completed()
    #expect(first.values == ["1", "completed", "disposed"])
    #expect(second.values == ["1", "completed", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
    source.observers.clear()
    let third = Log<String>()
    _ = shared.record(in: third)
    if row.isForever {
      #expect(third.values == ["1"].suffix(row.replayed) + ["completed", "disposed"])
      #expect(source.notes.values == ["subscribed", "released"])
    } else {
      source.error()
      #expect(third.values == ["error", "disposed"])
      #expect(source.notes.values == ["subscribed", "released", "subscribed", "released"])
    }
  }

  @Test("give the first subscriber everything of a source that emits at once", arguments: rows)
  func synchronousSource(row: Row) {
    let expected = ["1", "2", "completed", "disposed"]
    #expect(row.apply(.of(1, 2)).recorded() == expected)
    #expect(row.apply(.just(1)).recorded() == ["1", "completed", "disposed"])
    #expect(row.apply(.empty()).recorded() == ["completed", "disposed"])
    #expect(row.apply(.error(Failure())).recorded() == ["error", "disposed"])
    #expect(row.apply(.never()).recorded() == ["disposed"])
  }

  @Test("release a connection whose only subscriber left while it was made", arguments: rows)
  func disposalInside(row: Row) {
    let notes = Log<String>()
    let source = Observable<Int>.create { observer in
      notes.add("subscribed")
      observer.onNext(1)
      observer.onNext(2)
      return Disposables.create { notes.add("released") }
    }
    let log = Log<Int>()
    _ = row.apply(source).take(1).subscribe(onNext: { log.add($0) })
    #expect(log.values == [1])
    #expect(notes.values == ["subscribed", "released"])
  }

  @Test("subscribe anew when an observer comes back inside its own end", arguments: rows)
  func comingBack(row: Row) {
    let source = ManualSource<Int>()
    let shared = row.apply(source.observable)
    let log = Log<String>()
    _ = shared.subscribe(onError: { _ in
      source.observers.clear()
      _ = shared.record(in: log)
    })
    source.error()
    #expect(log.values == (row.isForever ? ["error", "disposed"] : []))
    #expect(source.notes.values.filter { $0 == "subscribed" }.count == (row.isForever ? 1 : 2))
  }

  @Test(
    "racing first subscribers connect once, racing last disposals release once", arguments: rows)
  func racing(row: Row) {
    for _ in 0..<50 {
      let source = ManualSource<Int>()
      let shared = row.apply(source.observable)
      let handles = Log<any Disposable>()
      race(3) { _ in handles.add(shared.subscribe(onNext: { _ in })) }
      #expect(source.notes.values == ["subscribed"])
      race(3) { racer in handles.values[racer].dispose() }
      #expect(source.notes.values == ["subscribed", "released"])
    }
  }

  @Test("a subscription racing the last disposal is never left without a source", arguments: rows)
  func newcomer(row: Row) {
    for _ in 0..<100 {
      let open = Guarded(0)
      let mostOpen = Guarded(0)
      let subject = PublishSubject<Int>()
      let source = Observable<Int>.create { observer in
        open.update { $0 += 1 }
        let now = open.read()
        mostOpen.update { $0 = max($0, now) }
        let subscription = subject.subscribe(observer)
        return Disposables.create {
          open.update { $0 -= 1 }
          subscription.dispose()
        }
      }
      let shared = row.apply(source)
      let first = shared.subscribe(onNext: { _ in })
      let log = Log<Int>()
      let kept = Log<any Disposable>()
      race(2) { racer in
        if racer == 0 {
          first.dispose()
        } else {
          kept.add(shared.subscribe(onNext: { log.add($0) }))
        }
      }
      #expect(open.read() == 1)
      #expect(mostOpen.read() == 1)
      subject.onNext(7)
      #expect(log.values == [7])
      kept.values[0].dispose()
      #expect(open.read() == 0)
    }
  }

  @Test("no live element gets between replayed ones, is lost or comes twice", arguments: rows)
  func replayRace(row: Row) {
    for _ in 0..<30 {
      let source = PublishSubject<Int>()
      let shared = row.apply(source)
      let kept = shared.subscribe(onNext: { _ in })
      let logs = [Guarded<[Int]>([]), Guarded([])]
      race(3) { racer in
        guard racer > 0 else {
          for number in 1...200 { source.onNext(number) }
          return source.onCompleted()
        }
        _ = shared.subscribe(onNext: { element in logs[racer - 1].update { $0.append(element) } })
      }
      kept.dispose()
      for seen in logs.map({ $0.read() }) {
        guard let first = seen.first else { continue }
        // From the first element that it is sent on, a newcomer misses none.
        #expect(seen == Array(first...200))
      }
    }
  }

  @Test("a subscription racing the source's end is sent it or starts anew", arguments: rows)
  func endRace(row: Row) {
    for _ in 0..<100 {
      let source = ManualSource<Int>()
      let shared = row.apply(source.observable)
      _ = shared.subscribe(onNext: { _ in })
      let log = Log<String>()
      let made = source.observers.values
      race(2) { racer in
        if racer == 0 {
          for observer in made { observer.onCompleted() }
        } else {
          _ = shared.record(in: log)
        }
      }
      // Whoever was not sent the end has a source that can still send it.
      for observer in source.observers.values { observer.onCompleted() }
      #expect(log.values == ["completed", "disposed"])
    }
  }

  @Test("a connectable sequence starts with connect, once, and stops with its disposal")
  func connectable() {
    let source = ManualSource<Int>()
    let connectable = source.observable.replay(1)
    let log = Log<String>()
    _ = connectable.record(in: log)
    #expect(source.notes.values.isEmpty)
    let connection = connectable.connect()
    let same = connectable.connect()
    #expect(source.notes.values == ["subscribed"])
    source.next(1)
    #expect(connectable.recorded() == ["1", "disposed"])
    connection.dispose()
    same.dispose()
    source.next(2)
    #expect(log.values == ["1"])
    #expect(source.notes.values == ["subscribed", "released"])
    // A new connection has a new subject, which the old subscribers do not know.
    let again = connectable.connect()
    #expect(connectable.recorded() == ["disposed"])
    connection.dispose()
    #expect(source.notes.values == ["subscribed", "released", "subscribed"])
    again.dispose()
    #expect(source.notes.values == ["subscribed", "released", "subscribed", "released"])
  }

  @Test("racing connects make one connection")
  func racingConnects() {
    for _ in 0..<100 {
      let source = ManualSource<Int>()
      let connectable = source.observable.publish()
      let connections = Log<any Disposable>()
      race(3) { _ in connections.add(connectable.connect()) }
      #expect(source.notes.values == ["subscribed"])
      race(3) { racer in connections.values[racer].dispose() }
      #expect(source.notes.values == ["subscribed", "released"])
    }
  }

  @Test("multicast with a selector connects for each subscriber, after the selected was subscribed")
  func selector() {
    let source = Observable.of(1, 2)
    let result = source.multicast(
      { PublishSubject<Int>() },
      selector: { shared in Observable.merge(shared, shared.map { $0 * 10 }) })
    let expected = ["1", "10", "2", "20", "completed", "disposed"]
    #expect(result.recorded() == expected)
    #expect(result.recorded() == expected)
    let failing = source.multicast(
      { () throws -> PublishSubject<Int> in throw Failure() }, selector: { $0 })
    #expect(failing.recorded() == ["error", "disposed"])
    let manual = ManualSource<Int>()
    let log = Log<String>()
    let subscription = manual.observable.multicast(
      { PublishSubject<Int>() }, selector: { $0 }
    ).record(in: log)
    manual.next(1)
    subscription.dispose()
    #expect(log.values == ["1", "disposed"])
    #expect(manual.notes.values == ["subscribed", "released"])
  }

  @Test("nothing is left of a connection that has ended", arguments: rows, 0..<3)
  func release(row: Row, ending: Int) {
    weak var canary: BooleanDisposable?
    let source = ManualSource<Int>()
    do {
      let made = BooleanDisposable()
      canary = made
      let shared = row.apply(source.observable.map { [made] in made.isDisposed ? 0 : $0 })
      let subscription = shared.subscribe(onError: { _ in })
      source.next(1)
      switch ending {
      case 0: source.completed()
      case 1: source.error()
      default: subscription.dispose()
      }
    }
    source.observers.clear()
    #expect(canary == nil)
  }
}
