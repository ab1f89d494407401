import RxCore
import RxFuzzKit

/// What is promised of one thread's calls, case by case: each of the two queues does it with objects of its own.
final class CaseRun: LibraryCheckRun {
  typealias Case = @Sendable (CheckedFaults) -> Void
  private let faults = CheckedFaults()
  private let act: Case

  init(_ cases: [Case], _ way: Int) { act = cases[way - 1] }

  func perform(queue: Int) { act(faults) }
  func fault() -> LibraryCheckFault? { faults.first }
}

extension LibraryCheck {
  /// One way for each case.
  init(_ name: String, _ cases: [CaseRun.Case]) {
    self.init(name, ways: cases.count) { CaseRun(cases, $0) }
  }
}

/// What was expected and did not come true. Thread-safety: any thread.
final class CheckedFaults: Sendable {
  private let found = CheckedState<LibraryCheckFault?>(nil)

  var first: LibraryCheckFault? { found.withLock { $0 } }

  func expect(_ isTrue: Bool, _ invariant: InvariantName, _ message: String) {
    if isTrue { return }
    found.withLock { if $0 == nil { $0 = LibraryCheckFault(invariant, message) } }
  }
}

/// Counted as long as anybody holds it. Thread-safety: any thread.
final class CheckedLife: Sendable {
  private let lives: CheckedLives
  private let goodbye: (@Sendable () -> Void)?

  /// - Parameter goodbye: what its last holder has to do when letting it go.
  init(_ lives: CheckedLives, goodbye: (@Sendable () -> Void)? = nil) {
    self.lives = lives
    self.goodbye = goodbye
    lives.open()
  }

  deinit {
    goodbye?()
    lives.close()
  }

  /// A closure that holds a new one.
  static func held(
    by lives: CheckedLives, _ act: @escaping @Sendable () -> Void = {}
  ) -> @Sendable () -> Void {
    let life = CheckedLife(lives)
    return { withExtendedLifetime(life) { act() } }
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
