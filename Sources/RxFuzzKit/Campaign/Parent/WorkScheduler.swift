/// Assigns the batches of a run to workers: first the corpus files, then the generated scenarios.
///
/// Every batch is assigned once; what a child did not get to is given back and assigned again. Which scenarios are explored,
/// and for how many schedules, depends on the plan alone and never on time.
struct WorkScheduler: Sendable {
  private struct FileWork {
    let source: WorkUnit.Source
    var next: UInt64 = 0
    let end: UInt64
    var explores: Bool
    /// Whose races of this file are to be raced here.
    let shard: CampaignShard

    /// - Parameter ordinal: its place among all files: those of one block are shared out by it.
    init(
      _ source: WorkUnit.Source, races: UInt64, explores: Bool, ordinal: Int,
      of shard: CampaignShard
    ) {
      self.source = source
      self.shard = shard.shifted(by: ordinal)
      end = races
      next = self.shard.nextIteration(from: 0, end: races)
      self.explores = explores && self.shard.index == 0
    }

    var isDone: Bool { next == end && !explores }
  }

  private var files: [FileWork]
  private let engine: EngineChoice
  private let shard: CampaignShard
  private var generatedNext: UInt64 = 0
  /// Iterations of generated scenarios; `UInt64.max` where only time bounds the run.
  private let generatedEnd: UInt64
  /// In a run of both engines, the next generated batch to be explored.
  private var exploredNext: UInt64 = 0
  private let explored: ExploredBatches
  /// The next turn of primitives that are raced on their own; nil where the library has none.
  private var primitivesNext: UInt64?
  private var returned: [WorkUnit] = []
  private var dropped: Set<WorkUnit.Source> = []
  private var numbers: UInt64 = 0
  /// The engines that have been assigned scenarios.
  private var enginesAssigned: Set<WorkEngine> = []
  private static let batchSize = UInt64(ScenarioGenerator.iterationsPerScenario)

  /// - Parameters:
  ///   - fileRaces: races of each of the plan's files.
  ///   - primitiveFileRaces: races of each of the plan's files of primitives, tried in some schedules first where the engine explores.
  ///   - generatedIterations: nil where only time bounds the run.
  ///   - hasPrimitives: whether primitives are raced on their own.
  ///   - surveyBatches: batches at the start in which each operator has its first turns.
  ///   - state: of the campaign that this one goes on with.
  ///   - shard: whose work alone is assigned.
  init(
    fileRaces: [UInt64], primitiveFileRaces: [UInt64] = [], generatedIterations: UInt64?,
    engine: EngineChoice = .stress,
    hasPrimitives: Bool = false, surveyBatches: UInt64 = 0, resuming state: CampaignState? = nil,
    shard: CampaignShard = .whole
  ) {
    self.engine = engine
    self.shard = shard
    explored = ExploredBatches(survey: surveyBatches)
    files = fileRaces.enumerated().filter { $0.element > 0 }.map {
      FileWork(
        .file($0.offset), races: $0.element, explores: engine == .both, ordinal: $0.offset,
        of: shard)
    }
    if engine.races {
      files += primitiveFileRaces.enumerated().filter { $0.element > 0 }.map {
        FileWork(
          .primitiveFile($0.offset), races: $0.element, explores: false,
          ordinal: fileRaces.count + $0.offset, of: shard)
      }
    }
    files.removeAll(where: \.isDone)
    generatedEnd = generatedIterations ?? .max
    generatedNext = state?.nextIteration ?? 0
    exploredNext = state?.nextExplored ?? 0
    if hasPrimitives, engine.races { primitivesNext = state?.nextPrimitive ?? 0 }
    returned = (state?.left ?? []).map {
      WorkUnit(
        number: 0, source: .generated, engine: $0.engine, firstBatch: $0.firstBatch,
        iterations: $0.iterations)
    }
    skipToOwnWork()
  }

