import RxCore
import RxFuzzKit

/// What is promised of one thread's calls, case by case: each of the two queues does it with objects of its own, unless once
/// in a process is enough.
final class CaseRun: LibraryCheckRun {
  typealias Case = @Sendable (CheckedFaults) -> Void
  private let faults = CheckedFaults()
  private let act: Case
  private let turn: String?

  /// - Parameter turn: names what is done once in a process; nil is done each time.
  init(_ act: @escaping Case, turn: String? = nil) { (self.act, self.turn) = (act, turn) }

  func perform(queue: Int) {
    if let turn, !CheckedTurns.take(turn) { return }
    act(faults)
  }
  func fault() -> LibraryCheckFault? { faults.first }
}

extension LibraryCheck {
  /// One way for each case.
  /// - Parameter once: whether it is done once in a process, because it takes long and nothing of it is left to chance.
  init(
    _ name: String, _ cases: [CaseRun.Case], staysInCalls: Bool = false, once: Bool = false
  ) {
    self.init(name, ways: cases.count, staysInCalls: staysInCalls) { way in
      CaseRun(cases[way - 1], turn: once ? "\(name) \(way)" : nil)
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
