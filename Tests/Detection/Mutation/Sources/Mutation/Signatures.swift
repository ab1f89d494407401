import SwiftSyntax

/// What is declared in a set of files and can be called: which two arguments of a call have one type, as far as syntax tells.
struct Signatures: Sendable {
  private struct Parameter: Equatable {
    /// Nil where the argument stands without a label.
    let label: String?
    let type: String
    let isOptional: Bool
  }

  /// By the name of what is called; an initialiser has the name of its type.
  private var lists: [String: [[Parameter]]] = [:]

  init(_ files: [SourceFileSyntax]) {
    let collector = Collector(viewMode: .sourceAccurate)
    for file in files { collector.walk(file) }
    lists = collector.lists
  }

  /// Whether each declaration that such a call can mean gives its neighbouring arguments `index` and the next one equal types.
  /// What nobody has declared has not.
  func agree(at index: Int, of call: FunctionCallExprSyntax) -> Bool {
    guard let name = call.calledExpression.calledName else { return false }
    let labels = call.arguments.map { $0.label?.text }
    let types = lists[name, default: []].compactMap { Self.types(of: labels, in: $0) }
    return !types.isEmpty && types.allSatisfy { $0[index] == $0[index + 1] }
  }

  /// The types of the parameters that these labels name in their order; nil where they do not fit.
  private static func types(of labels: [String?], in parameters: [Parameter]) -> [String]? {
    var types: [String] = []
    for parameter in parameters {
      if types.count < labels.count, labels[types.count] == parameter.label {
        types.append(parameter.type)
      } else if !parameter.isOptional {
        return nil
      }
    }
    return types.count == labels.count ? types : nil
  }

  private final class Collector: SyntaxVisitor {
    var lists: [String: [[Parameter]]] = [:]

    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
      add(node.signature.parameterClause, as: node.name.text)
      return .visitChildren
    }

    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
      var next = node.parent
      while let current = next {
        let name =
          current.asProtocol((any NamedDeclSyntax).self)?.name.text
          ?? current.as(ExtensionDeclSyntax.self)?.extendedType.words
        if let name {
          add(node.signature.parameterClause, as: name)
          break
        }
        next = current.parent
      }
      return .visitChildren
    }

    /// A variable that holds a function.
    override func visit(_ node: PatternBindingSyntax) -> SyntaxVisitorContinueKind {
      add(node.typeAnnotation?.type, as: node.pattern.words)
      return .visitChildren
    }

    /// A parameter that is a function.
    override func visit(_ node: FunctionParameterSyntax) -> SyntaxVisitorContinueKind {
      add(node.type, as: (node.secondName ?? node.firstName).text)
      return .visitChildren
    }

    private func add(_ clause: FunctionParameterClauseSyntax, as name: String) {
      lists[name, default: []].append(
        clause.parameters.map { parameter in
          let label = parameter.firstName.text
          return Parameter(
            label: label == "_" ? nil : label, type: parameter.type.words,
            isOptional: parameter.defaultValue != nil)
        })
    }

    private func add(_ type: TypeSyntax?, as name: String) {
      guard let function = type?.function else { return }
      lists[name, default: []].append(
        function.parameters.map { Parameter(label: nil, type: $0.type.words, isOptional: false) })
    }
  }
}

extension ExprSyntax {
  /// The last word of what is called.
  fileprivate var calledName: String? {
    if let name = self.as(DeclReferenceExprSyntax.self) { return name.baseName.text }
    if let member = self.as(MemberAccessExprSyntax.self) { return member.declName.baseName.text }
    if let special = self.as(GenericSpecializationExprSyntax.self) {
      return special.expression.calledName
    }
    return self.as(OptionalChainingExprSyntax.self)?.expression.calledName
  }
}

extension TypeSyntax {
  /// The type of the function, where this is one, perhaps an optional one or one with attributes.
  fileprivate var function: FunctionTypeSyntax? {
    if let function = self.as(FunctionTypeSyntax.self) { return function }
    if let attributed = self.as(AttributedTypeSyntax.self) { return attributed.baseType.function }
    if let optional = self.as(OptionalTypeSyntax.self) { return optional.wrappedType.function }
    guard let tuple = self.as(TupleTypeSyntax.self), tuple.elements.count == 1 else { return nil }
    return tuple.elements.first?.type.function
  }
}
