/// What scenarios have met: which template raced events through which operators, and what came of it.
///
/// A value; merging the maps of two halves of a run gives that of the run.
public struct CoverageMap: Sendable {
  /// A template, and an operator with one that feeds it; an operator alone where nothing does.
  public struct Place: Hashable, Sendable {
    public let template: String
    public let row: String
    public let input: String?
  }
  /// For each place the kinds of outcomes seen there. Runs meet hundreds of thousands of places, so that each is kept in a few
  /// bytes: the numbers of its names.
  private var cells: [Cell: OutcomeClasses] = [:]
  private var names: [String] = []
  private var numbers: [String: UInt16] = [:]
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

  private struct Cell: Hashable, Sendable {
    var template: UInt16
    var row: UInt16
    /// Stands for no input at 0; one more than the input's number otherwise.
    var input: UInt16
  }

  /// For each place the kinds of outcomes seen there. Complexity: O(n) in the places, each time.
  public var outcomes: [Place: OutcomeClasses] {
    var outcomes: [Place: OutcomeClasses] = [:]
    outcomes.reserveCapacity(cells.count)
    for (cell, classes) in cells {
      let input = cell.input == 0 ? nil : names[Int(cell.input) - 1]
      let place = Place(
        template: names[Int(cell.template)], row: names[Int(cell.row)], input: input)
      outcomes[place] = classes
    }
    return outcomes
  }

  private mutating func number(of name: String) -> UInt16 {
    if let number = numbers[name] { return number }
    let number = UInt16(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }

  private mutating func add(_ seen: OutcomeClasses, at place: Place) {
    let input = place.input.map { number(of: $0) + 1 } ?? 0
    let cell = Cell(template: number(of: place.template), row: number(of: place.row), input: input)
    let before = cells[cell]
    let after = (before ?? []).union(seen)
    cells[cell] = after
    kinds += UInt64(after.rawValue.nonzeroBitCount - (before?.rawValue.nonzeroBitCount ?? 0))
  }

  /// Operators that the template has met.
  public func rows(of template: String) -> Set<String> {
    Set(cells(of: template).filter { $0.key.input == 0 }.map { names[Int($0.key.row)] })
  }

  /// Pairs of operators that the template has met.
  public func links(of template: String) -> Int {
    cells(of: template).count { $0.key.input != 0 }
  }

  /// Triples of a pair of operators, this template and a kind of outcome that were seen.
  public func outcomes(of template: String) -> Int {
    cells(of: template).reduce(0) { sum, entry in
      entry.key.input == 0 ? sum : sum + entry.value.rawValue.nonzeroBitCount
    }
  }

  /// All kinds of outcomes that the template has led to.
  public func classes(of template: String) -> OutcomeClasses {
    cells(of: template).reduce(into: []) { classes, entry in classes.formUnion(entry.value) }
  }

  private func cells(of template: String) -> [(key: Cell, value: OutcomeClasses)] {
    guard let number = numbers[template] else { return [] }
    return cells.filter { $0.key.template == number }.map { ($0.key, $0.value) }
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
