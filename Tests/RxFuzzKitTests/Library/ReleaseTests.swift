import RxCore
import RxCoreAdapter
import Testing

@testable import RxFuzzKit

/// However a subscription ends, nothing of it stays alive.
@Suite("Every operator releases everything")
struct ReleaseTests {
  enum Ending: CaseIterable { case completed, error, dispose, disposeInside }

  @Test(
    "no closure, observer or source is held", arguments: Catalogue.rows.map(\.name),
    Ending.allCases)
  func captures(row: String, ending: Ending) throws {
    weak var canary: Canary?
    weak var seen: Sentinel?
    var isSubscribed = true
    do {
      let subject = RowOnSubjects(try #require(Catalogue.row(named: row)))
      canary = subject.iteration.canary
      let sentinel = Sentinel()
      seen = sentinel
      Self.run(subject, ending, sentinel)
      RowOnSubjects.settle(subject.row) { !subject.isSubscribed }
      isSubscribed = subject.isSubscribed
      subject.iteration.feeds[0].reset()
    }
    RowOnSubjects.settle(try #require(Catalogue.row(named: row))) {
      canary == nil && seen == nil
    }
    #expect(!isSubscribed, "a source is still subscribed")
    #expect(canary == nil, "an operator's closure is still held")
    #expect(seen == nil, "the observer is still held")
  }

  #if DEBUG
    // In a process of its own: the counter counts what all tests of a process hold.
    @Test("no sink, disposable or timer is alive")
    func resources() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) {
        var offenders: [String] = []
        for row in Catalogue.rows {
          for ending in Ending.allCases {
            // What is made once for the whole process is made by the first run.
            for isWarm in [false, true] {
              let before = Resources.total
              Self.runAlone(row, ending)
              RowOnSubjects.settle(row) { Resources.total <= before }
              let left = Resources.total - before
              if isWarm, left > 0 { offenders.append("\(row.name) after \(ending): \(left)") }
            }
          }
        }
        precondition(offenders.isEmpty, "\(offenders)")
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.isEmpty)
    }

    private static func runAlone(_ row: OperatorRow, _ ending: Ending) {
      let subject = RowOnSubjects(row)
      run(subject, ending, Sentinel())
      subject.iteration.feeds[0].reset()
    }
  #endif

  /// What the observer's closures hold.
  private final class Sentinel: Sendable {
    private let ended = BooleanDisposable()
    let slot = SingleAssignmentDisposable()
    var hasEnded: Bool { ended.isDisposed }
    func end() { ended.dispose() }
  }

  private static func run(_ subject: RowOnSubjects, _ ending: Ending, _ sentinel: Sentinel) {
    sentinel.slot.setDisposable(
      subject.stream.subscribe(
        onNext: { _ in if ending == .disposeInside { sentinel.slot.dispose() } },
        onError: { _ in sentinel.end() }, onCompleted: { sentinel.end() }))
    subject.next(1, from: 0)
    subject.next(2, from: 1)
    subject.next(3, from: 0)
    switch ending {
    case .completed:
      subject.completed(from: 0)
      subject.completed(from: 1)
    case .error: subject.error(from: 0)
    case .dispose: break
    case .disposeInside:
      subject.next(4, from: 1)
      subject.completed(from: 0)
    }
    if ending != .dispose {
      RowOnSubjects.settle(subject.row) { sentinel.hasEnded || sentinel.slot.isDisposed }
    }
    // Sequences that do not end by themselves, and the slot, whose closure names it.
    sentinel.slot.dispose()
  }
}
