import RxFuzzKit
@preconcurrency import RxSwift

/// What is promised of one thread's calls, case by case: each of the two queues does it with objects of its own, unless once
/// in a process is enough.
final class CaseRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: it changes nothing but what its faults guard.
  typealias Case = (CheckedFaults) -> Void
  private let cases: [(act: Case, faults: CheckedFaults)]
  private let turn: String?

  /// - Parameter turn: names what is done once in a process; nil is done each time.
  init(_ cases: ArraySlice<Case>, turn: String? = nil) {
    self.cases = cases.map { ($0, CheckedFaults()) }
    self.turn = turn
  }

  func perform(queue: Int) {
    if let turn, !CheckedTurns.take(turn) { return }
    for one in cases { one.act(one.faults) }
  }

  /// The first of each case, under the rule of the first of all, so that no case hides another.
  func fault() -> LibraryCheckFault? {
    let all = cases.compactMap(\.faults.first)
    return all.first.map {
      LibraryCheckFault($0.invariant, all.map(\.message).joined(separator: "; "))
    }
  }
}

extension LibraryCheck {
  private static let casesMax = 8

  /// One way for each few cases, so that all have their turn soon.
  /// - Parameter once: whether it is done once in a process, because it takes long and nothing of it is left to chance.
  init(
    _ name: String, _ cases: [CaseRun.Case], staysInCalls: Bool = false, once: Bool = false
  ) {
    let ways = (cases.count + Self.casesMax - 1) / Self.casesMax
    self.init(name, ways: ways, staysInCalls: staysInCalls) { way in
      CaseRun(
        cases[((way - 1) * Self.casesMax)...].prefix(Self.casesMax),
        turn: once ? "\(name) \(way)" : nil)
    }
  }
}

/// Numbered resources that say in which order they are released, and count as long as anybody holds them.
struct CheckedResources: Sendable {
  let lives = CheckedLives()
  private let order = CheckedEvents()

  private final class Resource: Disposable {
    private let number: Int
    private let order: CheckedEvents
    private let lives: CheckedLives

    init(_ number: Int, _ resources: CheckedResources) {
      self.number = number
      order = resources.order
      lives = resources.lives
      lives.open()
    }

    deinit { lives.close() }

    func dispose() { order.element(number) }
  }

  func make(_ number: Int) -> any Disposable { Resource(number, self) }
  func make(_ numbers: Range<Int>) -> [any Disposable] { numbers.map { make($0) } }
  var released: [Int] { order.all.elements }
}
