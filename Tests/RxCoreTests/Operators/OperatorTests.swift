import RxCore
import Testing

/// What every operator with one source owes to it, whatever it does with elements.
@Suite("Operators with one source")
struct OperatorTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Observable<Int>) -> Observable<Int>
    init(_ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Int>) {
      testDescription = name
      self.apply = apply
    }
  }

  static let rows = basics + inners

  static let basics: [Row] = [
    Row("map") { $0.map { $0 } },
    Row("filter") { $0.filter { _ in true } },
    Row("skip") { $0.skip(0) },
    Row("take") { $0.take(9) },
    Row("scan") { $0.scan(0) { $1 } },
    Row("do") { $0.do() },
    Row("debug") { $0.debug("row") },
    Row("merge") { Observable.merge($0, .empty()) },
    Row("merge of observables") { Observable.just($0).merge() },
    Row("take until") { $0.take(until: Observable<Int>.never()) },
    Row("distinct until changed") { $0.distinctUntilChanged() },
    Row("take while") { $0.take(while: { _ in true }) },
    Row("take until a predicate") { $0.take(until: { _ in false }) },
    Row("skip while") { $0.skip(while: { _ in false }) },
    Row("skip until") { $0.skip(until: Observable.just(0)) },
    Row("if empty, switch") { $0.ifEmpty(switchTo: .empty()) },
    Row("take for") { $0.take(for: .seconds(1), scheduler: HistoricalScheduler()) },
    Row("timeout") { $0.timeout(.seconds(1), scheduler: HistoricalScheduler()) },
    Row("deferred") { source in Observable.deferred { source } },
    Row("observe on") { $0.observe(on: CurrentThreadScheduler.instance) },
    Row("subscribe on") { $0.subscribe(on: CurrentThreadScheduler.instance) },
  ]

  @Test("pass elements and completion, and release the source once", arguments: rows)
  func completion(row: Row) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    _ = row.apply(source.observable).record(in: log)
    source.next(1)
    source.next(2)
    source.completed()
    source.next(3)
    #expect(log.values == ["1", "2", "completed", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("pass an error, and release the source once", arguments: rows)
  func error(row: Row) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    _ = row.apply(source.observable).record(in: log)
    source.next(1)
    source.error()
    source.completed()
    #expect(log.values == ["1", "error", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("say nothing after dispose, and release the source once", arguments: rows)
  func disposal(row: Row) {
    let source = ManualSource<Int>()
    let log = Log<String>()
    let subscription = row.apply(source.observable).record(in: log)
    source.next(1)
    subscription.dispose()
    source.next(2)
    source.completed()
    #expect(log.values == ["1", "disposed"])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("stop at a disposal inside onNext", arguments: rows)
  func disposalInside(row: Row) {
    let source = ManualSource<Int>()
    let log = Log<Int>()
    let slot = SingleAssignmentDisposable()
    slot.setDisposable(
      row.apply(source.observable).subscribe(onNext: {
        log.add($0)
        slot.dispose()
      }))
    source.next(1)
    source.next(2)
    #expect(log.values == [1])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("work with a source that ends inside subscribe, or says nothing", arguments: rows)
  func ends(row: Row) {
    #expect(row.apply(.empty()).recorded() == ["completed", "disposed"])
    #expect(row.apply(.never()).recorded() == ["disposed"])
    #expect(row.apply(.error(Failure())).recorded() == ["error", "disposed"])
    #expect(row.apply(.of(1, 2)).recorded() == ["1", "2", "completed", "disposed"])
  }

  @Test("let go of every captured object", arguments: rows, 0..<3)
  func release(row: Row, ending: Int) {
    let source = ManualSource<Int>()
    weak var canary: BooleanDisposable?
    var subscription: (any Disposable)?
    do {
      let made = BooleanDisposable()
      canary = made
      subscription = row.apply(source.observable.map { [made] in made.isDisposed ? 0 : $0 })
        .subscribe(onNext: { [made] _ in _ = made.isDisposed }, onError: { _ in })
    }
    source.next(1)
    #expect(canary != nil)
    switch ending {
    case 0: source.completed()
    case 1: source.error()
    default: subscription?.dispose()
    }
    source.observers.clear()
    // The handle is the observer itself, which keeps its closures.
    subscription = nil
    #expect(canary == nil)
    #expect(source.notes.values == ["subscribed", "released"])
  }
}
