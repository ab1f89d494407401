import RxCore
import RxFuzzKit

/// Two sources of one graph that send at the same time: what comes out is what comes of some order of their events, one at a
/// time. Each two sets of events meet in many orders of steps, for few of them tell.
final class EncounterRun: LibraryCheckRun {
  static let schedules = 48

  /// Operators, and what the two sources of each send, all of which are ways of a check.
  struct Table: Sendable {
    fileprivate let operators: [Operator]
    fileprivate let encounters: [([Act], [Act])]

    var ways: Int { operators.count * encounters.count }
  }

  fileprivate typealias Operator = @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  static let equals = Table(operators: operatorsOfEquals, encounters: encounters)
  static let equalsInARow = Table(operators: operatorsOfEquals, encounters: longEncounters)
  static let successors = Table(
    operators: operatorsOfSuccessors, encounters: encounters + encountersInARow)

  private static let operatorsOfEquals: [Operator] = [
    { Observable.merge($0, $1) },
    { Observable.of($0, $1).merge() },
    { Observable.of($0, $1).merge(maxConcurrent: 2) },
    { Observable.zip($0, $1) { $0 + $1 } },
    { Observable.combineLatest($0, $1) { $0 + $1 } },
    { Observable.amb([$0, $1]) },
    { $0.withLatestFrom($1) { $0 + $1 } },
    { $0.sample($1) },
    { $0.take(until: $1) },
    { $0.skip(until: $1) },
  ]
  /// Where the first source decides when the second one is subscribed.
  private static let operatorsOfSuccessors: [Operator] = [
    { first, second in first.flatMap { _ in second } },
    { first, second in first.flatMapFirst { _ in second } },
    { first, second in first.concatMap { _ in second } },
    // The second source, and then something else, by turns.
    { first, second in
      first.enumerated().flatMapLatest { $0.index % 2 == 0 ? second : Observable.just(7) }
    },
    { $0.concat($1) },
    { first, second in first.catch { _ in second } },
    { $0.ifEmpty(switchTo: $1) },
  ]

  fileprivate enum Act { case next, failure, completion }
  /// What the first source sends, and the second one.
  private static let encounters: [([Act], [Act])] = [
    ([.next], [.next]), ([.next], [.failure]), ([.failure], [.next]),
    ([.completion], [.completion]), ([.next, .completion], [.next, .completion]),
    ([.failure], [.failure]),
  ]
  private static let encountersInARow: [([Act], [Act])] = [
    ([.next, .next], [.failure]), ([.next, .next], [.next, .completion]),
  ]
  /// In which one source sends while the other one begins, and again before that has ended.
  private static let longEncounters: [([Act], [Act])] = [
    ([.next, .next], [.next]), ([.next], [.next, .next]), ([.next, .next], [.next, .next]),
    ([.next, .next, .completion], [.next, .failure]),
  ]

  /// A graph of two sources and its observer. Thread-safety: each source from one thread.
  private final class Graph: Sendable {
    private let sources = [PublishSubject<Int>(), PublishSubject<Int>()]
    private let subscription = SingleAssignmentDisposable()
    let seen = CheckedEvents()
    private let calls = CheckedCalls()

    init(_ operate: Operator) {
      subscription.setDisposable(
        operate(sources[0].asObservable(), sources[1].asObservable()).subscribe(
          onNext: { [calls, seen] element in calls.call { seen.element(element) } },
          onError: { [calls, seen] error in calls.call { seen.end(error) } },
          onCompleted: { [calls, seen] in calls.call { seen.end("completed") } }))
    }

    var hasOverlapped: Bool { calls.haveOverlapped }

    func perform(_ act: Act, of source: Int) {
      switch act {
      case .next: sources[source].onNext(source + 1)
      case .failure: sources[source].onError(FuzzError(code: source + 1))
      case .completion: sources[source].onCompleted()
      }
    }

    func leave() { subscription.dispose() }
  }

  private let operate: Operator
  private let acts: [[Act]]
  private let graph: Graph

  init(_ table: Table, _ way: Int) {
    operate = table.operators[(way - 1) / table.encounters.count]
    let (first, second) = table.encounters[(way - 1) % table.encounters.count]
    acts = [first, second]
    graph = Graph(operate)
  }

  func perform(queue: Int) {
    for act in acts[queue] { graph.perform(act, of: queue) }
  }

  func fault() -> LibraryCheckFault? {
    defer { graph.leave() }
    if graph.hasOverlapped {
      return LibraryCheckFault(.ser1, "two calls of one observer overlap where two sources meet")
    }
    let isExplained = Self.orders(of: acts[0].count, acts[1].count).contains { order in
      outcome(of: order) == graph.seen.all
    }
    return isExplained
      ? nil : LibraryCheckFault(.ref1, "no order of two sources' events explains what came out")
  }

  /// Whose event comes next, in each order of so many events of two sources.
  private static func orders(of first: Int, _ second: Int) -> [[Int]] {
    if first == 0 || second == 0 {
      return [Array(repeating: 0, count: first) + Array(repeating: 1, count: second)]
    }
    return orders(of: first - 1, second).map { [0] + $0 }
      + orders(of: first, second - 1).map { [1] + $0 }
  }

  /// What comes out where the events come one after the other, on one thread.
  private func outcome(of order: [Int]) -> CheckedEvents.Seen {
    let graph = Graph(operate)
    var counts = [0, 0]
    for source in order {
      graph.perform(acts[source][counts[source]], of: source)
      counts[source] += 1
    }
    graph.leave()
    return graph.seen.all
  }
}
