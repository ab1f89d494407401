import RxCore
import Testing

@Suite("Operators with inner streams")
struct InnerStreamTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Observable<Int>) -> Observable<Int>
    init(_ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>) {
      testDescription = name
      self.apply = apply
    }
  }

  /// As many as the stack must not notice.
  private static let many = 100_000

  static let rows: [Row] = [
    Row("flatMap") { $0.flatMap { Observable.just($0) } },
    Row("flatMapFirst") { $0.flatMapFirst { Observable.just($0) } },
    Row("flatMapLatest") { $0.flatMapLatest { Observable.just($0) } },
    Row("concatMap") { $0.concatMap { Observable.just($0) } },
    Row("merge of two at a time") { $0.map { Observable.just($0) }.merge(maxConcurrent: 2) },
    Row("groupBy") { $0.groupBy { $0 % 7 }.flatMap { $0 } },
  ]

  @Test("pass 100,000 sequences that end at once", arguments: rows)
  func manyThatEndAtOnce(row: Row) {
    let sum = Log<Int>()
    let source = Observable.create { observer in
      for number in 1...Self.many { observer.onNext(number) }
      observer.onCompleted()
      return Disposables.create()
    }
    _ = row.apply(source).reduce(0) { $0 + $1 }.subscribe(onNext: { sum.add($0) })
    #expect(sum.values == [Self.many * (Self.many + 1) / 2])
  }

  @Test(
    "100,000 queued sequences follow a first one, without growing the stack", arguments: [1, 3])
  func manyQueued(maxConcurrent: Int) {
    let first = ManualSource<Int>()
    let log = Log<String>()
    let outer = Observable.create { observer in
      for _ in 0..<maxConcurrent { observer.onNext(first.observable) }
      for number in 1...Self.many { observer.onNext(.just(number)) }
      observer.onCompleted()
      return Disposables.create()
    }
    _ = outer.merge(maxConcurrent: maxConcurrent).reduce(0) { $0 + $1 }.record(in: log)
    #expect(log.values.isEmpty)
    first.completed()
    #expect(log.values == ["\(Self.many * (Self.many + 1) / 2)", "completed", "disposed"])
  }

  @Test("100,000 attempts and successors that end inside subscribe do not grow the stack")
  func manySuccessors() {
    let attempts = Log<Int>()
    let failing = Observable<Int>.create { observer in
      attempts.add(1)
      observer.onError(Failure())
      return Disposables.create()
    }
    #expect(failing.retry(Self.many).recorded() == ["error", "disposed"])
    #expect(attempts.values.count == Self.many)
    attempts.clear()
    let triggered = failing.retry { (errors: Observable<any Error>) in errors.take(Self.many) }
    #expect(triggered.recorded() == ["completed", "disposed"])
    #expect(attempts.values.count == Self.many + 1)
    let empties = Array(repeating: Observable<Int>.empty(), count: Self.many)
    #expect(Observable.concat(empties).recorded() == ["completed", "disposed"])
    let failures = Array(repeating: Observable<Int>.error(Failure()), count: Self.many)
    #expect(Observable.catch(sequence: failures).recorded() == ["error", "disposed"])
  }

  @Test("an endless retry ends when what is downstream has enough")
  func endlessRetry() {
    let attempts = Log<Int>()
    let source = Observable<Int>.create { observer in
      attempts.add(1)
      if attempts.values.count == 50 { observer.onNext(1) }
      observer.onError(Failure())
      return Disposables.create()
    }
    #expect(source.retry().take(1).recorded() == ["1", "completed", "disposed"])
    #expect(attempts.values.count == 50)
  }

  @Test("the selector is called for what is taken only, and inner sequences are emitted in place")
  func firstOnly() {
    let (outer, inner) = (ManualSource<Int>(), ManualSource<Int>())
    let (chosen, log) = (Log<Int>(), Log<String>())
    _ = outer.observable.flatMapFirst { number in
      chosen.add(number)
      return inner.observable
    }
    .record(in: log)
    outer.next(1)
    outer.next(2)
    inner.next(7)
    inner.completed()
    outer.next(3)
    outer.completed()
    inner.completed()
    #expect(chosen.values == [1, 3])
    #expect(log.values == ["7", "completed", "disposed"])
  }

  @Test("an inner sequence without end is cut short by what is downstream", arguments: 0..<4)
  func endlessInner(index: Int) {
    let source = Observable.just(1)
    let endless: @Sendable (Int) -> Observable<Int> = { .repeatElement($0) }
    let result =
      switch index {
      case 0: source.flatMap(endless)
      case 1: source.flatMapFirst(endless)
      case 2: source.flatMapLatest(endless)
      default: source.concatMap(endless)
      }
    #expect(result.take(3).recorded() == ["1", "1", "1", "completed", "disposed"])
  }

  @Test("an inner completion racing the outer one completes once", arguments: 0..<4)
  func endsRace(index: Int) {
    for _ in 0..<200 {
      let (outer, inner) = (ManualSource<Int>(), ManualSource<Int>())
      let log = Log<String>()
      let choose: @Sendable (Int) -> Observable<Int> = { _ in inner.observable }
      let result =
        switch index {
        case 0: outer.observable.flatMap(choose)
        case 1: outer.observable.flatMapFirst(choose)
        case 2: outer.observable.flatMapLatest(choose)
        default: outer.observable.concatMap(choose)
        }
      _ = result.record(in: log)
      outer.next(1)
      race(2) { racer in
        if racer == 0 {
          outer.completed()
        } else {
          inner.next(5)
          inner.completed()
        }
      }
      #expect(log.values == ["5", "completed", "disposed"])
    }
  }

  @Test("queued sequences of a concatMap run one at a time, each once, whoever completes them")
  func queueRace() {
    for _ in 0..<50 {
      let subjects = (0..<8).map { _ in ManualSource<Int>() }
      let log = Log<String>()
      _ = Observable.from(subjects.map(\.observable)).merge(maxConcurrent: 2).record(in: log)
      race(2) { racer in
        for _ in 0..<16 {
          for (index, subject) in subjects.enumerated() where index % 2 == racer {
            subject.completed()
          }
        }
      }
      for _ in subjects { for subject in subjects { subject.completed() } }
      #expect(log.values == ["completed", "disposed"])
      #expect(subjects.allSatisfy { $0.notes.values == ["subscribed", "released"] })
    }
  }

  @Test("a resource is disposed after the sequence that uses it, and on a factory that throws")
  func using() {
    let log = Log<String>()
    let resource = Disposables.create { log.add("resource") }
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create { log.add("source") }
    }
    _ = Observable.using {
      Holder(resource)
    } observableFactory: { _ in
      source
    }.record(in: log)
    #expect(log.values == ["1", "completed", "disposed", "source", "resource"])
    log.clear()
    let second = Disposables.create { log.add("resource") }
    let failing = Observable<Int>.using {
      Holder(second)
    } observableFactory: { _ in
      throw Failure()
    }
    _ = failing.record(in: log)
    #expect(log.values == ["error", "disposed", "resource"])
    let unmade = Observable<Int>.using { () throws -> Holder in
      throw Failure()
    } observableFactory: {
      _ in
      source
    }
    #expect(unmade.recorded() == ["error", "disposed"])
  }

  @Test("the object of withUnretained is not kept, and its end completes the sequence")
  func unretained() {
    let source = ManualSource<Int>()
    let log = Log<String>()
    var object: BooleanDisposable? = BooleanDisposable()
    weak let gone = object
    _ = source.observable.withUnretained(object!) { $1 + ($0.isDisposed ? 1 : 0) }.record(in: log)
    source.next(1)
    object = nil
    #expect(gone == nil)
    source.next(2)
    #expect(log.values == ["1", "completed", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("a reaction to a combined element is delivered after it")
  func reentrantCombination() {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let log = Log<String>()
    _ = Observable.combineLatest(first, second) { $0 * 10 + $1 }.subscribe(onNext: {
      log.add("begin \($0)")
      if $0 == 11 {
        second.onNext(2)
        first.onNext(2)
      }
      log.add("end")
    })
    first.onNext(1)
    second.onNext(1)
    #expect(log.values == ["begin 11", "end", "begin 21", "end", "begin 22", "end"])
  }

  @Test("generated sources")
  func generated() {
    let doubling = Observable.generate(
      initialState: 1, condition: { $0 < 9 }, iterate: { $0 * 2 })
    #expect(doubling.recorded() == ["1", "2", "4", "8", "completed", "disposed"])
    let failing = Observable.generate(
      initialState: 1, condition: { _ in true },
      iterate: { number in if number == 2 { throw Failure() } else { number + 1 } })
    #expect(failing.recorded() == ["1", "2", "error", "disposed"])
    #expect(Observable.from(optional: 1).recorded() == ["1", "completed", "disposed"])
    #expect(Observable<Int>.from(optional: nil).recorded() == ["completed", "disposed"])
    let instance = CurrentThreadScheduler.instance
    #expect(
      Observable.from(optional: 1, scheduler: instance).recorded() == [
        "1", "completed", "disposed",
      ])
    #expect(Observable.just(1, scheduler: instance).recorded() == ["1", "completed", "disposed"])
    #expect(
      Observable.repeatElement(1).take(2).recorded() == ["1", "1", "completed", "disposed"])
  }
}

/// A resource of a named type, as `using` wants it.
private struct Holder: Disposable {
  private let resource: any Disposable
  init(_ resource: any Disposable) { self.resource = resource }
  func dispose() { resource.dispose() }
}
