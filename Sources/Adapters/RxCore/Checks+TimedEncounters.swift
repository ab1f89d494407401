import RxCore
import RxFuzzKit

/// A source that sends while its operator's time comes: what comes out is what comes of some order of the two. The time that a
/// clock shows and the work that is due then are two steps, between which the source may send.
final class TimedEncounterRun: LibraryCheckRun {
  static let ways = operators.count * acts.count
  static let schedules = 48

  private typealias Operator = @Sendable (Observable<Int>, HistoricalScheduler) -> Observable<Int>
  private static let span: RxTimeInterval = .nanoseconds(5)
  /// Each has something to do when the span is over.
  private static let operators: [Operator] = [
    { $0.debounce(span, scheduler: $1) },
    { $0.throttle(span, scheduler: $1) },
    { $0.throttle(span, latest: false, scheduler: $1) },
    { $0.timeout(span, other: Observable.never().startWith(7), scheduler: $1) },
    { $0.delay(span, scheduler: $1) },
    { $0.take(for: span, scheduler: $1) },
    { $0.skip(span, scheduler: $1) },
  ]

  private enum Act { case next, failure, completion }
  private static let acts: [Act] = [.next, .failure, .completion]

  /// In which order the two come, on one thread.
  private enum Order: CaseIterable { case sourceFirst, timeFirst, sourceBetween }

  /// A graph, its source and its clock. Thread-safety: each of the two from one thread.
  private final class Graph: Sendable {
    private let clock = HistoricalScheduler()
    private let source = PublishSubject<Int>()
    private let subscription = SingleAssignmentDisposable()
    let seen = CheckedEvents()

    init(_ operate: Operator) {
      subscription.setDisposable(
        operate(source.asObservable(), clock).subscribe(
          onNext: { [seen] in seen.element($0) }, onError: { [seen] in seen.end($0) },
          onCompleted: { [seen] in seen.end("completed") }))
      source.onNext(0)
    }

    func send(_ act: Act) {
      switch act {
      case .next: source.onNext(1)
      case .failure: source.onError(FuzzError(code: 1))
      case .completion: source.onCompleted()
      }
    }

    func showTime() { clock.sleep(TimedEncounterRun.span) }
    func passTime() { clock.advanceTo(RxTime(uptimeNanoseconds: 5)) }

    /// What is left to time happens, and nothing after it.
    func end() {
      clock.advanceTo(RxTime(uptimeNanoseconds: 100))
      subscription.dispose()
    }
  }

  private let operate: Operator
  private let act: Act
  private let graph: Graph

  init(_ way: Int) {
    operate = Self.operators[(way - 1) / Self.acts.count]
    act = Self.acts[(way - 1) % Self.acts.count]
    graph = Graph(operate)
  }

  func perform(queue: Int) {
    if queue == 0 { graph.passTime() } else { graph.send(act) }
  }

  func fault() -> LibraryCheckFault? {
    graph.end()
    return Order.allCases.contains { outcome(of: $0) == graph.seen.all }
      ? nil
      : LibraryCheckFault(
        .ref1, "no order of an event and the time that comes explains what came out")
  }

  private func outcome(of order: Order) -> CheckedEvents.Seen {
    let graph = Graph(operate)
    switch order {
    case .sourceFirst:
      graph.send(act)
      graph.passTime()
    case .timeFirst:
      graph.passTime()
      graph.send(act)
    case .sourceBetween:
      graph.showTime()
      graph.send(act)
      graph.passTime()
    }
    graph.end()
    return graph.seen.all
  }
}
