import SwiftOperators
import SwiftParser
import SwiftSyntax

/// Finds every place of a set of Swift files where one of the operators of `MutationTable` can make a fault.
///
/// Thread-safety: a value; any thread.
public struct MutationFinder: Sendable {
  private let files: [(path: String, text: String)]
  private let flags: FlagNames

  /// - Parameter files: paths below one folder, with their text; flags of one file are known in all others.
  public init(_ files: [(path: String, text: String)]) {
    self.files = files.sorted { $0.path < $1.path }
    flags = FlagNames(files.map { Parser.parse(source: $0.text) })
  }

  /// All of them, in the order of files and places.
  public func mutations() -> [Mutation] {
    var all: [Mutation] = []
    for file in files {
      let parsed = Parser.parse(source: file.text)
      // Where operators cannot be folded, conditions stay lists, and such places are left out.
      let folded = OperatorTable.standardOperators.foldAll(parsed) { _ in }
      let tree = folded.as(SourceFileSyntax.self) ?? parsed
      let walker = MutationWalker(path: file.path, tree: tree, flags: flags)
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

/// A node with what an operator may ask of its surroundings.
struct SourceNode: ~Copyable {
  let syntax: Syntax
  let flags: FlagNames
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
  private let flags: FlagNames

  init(path: String, tree: SourceFileSyntax, flags: FlagNames) {
    self.flags = flags
    sites = MutationSites(
      path: path, converter: SourceLocationConverter(fileName: path, tree: tree))
    super.init(viewMode: .sourceAccurate)
  }

  override func visitAny(_ node: Syntax) -> SyntaxVisitorContinueKind {
    // Attributes and conditions of compilation are no code that runs.
    if node.is(AttributeListSyntax.self) {
      return .skipChildren
    }
    let source = SourceNode(syntax: node, flags: flags)
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
