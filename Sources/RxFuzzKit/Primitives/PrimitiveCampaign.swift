import ScheduleKit

/// Races the primitives of a library on their own: its disposal primitives, its schedulers; and counts the memory that
/// its operators keep of what has come and gone.
///
/// The same seed means the same scripts in the same order. Thread-safety: use from one thread; one at a time in a
/// process, because schedules are controlled for the whole process.
public struct PrimitiveCampaign {
  /// How much was done to one primitive.
  public struct Row: Hashable, Sendable {
    public let primitive: String
    public var scripts = 0
    public var races = 0
    public var schedules = 0
    public var findings = 0
    /// Whether queues race on it; memory is counted where one queue is at work.
    public var isRaced: Bool { primitive != GrowthScript.name }
  }

  /// Something that a primitive did wrong.
  public struct Found: Sendable {
    /// Which of the seed's scripts of that primitive it was, from 0; nil where the script is a file's.
    public let number: Int?
    public var program: PrimitiveProgram
    public var invariant: InvariantName
    public var message: String
    /// How it came about, where it was seen under control: who waited where; else empty.
    public var details: [String] = []
    /// Races of the script until it was seen, where a worker has counted them.
    var races: UInt64 = 1
    /// The corpus file that holds it.
    public var file: String?
    /// Whether the corpus held it before this run.
    public var isKnown = false
    /// Whether that file is among those whose failures do not fail the run.
    public var isExpected = false
    /// Its shrinking is about to begin.
    public var isToBeShrunk = false
    /// How its shrinking went, once it has ended.
    public var shrinking: ShrinkReport?

    public init(
      number: Int? = nil, program: PrimitiveProgram, invariant: InvariantName, message: String,
      details: [String] = []
    ) {
      self.number = number
      self.program = program
      self.invariant = invariant
      self.message = message
      self.details = details
    }

    public var primitive: String { program.primitive }
    /// The message with short names of functions, and lines where the system's tools know them.
    public var title: String { PlaceText(message).named() }
    /// The message as it is kept.
    public var lastingMessage: String { RaceLines.lasting(message, title: title, of: invariant) }
    /// The script, in one line.
    public var script: String { program.description }
  }

  /// What a run showed.
  public struct Summary: Sendable {
    public var rows: [Row] = []
    public var findings: [Found] = []
  }

  /// The most primitives that a library can have: its disposables, its schedulers, the growth of its operators, and
  /// its own checks.
  public static let primitivesMax = PrimitiveKind.allCases.count + SchedulerKind.allCases.count + 2
  /// Races and schedules of one script.
  static let racesOfScript = 512
  private static let schedulesOfScript = 48

  private let library: any LibraryUnderTest
  private let seed: UInt64
  private let races: Int
  private let explores: Bool

  /// - `races`: how many races there shall be of each primitive; rounded up to whole scripts.
  /// - `explores`: whether each script is also run under control, which the build must support.
  public init(library: any LibraryUnderTest, seed: UInt64, races: Int, explores: Bool) {
    self.library = library
    self.seed = seed
    self.races = races
    self.explores = explores
  }

  /// Runs it to the end. A primitive that did something wrong is not raced any further.
  /// - Parameter progress: receives what is being raced, again and again while it goes on; must be cheap.
  public func run(progress: (String) -> Void) -> Summary {
    var report = Summary()
    let table = PrimitiveTable(library: library)
    for primitive in table.primitives {
      run(primitive, of: table, into: &report, progress)
      // Nothing more can be explored, and the caller says so.
      if Exhaustion.whileExploring() != nil { break }
    }
    return report
  }

  private func run(
    _ primitive: PrimitiveTable.Primitive, of table: PrimitiveTable, into report: inout Summary,
    _ progress: (String) -> Void
  ) {
    var row = Row(primitive: primitive.name)
    let race = PrimitiveRace(library: library)
    let scriptsMax = primitive.scriptCount ?? races / Self.racesOfScript + 1
    while row.races < races, row.scripts < scriptsMax, row.findings == 0 {
      let stream = PrimitiveTable.stream(of: primitive, number: row.scripts)
      let program = table.script(of: primitive, number: row.scripts, seed: seed)
      row.scripts += 1
      let words = program.description
      progress(words)
      if explores, program.isControllable(in: library),
        let found = hunt(program, seed: stream, &row, progress)
      {
        report.findings.append(found)
        row.findings += 1
        break
      }
      if Exhaustion.whileExploring() != nil { break }
      let (violations, count) = race.raceAll(
        program.script, iterations: Self.racesOfScript, seed: seed ^ stream
      ) { _ in progress(words) }
      row.races += count
      for violation in violations {
        report.findings.append(
          Found(
            number: violation.part == nil ? row.scripts - 1 : nil,
            program: violation.part ?? program, invariant: violation.invariant,
            message: violation.message))
        row.findings += 1
      }
    }
    report.rows.append(row)
  }

  private func hunt(
    _ program: PrimitiveProgram, seed: UInt64, _ row: inout Row, _ progress: (String) -> Void
  ) -> Found? {
    let words = program.description
    let runner = PrimitiveRunner(program.script, library: library)
    let schedules = program.schedules(of: Self.schedulesOfScript, in: library)
    let report = ScheduleHunt(runner, seed: seed).hunt(schedulesMax: schedules) {
      _ in
      progress(words)
      return true
    }
    row.schedules += report.schedules
    return report.failure.map { failure in
      Found(
        number: row.scripts - 1, program: program, invariant: failure.violation.invariant,
        message: failure.violation.message,
        details: failure.steps + failure.details.split(separator: "\n").map(String.init))
    }
  }
}
