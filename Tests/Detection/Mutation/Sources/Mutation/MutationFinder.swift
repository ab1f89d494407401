import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds every place of a set of Swift files where one of the operators of `MutationTable` can make a fault.
///
/// Thread-safety: a value; any thread.
public struct MutationFinder: Sendable {
  private let files: [(path: String, text: String)]
  private let trees: [SourceFileSyntax]
  private let declared: Declarations
  private let conditions: CompilationConditions

  /// - Parameters:
  ///   - files: paths below one folder, with their text; what one file declares is known in all others.
  ///   - conditions: what of a choice by `#if` is code; the rest is not broken.
  public init(_ files: [(path: String, text: String)], _ conditions: CompilationConditions) {
    self.files = files.sorted { $0.path < $1.path }
    self.conditions = conditions
    trees = self.files.map { Parser.parse(source: $0.text) }
    declared = Declarations(flags: FlagNames(trees), signatures: Signatures(trees))
  }

  /// All of them, in the order of files and places.
  public func mutations() -> [Mutation] {
    var all: [Mutation] = []
    for (index, (file, parsed)) in zip(files, trees).enumerated() {
      // Where operators cannot be folded, conditions stay lists, and such places are left out.
      let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
      let tree = folded.as(SourceFileSyntax.self) ?? parsed
      let walker = MutationWalker(
        path: file.path, index: index, tree: tree, declared: declared, conditions: conditions)
      walker.walk(tree)
      all += walker.sites.mutations
    }
    return Self.numbered(all)
  }

  /// Equal places are distinguished by their order.
  private static func numbered(_ mutations: [Mutation]) -> [Mutation] {
    var seen: [String: Int] = [:]
    return mutations.map { mutation in
      var mutation = mutation
      let ordinal = seen[mutation.identifier, default: 0] + 1
      seen[mutation.identifier] = ordinal
      mutation.ordinal = ordinal
      return mutation
    }
  }
}

/// What all files together declare.
struct Declarations: Sendable {
  let flags: FlagNames
  let signatures: Signatures
}

/// A node with what an operator may ask of its surroundings.
struct SourceNode: ~Copyable {
  let syntax: Syntax
  /// The place of its file among all.
  let file: Int
  let declared: Declarations
}

/// Collects what operators find in one file.
struct MutationSites {
  fileprivate let path: String
  fileprivate let converter: SourceLocationConverter
  var mutations: [Mutation] = []

  mutating func add(
    _ kind: String, at node: some SyntaxProtocol, _ change: String, _ edit: Mutation.Edit
  ) {
    let position = node.positionAfterSkippingLeadingTrivia
    mutations.append(
      Mutation(
        kind: kind, file: path, line: converter.location(for: position).line,
        scope: Self.scope(of: Syntax(node)), original: node.words, change: change, edit: edit))
  }

  /// The names of the declarations around a node.
  private static func scope(of node: Syntax) -> String {
    var names: [String] = []
    var next = node.parent
    while let current = next {
      if let name = declaredName(current) { names.append(name) }
      next = current.parent
    }
    return names.reversed().joined(separator: ".")
  }

  private static func declaredName(_ node: Syntax) -> String? {
    if let type = node.asProtocol((any NamedDeclSyntax).self) { return type.name.text }
    if let extended = node.as(ExtensionDeclSyntax.self) { return extended.extendedType.words }
    if node.is(InitializerDeclSyntax.self) { return "init" }
    if node.is(DeinitializerDeclSyntax.self) { return "deinit" }
    if let variable = node.as(VariableDeclSyntax.self),
      variable.bindings.first?.accessorBlock != nil
    {
      return variable.bindings.first?.pattern.words
    }
    return nil
  }
}

/// Shows each node of a file to each operator.
private final class MutationWalker: SyntaxAnyVisitor {
  var sites: MutationSites
  private let index: Int
  private let declared: Declarations
  private let conditions: CompilationConditions

  init(
    path: String, index: Int, tree: SourceFileSyntax, declared: Declarations,
    conditions: CompilationConditions
  ) {
    self.index = index
    self.declared = declared
    self.conditions = conditions
    sites = MutationSites(
      path: path, converter: SourceLocationConverter(fileName: path, tree: tree))
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    // Attributes and conditions of compilation are no code that runs, nor is what is not compiled.
    if node.is(AttributeListSyntax.self) {
      return .skipChildren
    }
    if let choice = node.as(IfConfigDeclSyntax.self) {
      if let elements = conditions.compiled(of: choice)?.elements { walk(elements) }
      return .skipChildren
    }
    let source = SourceNode(syntax: node, file: index, declared: declared)
    for mutationOperator in MutationTable.all { mutationOperator.visit(source, into: &sites) }
    return .visitChildren
  }
}

extension SyntaxProtocol {
  /// Where it stands, without the blanks and comments around it.
  var span: Span {
    Span(
      positionAfterSkippingLeadingTrivia.utf8Offset,
      endPositionBeforeTrailingTrivia.utf8Offset)
  }

  /// Its text on one line.
  var words: String {
    trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
