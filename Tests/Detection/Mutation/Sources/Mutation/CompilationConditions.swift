import SwiftParser
import SwiftSyntax

/// The conditions of `#if` that hold where the copy is built: a fault elsewhere is in code that does not exist there.
public struct CompilationConditions: Sendable {
  private let holding: Set<String>

  /// - Parameter holding: as `all(in:)` names them.
  public init(holding: Set<String>) { self.holding = holding }

  /// Every condition that one of these texts of files asks, each once, without blanks around it.
  public static func all(in texts: [String]) -> [String] {
    let collector = Collector(viewMode: .sourceAccurate)
    for text in texts { collector.walk(Parser.parse(source: text)) }
    return collector.conditions
  }

  /// What of a choice is compiled: the first part whose condition holds, or the one without a condition.
  func compiled(of choice: IfConfigDeclSyntax) -> IfConfigClauseSyntax? {
    choice.clauses.first { $0.condition.map { holding.contains($0.words) } ?? true }
  }

  private final class Collector: SyntaxVisitor {
    var conditions: [String] = []

    override func visit(_ node: IfConfigClauseSyntax) -> SyntaxVisitorContinueKind {
      if let words = node.condition?.words, !conditions.contains(words) {
        conditions.append(words)
      }
      return .visitChildren
    }
  }
}