  /// Passes over what other shards do.
  private mutating func skipToOwnWork() {
    guard !shard.isWhole else { return }
    generatedNext = shard.nextIteration(from: generatedNext, end: generatedEnd)
    exploredNext = explored.batch(shard.next(from: explored.ordinal(from: exploredNext)))
    primitivesNext = primitivesNext.map(shard.next)
  }

  /// How far the generated scenarios have come, given the units that children have not finished.
  func state(library: String, seed: UInt64, outstanding: [WorkUnit]) -> CampaignState {
    let undone = returned + outstanding
    let left = undone.filter { $0.source == .generated }
    let turns = undone.filter { $0.source == .primitives }.map(\.firstBatch)
    return CampaignState(
      library: library, seed: seed, nextIteration: generatedNext, nextExplored: exploredNext,
      nextPrimitive: (turns + [primitivesNext ?? EngineChoice.primitivesTurn(after: generatedNext)])
        .min() ?? 0,
      left: left.map {
        CampaignState.Left(
          engine: $0.engine, firstBatch: $0.firstBatch, iterations: $0.iterations)
      })
  }

  /// The next unit of at most `batchesMax` batches, or nil when all is assigned.
  mutating func nextUnit(batchesMax: Int) -> WorkUnit? { noted(draw(batchesMax: batchesMax)) }

  /// The next unit to be explored beside races, or nil: where one of those has no room. Generated scenarios may be explored a little before
  /// their races.
  mutating func nextExplored() -> WorkUnit? {
    var unit = noted(drawExplored())
    unit?.isAhead = true
    return unit
  }

  private mutating func noted(_ unit: WorkUnit?) -> WorkUnit? {
    if let unit, !unit.racesPrimitive { enginesAssigned.insert(unit.engine) }
    return unit
  }

  private mutating func drawExplored() -> WorkUnit? {
    guard hasExploring else { return nil }
    defer { skipToOwnWork() }
    let number = drawNumber()
    if let place = returned.lastIndex(where: { $0.engine == .explore }) {
      var unit = returned.remove(at: place)
      unit.number = number
      return unit
    }
    if let place = files.firstIndex(where: \.explores) {
      defer { if files[place].isDone { files.remove(at: place) } }
      return exploredFile(at: place, number)
    }
    return exploredBatch(number)
  }

  /// Whether `nextExplored` has a unit.
  var hasExploring: Bool {
    guard engine == .both else { return false }
    return returned.contains { $0.engine == .explore } || files.contains(where: \.explores)
      || isAheadAllowed
  }

  /// Whether the next scenario to be explored is one that races have come to, or will soon.
  private var isAheadAllowed: Bool {
    guard exploredNext * Self.batchSize < generatedEnd else { return false }
    let raced = explored.ordinal(from: generatedNext / Self.batchSize)
    return explored.ordinal(from: exploredNext) < raced + CampaignLimits.exploredAheadMax
  }

  private mutating func exploredFile(at place: Int, _ number: UInt64) -> WorkUnit {
    files[place].explores = false
    return WorkUnit(
      number: number, source: files[place].source, engine: .explore, firstBatch: 0,
      iterations: EngineChoice.schedulesOfFile)
  }

  private mutating func exploredBatch(_ number: UInt64) -> WorkUnit {
    defer { exploredNext = explored.batch(explored.ordinal(from: exploredNext + 1)) }
    return WorkUnit(
      number: number, source: .generated, engine: .explore, firstBatch: exploredNext,
      iterations: min(
        EngineChoice.schedulesOfGenerated, generatedEnd - exploredNext * Self.batchSize))
  }

