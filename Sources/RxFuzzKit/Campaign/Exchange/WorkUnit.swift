import ScheduleKit

/// A piece of work for one child: some batches of the run, or of one corpus file.
struct WorkUnit: Equatable, Sendable {
  /// Where the scenarios come from.
  enum Source: Hashable, Sendable {
    /// Each batch draws its own scenario from (seed, batch).
    case generated
    /// Every batch races the plan's file of that index.
    case file(Int)
    /// Each batch races one script of a primitive on its own: the batch's number says whose turn it is.
    case primitives
    /// Every batch races the script of the plan's file of that index, which is a primitive's.
    case primitiveFile(Int)
    /// Every batch races a candidate of the shrinker, until the failure is seen; nil: any failure.
    case trial(lock: FindingFingerprint?)
    /// The same with a script of a primitive.
    case primitiveTrial(lock: FindingFingerprint?)
  }
  /// Distinct over the run; a child's journal and answers name it.
  var number: UInt64
  var source: Source
  var engine = WorkEngine.stress
  var firstBatch: UInt64
  /// Races, or schedules where it is explored. At least 1; the last batch may be a partial one.
  var iterations: UInt64

  /// Whether every outcome is reported, with its grade.
  var reportsOutcomes = false
  /// Whether scripts of primitives are run under control before they are raced.
  var explores = false
  /// Whether it was begun because what comes first had no room yet; for the parent alone.
  var isAhead = false

  /// Whether it belongs to the shrinker rather than to the run's own races.
  var isTrial: Bool {
    switch source {
    case .trial, .primitiveTrial: true
    case .generated, .file, .primitives, .primitiveFile: false
    }
  }

  /// What a failure must have to be reported in a trial; nil: any failure will do.
  var lock: FindingFingerprint? {
    switch source {
    case .trial(let lock), .primitiveTrial(let lock): lock
    case .generated, .file, .primitives, .primitiveFile: nil
    }
  }

  /// Whether a primitive is raced on its own.
  var racesPrimitive: Bool {
    switch source {
    case .primitives, .primitiveFile, .primitiveTrial: true
    case .generated, .file, .trial: false
    }
  }

  private static let batchSize = UInt64(ScenarioGenerator.iterationsPerScenario)

  /// Whether all of it is one batch: learning a fixed scenario anew every few schedules would be a waste.
  private var isOneBatch: Bool { engine == .explore && source != .generated }

  /// Batches of the unit.
  var batches: Range<UInt64> {
    if isOneBatch { return firstBatch..<firstBatch + 1 }
    return firstBatch..<(firstBatch + (iterations + Self.batchSize - 1) / Self.batchSize)
  }

  /// How many iterations that batch has in this unit.
  func iterations(ofBatch batch: UInt64) -> UInt64 {
    isOneBatch
      ? iterations : min(Self.batchSize, iterations - (batch - firstBatch) * Self.batchSize)
  }

  /// Number of that batch's first iteration within its source.
  func firstIteration(ofBatch batch: UInt64) -> UInt64 { batch * Self.batchSize }

  /// The unit without the batches before that one.
  func rest(from batch: UInt64) -> WorkUnit? {
    guard batches.contains(batch) else { return nil }
    var rest = self
    rest.firstBatch = batch
    rest.iterations = iterations - (batch - firstBatch) * Self.batchSize
    return rest
  }

  /// What is left of the unit behind that batch, or nil.
  func rest(after batch: UInt64) -> WorkUnit? { rest(from: batch + 1) }

  /// As it goes to the child; `scenario` is the text of the file's or the candidate's scenario, `script` that of a primitive's,
  /// `schedule` the one that is repeated before others are tried, `memory` what atomic loads see, `avoidance` what is left
  /// out of what it draws itself.
  func message(
    scenario: String?, script: String? = nil, schedule: String? = nil, strategy: String? = nil,
    memory: MemoryModel = .sequential, avoidance: Avoidance = Avoidance()
  ) -> Message {
    var fields = FieldText()
    fields.add("number", number)
    fields.add("first", firstBatch)
    fields.add("iterations", iterations)
    if engine == .explore { fields.add("engine", engine.rawValue) }
    if let scenario { fields.add("scenario", scenario) }
    if let schedule { fields.add("schedule", schedule) }
    if let strategy { fields.add("strategy", strategy) }
    if memory != .sequential { fields.add("memory", memory.name) }
    if reportsOutcomes { fields.add("outcomes", 1) }
    if explores { fields.add("explores", 1) }
    if let script { fields.add("script", script) }
    if source == .generated { avoidance.add(to: &fields) }
    if source == .primitives { fields.add("primitives", 1) }
    if isTrial { fields.add("trial", lock?.description ?? "") }
    return Message(kind: .unit, fields: fields)
  }

  /// What `message` gave, for the child, which knows a file by the scenario that comes along; nil for
  /// anything else.
  init?(_ message: Message) {
    guard message.kind == .unit, let number = message.fields.number("number"),
      let firstBatch = message.fields.number("first"),
      let iterations = message.fields.number("iterations"), iterations > 0
    else { return nil }
    var source = message.fields["scenario"] == nil ? Source.generated : .file(0)
    if message.fields["primitives"] != nil { source = .primitives }
    if message.fields["script"] != nil { source = .primitiveFile(0) }
    if let text = message.fields["trial"] {
      let lock = text.isEmpty ? nil : FindingFingerprint(text: text)
      source = source == .primitiveFile(0) ? .primitiveTrial(lock: lock) : .trial(lock: lock)
    }
    let engine = message.fields["engine"].flatMap(WorkEngine.init(rawValue:)) ?? .stress
    self.init(
      number: number, source: source, engine: engine, firstBatch: firstBatch,
      iterations: iterations)
    reportsOutcomes = message.fields["outcomes"] != nil
    explores = message.fields["explores"] != nil
  }

  init(
    number: UInt64, source: Source, engine: WorkEngine = .stress, firstBatch: UInt64,
    iterations: UInt64
  ) {
    self.number = number
    self.source = source
    self.engine = engine
    self.firstBatch = firstBatch
    self.iterations = iterations
  }
}
