import Mutation

/// Which places do not compile once they are broken: a row for each kind of fault, then the places.
struct DiagnosisText {
  private let places: [Mutation]
  private let unviable: [Mutation]

  init(_ places: [Mutation], _ unviable: [Mutation]) {
    self.places = places
    self.unviable = unviable
  }

  var text: String {
    var lines = ["| fault | places | do not compile |", "|---|---|---|"]
    for row in MutationTable.rows {
      let own = places.count { $0.kind == row.name }
      let misfits = unviable.count { $0.kind == row.name }
      if own > 0 { lines.append("| \(row.name) | \(own) | \(misfits) |") }
    }
    lines.append("| all | \(places.count) | \(unviable.count) |")
    lines.append("")
    lines += unviable.map { "\($0.file):\($0.line) \($0.identifier)" }.sorted()
    return lines.joined(separator: "\n")
  }
}
