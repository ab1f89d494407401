import ScheduleKit
import Synchronization

/// One check of a library, in one of its ways.
public struct CheckOperation: Hashable, Sendable, CustomStringConvertible {
  let name: String
  let way: Int

  public init(name: String, way: Int) { (self.name, self.way) = (name, way) }

  /// The script of it and nothing else.
  var alone: PrimitiveProgram { .check(CheckScript(queues: [[self]])) }

  /// For example `values 2`.
  public var description: String { "\(name) \(way)" }
}

/// Checks that a library makes of itself, one after the other, each raced by two queues.
public struct CheckScript: Hashable, PrimitiveScript {
  static let name = "check"
  /// Checks of one script, which are raced that often.
  static let checksMax = 16
  /// The same where they are run under control: the calls of one pair shall meet.
  private static let checksUnderControlMax = 6
  /// And where each is tried in many schedules.
  private static let checksAtLengthMax = 3

  /// One list: what both queues do.
  public let queues: [[CheckOperation]]
  var queueCount: Int { 2 }
  /// Most of what a check shows, it shows each time.
  var racesMax: Int { 4 }
  /// A library may leave work to the main queue.
  var usesMainQueue: Bool { MainQueue.isServed }

  public init(queues: [[CheckOperation]]) { self.queues = queues }

  /// The scripts of a library: each check in each way, so many at once that each has its turn soon; on their own those that
  /// end the process.
  static func scripts(of library: any LibraryUnderTest) -> [CheckScript] {
    let together = library.checks.filter { !$0.endsProcess }
    return scripts(of: together.filter { !$0.staysInCalls }, most: checksMax)
      + scripts(of: library.checks.filter(\.endsProcess), most: 1)
      + scripts(
        of: together.filter { $0.staysInCalls && $0.schedules == nil }, most: checksUnderControlMax)
      + scripts(of: together.filter { $0.schedules != nil }, most: checksAtLengthMax)
  }

  private static func scripts(of checks: [LibraryCheck], most: Int) -> [CheckScript] {
    let all = operations(of: checks)
    return stride(from: 0, to: all.count, by: most).map {
      CheckScript(queues: [Array(all[$0...].prefix(most))])
    }
  }

  /// Whether all that it does can be put under control.
  func staysInCalls(_ library: any LibraryUnderTest) -> Bool {
    queues.joined().allSatisfy { Self.check(of: $0, library)?.staysInCalls ?? false }
  }

  /// In how many schedules it is tried, where a check of it says so.
  func schedules(in library: any LibraryUnderTest) -> Int? {
    queues.joined().compactMap { Self.check(of: $0, library)?.schedules }.max()
  }

  /// First the first way of each, so that a script has different ones.
  private static func operations(of checks: [LibraryCheck]) -> [CheckOperation] {
    (1...(checks.map(\.ways).max() ?? 1)).flatMap { way in
      checks.filter { way <= $0.ways }.map { CheckOperation(name: $0.name, way: way) }
    }
  }

  /// The check that an operation names, where the library has it.
  static func check(
    of operation: CheckOperation, _ library: any LibraryUnderTest
  ) -> LibraryCheck? {
    library.checks.first { $0.name == operation.name && operation.way <= $0.ways }
  }

  func makeFixture(library: any LibraryUnderTest) -> any PrimitiveFixture {
    CheckFixture(self, library: library)
  }

  public var description: String {
    "\(Self.name): \(queues.joined().map(\.description).joined(separator: ", "))"
  }
}

/// One run of a script of checks. Thread-safety: `perform` for each queue from one thread; the rest when both are done.
private final class CheckFixture: PrimitiveFixture {
  private let operations: [CheckOperation]
  private let runs: [any LibraryCheckRun]
  /// Where the next one looks first: what fails each time must not hide what fails behind it.
  // Relaxed: only a number.
  private static let first = Atomic<Int>(0)

  init(_ script: CheckScript, library: any LibraryUnderTest) {
    operations = Array(script.queues.joined())
    runs = operations.map { operation in
      guard let check = CheckScript.check(of: operation, library) else {
        preconditionFailure("\(library.name) has no check \(operation)")
      }
      return check.make(operation.way)
    }
  }

  func perform(queue: Int) { perform(queue: queue) { _, _ in } }

  func perform(queue: Int, noting note: PartNote) {
    for (part, run) in runs.enumerated() {
      note(queue, part)
      run.perform(queue: queue)
    }
    note(queue, nil)
  }

  func violation() -> PrimitiveViolation? {
    let all = violations(beside: []) { _, _ in }
    guard !all.isEmpty else { return nil }
    return all[Self.first.wrappingAdd(1, ordering: .relaxed).oldValue % all.count]
  }

  /// Each is a finding of its own check: whoever fails first must not hide the others. Who has failed is not asked again,
  /// which may take its time.
  func violations(beside known: [PrimitiveViolation], noting note: PartNote)
    -> [PrimitiveViolation]
  {
    defer { note(0, nil) }
    return zip(operations, runs).enumerated().compactMap { place, check in
      let (operation, run) = check
      let part = operation.alone
      guard !known.contains(where: { $0.part == part }) else { return nil }
      note(0, place)
      return run.fault().map { PrimitiveViolation($0.invariant, $0.message, part: part) }
    }
  }

  func finish() {}
  func leftover() -> PrimitiveViolation? { nil }
}
