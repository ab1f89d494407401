/// What scenarios have met: which template raced events through which operators, and what came of it.
///
/// A value; merging the maps of two halves of a run gives that of the run.
public struct CoverageMap: Hashable, Sendable {
  /// A template, and an operator with one that feeds it; an operator alone where nothing does.
  public struct Place: Hashable, Sendable {
    public let template: String
    public let row: String
    public let input: String?
  }
  /// For each place the kinds of outcomes seen there.
  public private(set) var outcomes: [Place: OutcomeClasses] = [:]
  /// How many kinds that are in all.
  public private(set) var kinds: UInt64 = 0
  public private(set) var scenarios: UInt64 = 0
  /// What of it could not be judged.
  public private(set) var undecided = UndecidedMap()

  public init() {}

  /// Adds one scenario with the kinds of outcomes that its runs had, and how many of them were not judged.
  public mutating func add(
    _ drawn: GeneratedScenario, outcomes seen: OutcomeClasses,
    undecided counts: UndecidedCounts = UndecidedCounts()
  ) {
    scenarios += 1
    undecided.add(drawn, counts)
    for template in drawn.templates {
      let paths = RacedPaths(drawn.scenario, template: template)
      for row in paths.rows {
        add(seen, at: Place(template: template, row: row, input: nil))
      }
      for link in paths.links {
        add(seen, at: Place(template: template, row: link.row, input: link.input))
      }
    }
  }

  private mutating func add(_ seen: OutcomeClasses, at place: Place) {
    let before = outcomes[place]
    let after = (before ?? []).union(seen)
    outcomes[place] = after
    kinds += UInt64(after.rawValue.nonzeroBitCount - (before?.rawValue.nonzeroBitCount ?? 0))
  }

  /// Operators that the template has met.
  public func rows(of template: String) -> Set<String> {
    Set(outcomes.keys.lazy.filter { $0.template == template && $0.input == nil }.map(\.row))
  }

  /// Pairs of operators that the template has met.
  public func links(of template: String) -> Int {
    outcomes.keys.count { $0.template == template && $0.input != nil }
  }

  /// Triples of a pair of operators, this template and a kind of outcome that were seen.
  public func outcomes(of template: String) -> Int {
    outcomes.reduce(0) { sum, entry in
      guard entry.key.template == template, entry.key.input != nil else { return sum }
      return sum + entry.value.rawValue.nonzeroBitCount
    }
  }

  /// All kinds of outcomes that the template has led to.
  public func classes(of template: String) -> OutcomeClasses {
    outcomes.reduce(into: []) { classes, entry in
      if entry.key.template == template { classes.formUnion(entry.value) }
    }
  }
}

/// What there is to be met, for one library.
public struct CoverageGoal: Sendable {
  /// For each template the operators it applies to, in the order of the catalogue.
  public let rows: [(template: String, rows: [String])]
  /// Operators that may feed another one on purpose.
  public let inputs: Int

  public init(library: any LibraryUnderTest) {
    let aims = ScenarioGenerator(library: library).aims
    rows = RaceTemplates.all.map { template in
      let due = Set(aims.pairs.lazy.filter { $0.template.name == template.name }.map(\.row.name))
      return (template.name, Catalogue.everywhere.map(\.name).filter(due.contains))
    }
    inputs = aims.children.count
  }
}
