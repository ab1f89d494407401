import Testing

@testable import RxCore

/// A subject keeps its observers, and nothing else keeps an observer whose subscription was dropped.
@Suite("Subjects that are let go")
struct SubjectReleaseTests {
  /// Something to subscribe to, which is let go with the closure that holds it.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> Observable<Int>

    init(_ name: String, _ make: @escaping @Sendable () -> Observable<Int>) {
      testDescription = name
      self.make = make
    }
  }

  static let rows: [Row] =
    SubjectTests.rows.map { row in Row(row.testDescription) { row.make() } } + [
      Row("publish relay") { PublishRelay<Int>().asObservable() },
      Row("behavior relay") { BehaviorRelay(value: 0).asObservable() },
      Row("replay relay") { ReplayRelay<Int>.createUnbound().asObservable() },
      Row("connectable") { Observable<Int>.never().publish() },
    ]

  @Test("let go of observers that were never disposed", arguments: rows)
  func observers(row: Row) {
    weak var seen: BooleanDisposable?
    weak var subject: Observable<Int>?
    do {
      let made = row.make()
      let sentinel = BooleanDisposable()
      (subject, seen) = (made, sentinel)
      _ = made.subscribe(onNext: { _ in sentinel.dispose() })
      _ = made.subscribe(AnyObserver<Int> { _ in sentinel.dispose() })
      #expect(seen != nil)
    }
    #expect(subject == nil, "a subscription keeps the subject")
    #expect(seen == nil, "something keeps an observer")
  }

  @Test("let go of their observers when they are disposed", arguments: SubjectTests.rows)
  func disposal(row: SubjectTests.Row) {
    let subject = row.make()
    weak var seen: BooleanDisposable?
    do {
      let sentinel = BooleanDisposable()
      seen = sentinel
      _ = subject.subscribe(onNext: { _ in sentinel.dispose() })
    }
    subject.onNext(1)
    #expect(seen != nil)
    subject.dispose()
    #expect(seen == nil)
  }

  @Test("a subscription outlives its subject, and its disposal is reported once", arguments: rows)
  func subscription(row: Row) {
    let log = Log<String>()
    let subscription = row.make().subscribe(onDisposed: { log.add("disposed") })
    #expect(log.values.isEmpty)
    subscription.dispose()
    subscription.dispose()
    #expect(log.values == ["disposed"])
  }

  @Test("the last release racing a disposal and an emission", arguments: SubjectTests.rows)
  func racing(row: SubjectTests.Row) {
    for _ in 0..<100 {
      let subject = Guarded<SubjectBase<Int>?>(row.make())
      let log = Log<String>()
      let subscription = subject.read()?.subscribe(
        onNext: { _ in }, onDisposed: { log.add("disposed") })
      race(3) { racer in
        switch racer {
        case 0: subject.update { $0 = nil }
        case 1: subject.read()?.onNext(1)
        default: subscription?.dispose()
        }
      }
      #expect(log.values == ["disposed"])
    }
  }

  #if DEBUG
    // In a process of its own: the counter counts what all tests of a process hold.
    @Test("leave nothing alive")
    func resources() async {
      await #expect(processExitsWith: .success) {
        for row in Self.rows { _ = row.make().subscribe(onNext: { _ in }) }
        for row in SubjectTests.rows {
          let subject = row.make()
          _ = subject.subscribe(onNext: { _ in })
          subject.dispose()
        }
        precondition(Resources.total == 0, "\(Resources.total) are left")
      }
    }
  #endif
}
