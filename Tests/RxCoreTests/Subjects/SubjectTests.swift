import Testing

@testable import RxCore

/// What every subject owes to its observers, whatever it remembers.
@Suite("Subjects")
struct SubjectTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> SubjectBase<Int>
    /// What a newcomer is sent after 1, 2, 3; after these and completed; after these and an error.
    let live, completed, failed: [String]
    /// What one who was there from the start is sent of 1, 2, 3, completed.
    let all: [String]
  }

  static let rows: [Row] = [
    Row(
      testDescription: "publish", make: { PublishSubject() }, live: [], completed: [], failed: [],
      all: ["1", "2", "3"]),
    Row(
      testDescription: "behavior", make: { BehaviorSubject(value: 0) }, live: ["3"],
      completed: [], failed: [], all: ["0", "1", "2", "3"]),
    Row(
      testDescription: "replay 0", make: { ReplaySubject.create(bufferSize: 0) }, live: [],
      completed: [], failed: [], all: ["1", "2", "3"]),
    Row(
      testDescription: "replay 2", make: { ReplaySubject.create(bufferSize: 2) },
      live: ["2", "3"], completed: ["2", "3"], failed: ["2", "3"], all: ["1", "2", "3"]),
    Row(
      testDescription: "replay all", make: { ReplaySubject.createUnbounded() },
      live: ["1", "2", "3"], completed: ["1", "2", "3"], failed: ["1", "2", "3"],
      all: ["1", "2", "3"]),
    Row(
      testDescription: "async", make: { AsyncSubject() }, live: [], completed: ["3"], failed: [],
      all: ["3"]),
  ]

  @Test("send a newcomer what they remember", arguments: rows)
  func newcomer(row: Row) {
    let subject = row.make()
    for element in 1...3 { subject.onNext(element) }
    #expect(subject.recorded() == row.live + ["disposed"])
    #expect(!subject.hasObservers)
  }

  @Test("send their end, and what they remember before it, to whoever comes", arguments: rows)
  func completion(row: Row) {
    let subject = row.make()
    let log = Log<String>()
    _ = subject.record(in: log)
    #expect(subject.hasObservers)
    for element in 1...3 { subject.onNext(element) }
    subject.on(.completed)
    subject.onNext(4)
    subject.onError(Failure())
    #expect(log.values == row.all + ["completed", "disposed"])
    #expect(subject.recorded() == row.completed + ["completed", "disposed"])
    #expect(!subject.hasObservers)
  }

  @Test("send an error, and what they remember before it, to whoever comes", arguments: rows)
  func error(row: Row) {
    let subject = row.make()
    for element in 1...3 { subject.onNext(element) }
    subject.onError(Failure())
    subject.onNext(4)
    #expect(subject.recorded() == row.failed + ["error", "disposed"])
  }

  @Test("forget everything when disposed, and fail for newcomers", arguments: rows)
  func disposal(row: Row) {
    let subject = row.make()
    let log = Log<String>()
    let subscription = subject.record(in: log)
    subject.onNext(1)
    log.clear()
    subject.dispose()
    subject.dispose()
    subject.onNext(2)
    subject.onCompleted()
    subscription.dispose()
    #expect(log.values == ["disposed"])
    #expect(subject.recorded() == ["error", "disposed"])
    #expect(subject.isDisposed)
  }

  @Test("put off what happens inside a callback until the delivery is over", arguments: rows)
  func reentrance(row: Row) {
    let subject = row.make()
    let log = Log<String>()
    _ = subject.subscribe(
      onNext: {
        log.add("a\($0)")
        if $0 == 2 {
          subject.onNext(9)
          _ = subject.record(in: log)
        }
        log.add("end")
      })
    subject.onNext(1)
    subject.onNext(2)
    subject.onCompleted()
    // Nothing nests: each delivery ends before anything else begins.
    for (index, entry) in log.values.enumerated() where entry.hasPrefix("a") {
      #expect(log.values[index + 1] == "end")
    }
  }

  @Test("stop a replay at a disposal inside of it", arguments: rows)
  func disposalInsideReplay(row: Row) {
    let subject = row.make()
    for element in 1...3 { subject.onNext(element) }
    let log = Log<Int>()
    _ = subject.take(1).subscribe(onNext: { log.add($0) })
    #expect(log.values.map { "\($0)" } == Array(row.live.prefix(1)))
    #expect(subject.hasObservers == row.live.isEmpty)
  }

  @Test(
    "racing emitters and newcomers: replayed elements come first, and nothing is lost or doubled",
    arguments: rows)
  func racing(row: Row) {
    for _ in 0..<20 {
      let subject = row.make()
      let log = Guarded<[Int]>([])
      race(3) { racer in
        if racer == 0 {
          for number in 1...200 { subject.onNext(number) }
          subject.onCompleted()
        } else if racer == 1 {
          _ = subject.subscribe(onNext: { element in log.update { $0.append(element) } })
        } else {
          subject.subscribe(onNext: { _ in }).dispose()
        }
      }
      let seen = log.read()
      if let first = seen.first {
        // From the first element that it is sent on, an observer misses none.
        #expect(seen == Array(first..<first + seen.count))
        #expect(seen.last == 200 || row.testDescription == "behavior" && seen == [0])
      }
    }
  }

  @Test("the value of a behavior subject is what was accepted last")
  func value() throws {
    let subject = BehaviorSubject(value: 0)
    #expect(try subject.value() == 0)
    let log = Log<String>()
    _ = subject.subscribe(
      onNext: {
        log.add("\($0)")
        if $0 == 1, let value = try? subject.value() { subject.onNext(value + 1) }
        if let value = try? subject.value() { log.add("value \(value)") }
      }, onError: { _ in })
    subject.onNext(1)
    #expect(log.values == ["0", "value 0", "1", "value 2", "2", "value 2"])
    subject.onError(Failure())
    #expect(throws: Failure.self) { try subject.value() }
    subject.dispose()
    #expect(throws: RxError.disposed) { try subject.value() }
    let completed = BehaviorSubject(value: 5)
    completed.onCompleted()
    completed.onNext(6)
    #expect(try completed.value() == 5)
  }

  @Test("the value at rest is the element that was delivered last")
  func valueAtRest() throws {
    for _ in 0..<50 {
      let subject = BehaviorSubject(value: 0)
      let last = Guarded(0)
      _ = subject.subscribe(onNext: { element in last.update { $0 = element } })
      race(3) { racer in
        for number in 1...50 { subject.onNext(racer * 50 + number) }
      }
      #expect(try subject.value() == last.read())
    }
  }

  @Test("relays accept and replay as their subjects do, and can be bound to")
  func relays() {
    let publish = PublishRelay<Int>()
    let behavior = BehaviorRelay(value: 0)
    let replay = ReplayRelay<Int>.create(bufferSize: 2)
    let unbounded = ReplayRelay<Int>.createUnbound()
    let log = Log<String>()
    _ = publish.asObservable().record(in: log)
    _ = Observable.of(1, 2, 3).bind(to: publish)
    _ = Observable.of(1, 2, 3).bind(to: behavior)
    _ = Observable.of(1, 2, 3).bind(to: replay, unbounded)
    _ = Observable.just(7).bind(onNext: { log.add("bound \($0)") })
    _ = Observable.just(8).bind(to: AnyObserver { log.add("\($0)") })
    behavior.accept(behavior.value + 1)
    #expect(log.values == ["1", "2", "3", "bound 7", "next(8)", "completed"])
    #expect(publish.recorded() == ["disposed"])
    #expect(behavior.recorded() == ["4", "disposed"])
    #expect(replay.recorded() == ["2", "3", "disposed"])
    #expect(unbounded.recorded() == ["1", "2", "3", "disposed"])
  }

  @Test("a replay buffer keeps the last elements, oldest first", arguments: [0, 1, 3, .max])
  func buffer(countMax: Int) {
    var buffer = ReplayBuffer<Int>(countMax: countMax)
    for element in 0..<8 {
      let forgotten = buffer.append(element)
      #expect(forgotten == (element >= countMax ? element - countMax : nil))
    }
    #expect((0..<buffer.count).map { buffer[$0] } == Array(0..<8).suffix(countMax))
  }
}
