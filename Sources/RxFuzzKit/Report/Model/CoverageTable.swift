/// Which templates raced events through which operators, beside what there is to be met.
struct CoverageTable: Hashable, Sendable {
  struct Cell: Hashable, Sendable {
    /// Kinds of outcomes, as `OutcomeClasses` numbers them; 0: not met.
    var classes: UInt8 = 0
    /// For each operator that fed this one the kinds of outcomes.
    var inputs: [String: UInt8] = [:]
  }

  struct Template: Hashable, Sendable {
    var name: String
    /// The operators that it applies to, in the order of the catalogue.
    var wanted: [String]
    /// By operator.
    var cells: [String: Cell] = [:]

    /// Operators that it applies to and has not met.
    var missing: [String] { wanted.filter { (cells[$0]?.classes ?? 0) == 0 } }
  }

  var scenarios: UInt64 = 0
  var templates: [Template] = []

  /// All operators that any template applies to or has met, in the order of the catalogue.
  var operators: [String] {
    let named = Set(templates.flatMap { $0.wanted + $0.cells.keys })
    return Catalogue.everywhere.map(\.name).filter(named.contains)
  }

  /// Pairs of template and operator: wanted, and met of them.
  var due: Int { templates.reduce(0) { $0 + $1.wanted.count } }
  var met: Int { templates.reduce(0) { $0 + $1.wanted.count - $1.missing.count } }

  /// Adds what another part of the run has met.
  mutating func merge(_ other: CoverageTable) {
    scenarios += other.scenarios
    for template in other.templates {
      guard let index = templates.firstIndex(where: { $0.name == template.name }) else {
        templates.append(template)
        continue
      }
      for (row, cell) in template.cells {
        templates[index].cells[row, default: Cell()].classes |= cell.classes
        templates[index].cells[row, default: Cell()].inputs.merge(cell.inputs) { $0 | $1 }
      }
    }
  }
}

extension CoverageTable {
  init(_ map: CoverageMap, goal: CoverageGoal) {
    scenarios = map.scenarios
    templates = goal.rows.map { Template(name: $0.template, wanted: $0.rows) }
    let indices = Dictionary(
      uniqueKeysWithValues: templates.enumerated().map { ($0.element.name, $0.offset) })
    for (place, classes) in map.outcomes {
      guard let index = indices[place.template] else { continue }
      if let input = place.input {
        templates[index].cells[place.row, default: Cell()].inputs[input] = classes.rawValue
      } else {
        templates[index].cells[place.row, default: Cell()].classes = classes.rawValue
      }
    }
  }
}
