import Foundation
import Testing

@testable import RxFuzzKit

/// The table of operators says as which row of the catalogue each is raced.
@Suite("Every operator is raced")
struct OperatorRaceTests {
  private struct Operator {
    let symbol: String
    let rows: [String]
  }

  /// The sections of operators of observables and of traits, and of bridges.
  private static let sections = [
    "Sources", "Transforming", "Filtering", "Combining", "Errors", "Side effects and time",
    "Sharing", "Subjects and relays", "Conversions", "Infallible", "Single", "Maybe", "Completable",
    "Every trait", "Swift concurrency",
  ]

  private func operators() throws -> [Operator] {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let table = try String(
      contentsOf: root.appending(path: "Sources/RxCore/RxCore.docc/Operators.md"), encoding: .utf8)
    var section = ""
    return table.split(separator: "\n").compactMap { line in
      if line.hasPrefix("## ") { section = String(line.dropFirst(3)) }
      guard Self.sections.contains(section), line.hasPrefix("| `") else { return nil }
      let cells = line.dropFirst(2).components(separatedBy: " | ")
      return Operator(
        symbol: cells[0], rows: cells.count == 4 ? cells[2].components(separatedBy: ", ") : [])
    }
  }

  @Test("as a row of the catalogue")
  func raced() throws {
    let operators = try operators()
    #expect(operators.count > 100)
    for each in operators {
      #expect(!each.rows.isEmpty, "\(each.symbol) is not raced")
      for row in each.rows {
        #expect(Catalogue.row(named: row) != nil, "\(each.symbol): there is no row \(row)")
      }
    }
  }

  @Test("and every row of the catalogue races one")
  func rows() throws {
    let named = Set(try operators().flatMap(\.rows))
    let idle = Catalogue.rows.map(\.name).filter { !named.contains($0) }
    #expect(idle.isEmpty, "\(idle)")
  }
}
