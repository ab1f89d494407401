import ScheduleKit

/// A script of a primitive, of whatever kind the primitive is: what a corpus file of a primitive holds.
///
/// A value; safe to send anywhere.
public enum PrimitiveProgram: Hashable, Sendable, CustomStringConvertible {
  case disposable(DisposableScript)
  case scheduler(SchedulerScript)
  case growth(GrowthScript)
  case check(CheckScript)

  /// The primitive's name among those that a library may have: a kind of primitive, or `scheduler`.
  public var primitive: String {
    switch self {
    case .disposable(let script): script.kind.rawValue
    case .scheduler(let script): script.kind.rawValue
    case .growth: GrowthScript.name
    case .check: CheckScript.name
    }
  }

  /// Every name that `primitive` can have.
  static let primitiveNames =
    PrimitiveKind.allCases.map(\.rawValue) + SchedulerKind.allCases.map(\.rawValue)
    + [GrowthScript.name, CheckScript.name]

  /// What is raced.
  var script: any PrimitiveScript {
    switch self {
    case .disposable(let script): script
    case .scheduler(let script): script
    case .growth(let script): script
    case .check(let script): script
    }
  }

  /// Operations that one queue may have.
  var operationsPerQueueMax: Int {
    if case .check = self { return CheckScript.checksMax }
    return PrimitiveLimits.operationsPerQueueMax
  }

  /// Whether it is about several things, each of which may be wrong by itself.
  var isOfSeveral: Bool {
    if case .check(let script) = self { return script.queues.joined().count > 1 }
    return false
  }

  /// Whether there is nothing to be left out of it: one check, in one of its ways.
  var isSmallest: Bool {
    if case .check(let script) = self { return script.queues.joined().count == 1 }
    return false
  }

  /// The two halves of what is about several things.
  var halves: [PrimitiveProgram] {
    guard case .check(let script) = self else { return [] }
    return split(at: Set(0..<script.queues.joined().count / 2)).map { [$0.these, $0.others] } ?? []
  }

  /// What it is about at those places, and the rest of it; nil where either is nothing.
  func split(at places: Set<Int>) -> (these: PrimitiveProgram, others: PrimitiveProgram)? {
    guard isOfSeveral, case .check(let script) = self else { return nil }
    let all = Array(script.queues.joined())
    let these = all.indices.filter(places.contains)
    let others = all.indices.filter { !places.contains($0) }
    guard !these.isEmpty, !others.isEmpty else { return nil }
    func part(_ places: [Int]) -> PrimitiveProgram {
      .check(CheckScript(queues: [places.map { all[$0] }]))
    }
    return (part(these), part(others))
  }

  /// It without those checks; nil where nothing is left of it.
  func without(_ checks: Set<PrimitiveProgram>) -> PrimitiveProgram? {
    guard !checks.isEmpty, case .check(let script) = self else { return self }
    let all = Array(script.queues.joined())
    let places = all.indices.filter { checks.contains(all[$0].alone) }
    if places.isEmpty { return self }
    return split(at: Set(places))?.others
  }

  /// The script in one line.
  public var description: String { script.description }

  /// Whether the primitive leaves work to a queue, which may go on when its race is over.
  var isAsynchronous: Bool {
    switch self {
    case .disposable(let script): script.kind == .scheduled
    case .scheduler, .check: true
    case .growth: false
    }
  }

  /// Whether all that is at work can be put under control.
  func isControllable(in library: any LibraryUnderTest) -> Bool {
    switch self {
    case .scheduler(let script): !script.kind.usesMainQueue
    case .disposable, .growth: true
    // Not the tasks of Swift, which go on when the race is over.
    case .check(let script): script.staysInCalls(library)
    }
  }

  /// In how many schedules it is tried, of so many that any primitive is given.
  func schedules(of usual: Int, in library: any LibraryUnderTest) -> Int {
    if case .check(let script) = self, let own = script.schedules(in: library) { return own }
    return min(usual, script.schedulesMax)
  }

  /// Whether the library has that primitive.
  public func isBound(by library: any LibraryUnderTest) -> Bool {
    switch self {
    case .disposable(let script): library.hasPrimitive(script.kind)
    case .scheduler(let script):
      library.canRace(script.kind)
    case .growth(let script):
      CountedHeap.isSupported
        && script.queues.joined().allSatisfy { GrowthScript.plan(of: $0, library) != nil }
    case .check(let script):
      script.queues.joined().allSatisfy { CheckScript.check(of: $0, library) != nil }
    }
  }
}

/// The bounds of a lawful script of a primitive.
enum PrimitiveLimits {
  /// Queues that race.
  static let queuesMax = 3
  /// Operations of one queue; the search for an order that explains a race grows with them.
  static let operationsPerQueueMax = 4
  /// Largest number of a resource, a loan or an action.
  static let numberMax = 32
}
