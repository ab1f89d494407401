/// What a run's children may do at a time: a race takes two processors, and what is explored takes one, since under control
/// one task runs at a time.
///
/// A child beyond those that race has work only while no race is on: two explore, or make two findings small, where one race
/// would go on. A value; any thread.
struct ProcessorBudget: Hashable, Sendable {
  /// Processors that are divided up.
  let processors: Int
  /// Children that may be there at a time.
  private(set) var childrenMax: Int
  /// What is explored takes as much as a race where no other child could use the rest.
  private let processorsOfExploring: Int

  /// - Parameters:
  ///   - jobs: races at a time; at least 1.
  ///   - helpers: children beside them.
  init(jobs: Int, helpers: Int) {
    processors = jobs * CampaignLimits.processorsOfRace
    childrenMax = jobs + helpers
    processorsOfExploring = helpers > 0 ? 1 : CampaignLimits.processorsOfRace
  }

  /// Processors that work of that engine keeps busy.
  func processors(of engine: WorkEngine) -> Int {
    engine == .explore ? processorsOfExploring : CampaignLimits.processorsOfRace
  }

  /// What is left beside that work.
  func free(beside units: some Sequence<WorkUnit>) -> Int {
    processors - units.reduce(0) { $0 + processors(of: $1.engine) }
  }

  /// Whether a child that waits for room may explore meanwhile: beside each that explores in its turn, or tries, there is room
  /// for one. With more, each would begin anew as soon as another is done, and there would never be room for a race.
  func mayExploreAhead(beside units: some Sequence<WorkUnit>) -> Bool {
    let explored = units.filter { $0.engine == .explore }
    let ahead = explored.count(where: \.isAhead)
    return ahead < explored.count - ahead && processors(of: .explore) <= free(beside: units)
  }

  /// What time on work of that engine is as a share of the machine: how long races would have gone on in its place.
  func asRaces(_ milliseconds: UInt64, of engine: WorkEngine) -> UInt64 {
    milliseconds * UInt64(processors(of: engine)) / UInt64(CampaignLimits.processorsOfRace)
  }

  /// The system has nothing left for another child: the run goes on with so many.
  mutating func settle(for children: Int) { childrenMax = max(1, children) }
}