  private mutating func draw(batchesMax: Int) -> WorkUnit? {
    defer { skipToOwnWork() }
    let number = drawNumber()
    if var unit = returned.popLast() {
      (unit.number, unit.isAhead) = (number, false)
      return unit
    }
    if !files.isEmpty { return nextFileUnit(number, batchesMax) }
    if owesExploring { return exploredBatch(number) }
    if owesPrimitives, let turn = primitivesNext {
      primitivesNext = turn + 1
      var unit = WorkUnit(
        number: number, source: .primitives, firstBatch: turn, iterations: Self.batchSize)
      unit.explores = engine == .both
      return unit
    }
    guard generatedNext < generatedEnd else { return nil }
    let first = generatedNext
    let count = min(
      size(batchesMax), generatedEnd - generatedNext, shard.iterationsInBlock(from: first))
    generatedNext += count
    return WorkUnit(
      number: number, source: .generated, engine: engine.races ? .stress : .explore,
      firstBatch: first / Self.batchSize, iterations: count)
  }

  /// Whether races have come to a scenario that is to be explored, too.
  private var owesExploring: Bool {
    let first = exploredNext * Self.batchSize
    return engine == .both && first <= generatedNext && first < generatedEnd
  }

  /// Whether races have come to the next turn of a primitive.
  private var owesPrimitives: Bool {
    guard let primitivesNext else { return false }
    let due = primitivesNext * EngineChoice.primitivesPeriod
    return due <= generatedNext && due < generatedEnd
  }

  private mutating func nextFileUnit(_ number: UInt64, _ batchesMax: Int) -> WorkUnit {
    let file = files[0]
    defer { if files[0].isDone { files.removeFirst() } }
    if file.explores { return exploredFile(at: 0, number) }
    let wanted = engine.races ? size(batchesMax) : EngineChoice.schedulesOfFile
    let count = min(wanted, file.end - file.next, file.shard.iterationsInBlock(from: file.next))
    files[0].next = file.shard.nextIteration(from: file.next + count, end: file.end)
    var unit = WorkUnit(
      number: number, source: file.source, engine: engine.races ? .stress : .explore,
      firstBatch: file.next / Self.batchSize, iterations: count)
    unit.explores = unit.racesPrimitive && engine == .both
    return unit
  }

  /// Iterations of a unit. One that is explored has one batch: its scenarios differ much in what they cost.
  private func size(_ batchesMax: Int) -> UInt64 {
    UInt64(engine.races ? max(1, batchesMax) : 1) * Self.batchSize
  }

  /// What the next unit is done by; nil when all is assigned.
  var nextEngine: WorkEngine? {
    guard hasMore else { return nil }
    if !engine.races { return .explore }
    if let unit = returned.last { return unit.engine }
    if let file = files.first { return file.explores ? .explore : .stress }
    return owesExploring ? .explore : .stress
  }

  /// A number that no unit has had.
  mutating func drawNumber() -> UInt64 {
    numbers += 1
    return numbers
  }

  /// The engines that have been assigned scenarios, or are to be: a short stretch of a campaign may have none for one of
  /// them.
  var enginesDue: Set<WorkEngine> {
    var due = enginesAssigned
    for unit in returned where !unit.racesPrimitive { due.insert(unit.engine) }
    let scenarios = files.filter { if case .file = $0.source { true } else { false } }
    let isLeft = !scenarios.isEmpty || generatedNext < generatedEnd
    if isLeft { due.insert(engine.races ? .stress : .explore) }
    if owesExploring || scenarios.contains(where: \.explores) { due.insert(.explore) }
    return due
  }

  /// Whether there is anything left to assign.
  var hasMore: Bool {
    !returned.isEmpty || !files.isEmpty || generatedNext < generatedEnd || owesExploring
      || owesPrimitives
  }

  /// Takes back what a child did not get to.
  mutating func giveBack(_ unit: WorkUnit) {
    if dropped.contains(unit.source) { return }
    returned.append(unit)
  }

  /// No more races of that file: it has failed, which is all there is to learn.
  mutating func drop(file source: WorkUnit.Source) {
    dropped.insert(source)
    files.removeAll { $0.source == source }
    returned.removeAll { $0.source == source }
  }
}
