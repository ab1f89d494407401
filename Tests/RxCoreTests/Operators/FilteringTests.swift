import Testing

@testable import RxCore

/// What each filtering operator makes of elements and their end.
@Suite("Filtering")
struct FilteringTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let given: [Int]
    let expected: [String]
    let apply: @Sendable (Observable<Int>) -> Observable<Int>

    init(
      _ name: String, _ given: [Int], _ expected: [String],
      _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>
    ) {
      testDescription = "\(name) of \(given)"
      self.given = given
      self.expected = expected
      self.apply = apply
    }
  }

  static let cases: [Case] = [
    Case("ignore elements", [1, 2], ["completed"]) { $0.ignoreElements().map(unreachable) },
    Case("distinct", [], ["completed"]) { $0.distinctUntilChanged() },
    Case("distinct", [1, 1, 2, 2, 1], ["1", "2", "1", "completed"]) { $0.distinctUntilChanged() },
    Case("distinct by key", [1, 3, 2, 5], ["1", "2", "5", "completed"]) {
      $0.distinctUntilChanged { $0 % 2 }
    },
    Case("distinct by comparison", [1, 2, 4, 5], ["1", "4", "completed"]) {
      $0.distinctUntilChanged { (before: Int, now: Int) in now - before < 2 }
    },
    Case("distinct by key and comparison", [1, 11, 21, 2], ["1", "2", "completed"]) {
      $0.distinctUntilChanged({ $0 % 10 }, comparer: { $0 == $1 })
    },
    Case("distinct at key path", [1, -1, 1], ["1", "completed"]) {
      $0.distinctUntilChanged(at: \.magnitude)
    },
    Case("element at", [7, 8, 9], ["8", "completed"]) { $0.element(at: 1) },
    Case("element at", [7], ["argumentOutOfRange"]) { $0.element(at: 1) },
    Case("element at", [], ["argumentOutOfRange"]) { $0.element(at: 0) },
    Case("single", [7], ["7", "completed"]) { $0.single() },
    Case("single", [], ["noElements"]) { $0.single() },
    Case("single", [7, 8, 9], ["7", "moreThanOneElement"]) { $0.single() },
    Case("single even", [7, 8, 9], ["8", "completed"]) { $0.single { $0 % 2 == 0 } },
    Case("take while", [1, 2, 3, 1], ["1", "2", "completed"]) { $0.take(while: { $0 < 3 }) },
    Case("take while, inclusive", [1, 2, 3, 1], ["1", "2", "3", "completed"]) {
      $0.take(while: { $0 < 3 }, behavior: .inclusive)
    },
    Case("take while", [1, 2], ["1", "2", "completed"]) { $0.take(while: { $0 < 3 }) },
    Case("take until", [1, 2, 3, 1], ["1", "2", "completed"]) { $0.take(until: { $0 == 3 }) },
    Case("take until, inclusive", [1, 2, 3, 1], ["1", "2", "3", "completed"]) {
      $0.take(until: { $0 == 3 }, behavior: .inclusive)
    },
    Case("take last", [1, 2, 3], ["2", "3", "completed"]) { $0.takeLast(2) },
    Case("take last", [1], ["1", "completed"]) { $0.takeLast(2) },
    Case("take last none", [1, 2], ["completed"]) { $0.takeLast(0) },
    Case("skip while", [1, 2, 3, 1], ["3", "1", "completed"]) { $0.skip(while: { $0 < 3 }) },
    Case("skip while", [1, 2], ["completed"]) { $0.skip(while: { $0 < 3 }) },
    Case("if empty", [], ["9", "completed"]) { $0.ifEmpty(default: 9) },
    Case("if empty", [1], ["1", "completed"]) { $0.ifEmpty(default: 9) },
    Case("if empty, switch", [], ["8", "9", "completed"]) { $0.ifEmpty(switchTo: .of(8, 9)) },
    Case("if empty, switch", [1], ["1", "completed"]) { $0.ifEmpty(switchTo: .of(8, 9)) },
    Case("if empty, switch to nothing", [], ["completed"]) { $0.ifEmpty(switchTo: .empty()) },
  ]

  /// Operators that call a closure for each element; it throws.
  static let throwing: [Case] = [
    Case("distinct by key", [], []) { $0.distinctUntilChanged { _ -> Int in throw Failure() } },
    Case("distinct by comparison", [], []) {
      $0.distinctUntilChanged { (_: Int, _: Int) in throw Failure() }
    },
    Case("single", [], []) { $0.single { _ in throw Failure() } },
    Case("take while", [], []) { $0.take(while: { _ in throw Failure() }) },
    Case("take until", [], []) { $0.take(until: { _ in throw Failure() }) },
    Case("skip while", [], []) { $0.skip(while: { _ in throw Failure() }) },
  ]

  private func record(
    _ source: Observable<Int>, in log: Log<String>
  ) -> any Disposable {
    source.subscribe { event in
      switch event {
      case .next(let element): log.add("\(element)")
      case .error(let error): log.add("\(error)")
      case .completed: log.add("completed")
      }
    }
  }

  @Test("gives what is documented, and releases the source once", arguments: cases)
  func documented(_ row: Case) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    _ = record(row.apply(source.observable), in: log)
    for element in row.given { source.next(element) }
    source.completed()
    source.next(99)
    #expect(log.values == row.expected)
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("gives the same for a source that ends inside subscribe", arguments: cases)
  func synchronous(_ row: Case) {
    let log = Log<String>()
    _ = record(row.apply(.from(row.given)), in: log)
    #expect(log.values == row.expected)
  }

  @Test("passes an error on and releases the source once", arguments: cases)
  func error(_ row: Case) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    _ = record(row.apply(source.observable), in: log)
    source.error()
    source.completed()
    #expect(log.values == ["Failure()"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("says nothing after dispose, and lets go of what its closures captured", arguments: cases)
  func disposal(_ row: Case) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    weak var canary: BooleanDisposable?
    var subscription: (any Disposable)?
    do {
      let made = BooleanDisposable()
      canary = made
      subscription = record(
        row.apply(source.observable.filter { [made] _ in !made.isDisposed }), in: log)
    }
    subscription?.dispose()
    for element in row.given { source.next(element) }
    source.completed()
    source.observers.clear()
    subscription = nil
    #expect(log.values.isEmpty)
    #expect(canary == nil)
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("stops at a disposal inside the first delivery", arguments: cases)
  func disposalInside(_ row: Case) {
    let source = ManualSource<Int>()
    let log = Log<Int>()
    let slot = SingleAssignmentDisposable()
    slot.setDisposable(
      row.apply(source.observable).subscribe(
        onNext: {
          log.add($0)
          slot.dispose()
        }, onError: { _ in }))
    for element in row.given { source.next(element) }
    source.completed()
    #expect(log.values.count <= 1)
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("keeps the grammar when deliveries emit again and complete", arguments: cases)
  func reentrance(_ row: Case) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    let budget = Guarded(3)
    _ = row.apply(source.observable).subscribe { event in
      switch event {
      case .next:
        log.add("next")
        let again = budget.updated { left in
          left -= 1
          return left
        }
        if again > 0 { source.next(again) }
        if again == 0 { source.completed() }
      case .error, .completed: log.add("end")
      }
    }
    for element in row.given { source.next(element) }
    source.completed()
    #expect(log.values.last == "end")
    #expect(log.values.filter { $0 == "end" }.count == 1)
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("fails with what a closure throws, and releases the source", arguments: throwing)
  func closure(_ row: Case) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    _ = record(row.apply(source.observable), in: log)
    source.next(1)
    source.next(2)
    #expect(log.values.last == "Failure()")
    #expect(log.values.count <= 2)
    #expect(source.notes.values == ["subscribed", "released"])
  }
}

/// Never called: there is no element of that type.
private func unreachable(_ never: Never) -> Int {}
