import RxFuzzKit
@preconcurrency import RxSwift

/// What is promised of one thread's calls, case by case: each of the two queues does it with objects of its own, unless once
/// in a process is enough.
final class CaseRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: it changes nothing but what its faults guard.
  typealias Case = (CheckedFaults) -> Void
  private let faults = CheckedFaults()
  private let cases: ArraySlice<Case>
  private let turn: String?

  /// - Parameter turn: names what is done once in a process; nil is done each time.
  init(_ cases: ArraySlice<Case>, turn: String? = nil) { (self.cases, self.turn) = (cases, turn) }

  func perform(queue: Int) {
    if let turn, !CheckedTurns.take(turn) { return }
    for act in cases { act(faults) }
  }
  func fault() -> LibraryCheckFault? { faults.first }
}

/// Lets what is left to no chance, and takes long, be done once in a process.
enum CheckedTurns {
  private static let taken = CheckedState<Set<String>>([])

  /// Whether it is the first time for that name.
  static func take(_ name: String) -> Bool { taken.withLock { $0.insert(name).inserted } }
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

/// What was expected and did not come true. Thread-safety: any thread.
final class CheckedFaults: Sendable {
  private let found = CheckedState<LibraryCheckFault?>(nil)

  var first: LibraryCheckFault? { found.withLock { $0 } }

  func expect(_ isTrue: Bool, _ invariant: InvariantName, _ message: String) {
    if !isTrue { add(LibraryCheckFault(invariant, message)) }
  }

  /// What was found wrong, if anything was.
  func add(_ fault: LibraryCheckFault?) { found.withLock { if $0 == nil { $0 = fault } } }
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
