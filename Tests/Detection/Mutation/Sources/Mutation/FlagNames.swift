import SwiftSyntax

/// The members of all option sets: which flags can be mistaken for one another.
struct FlagNames: Sendable {
  /// By the place of the file, of each flag the next one of its set; nil for the only one.
  private var successors: [[String: String?]] = []

  /// - Parameter files: are known by their places in this list.
  init(_ files: [SourceFileSyntax]) {
    for file in files {
      let collector = Collector(viewMode: .sourceAccurate)
      collector.walk(file)
      var own: [String: String?] = [:]
      for flags in collector.sets {
        for (index, flag) in flags.enumerated() where own[flag] == nil {
          own[flag] = .some(flags.count > 1 ? flags[(index + 1) % flags.count] : nil)
        }
      }
      successors.append(own)
    }
  }

  /// The flag that can stand for that one: of a set of the same file, where that has one of this name.
  func successor(of flag: String, inFile index: Int) -> String? {
    if let own = successors[index][flag] { return own }
    return successors.lazy.compactMap { $0[flag] }.first ?? nil
  }

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
