import SwiftSyntax

/// The members of all option sets: which flags can be mistaken for one another.
struct FlagNames: Sendable {
  /// Of each flag the next one of its set.
  private var successors: [String: String] = [:]

  init(_ files: [SourceFileSyntax]) {
    let collector = Collector(viewMode: .sourceAccurate)
    for file in files { collector.walk(file) }
    for flags in collector.sets where flags.count > 1 {
      for (index, flag) in flags.enumerated() where successors[flag] == nil {
        successors[flag] = flags[(index + 1) % flags.count]
      }
    }
  }

  func successor(of flag: String) -> String? { successors[flag] }

  private final class Collector: SyntaxVisitor {
    var sets: [[String]] = []

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind {
      let inherits = node.inheritanceClause?.inheritedTypes.map(\.type.words) ?? []
      guard inherits.contains("OptionSet") else { return .visitChildren }
      sets.append(
        node.memberBlock.members.compactMap { member in
          guard let variable = member.decl.as(VariableDeclSyntax.self),
            variable.modifiers.contains(where: { $0.name.text == "static" })
          else { return nil }
          return variable.bindings.first?.pattern.words
        })
      return .visitChildren
    }
  }
}
