import SwiftSyntax

/// What a place has to give back when it is left.
enum DueResult: Equatable {
  case nothing
  /// A constant that fits, as it is written.
  case constants([String])
  /// Syntax does not say what would fit.
  case unknown

  /// What leaves such a place with the first constant that fits.
  var exit: String? {
    switch self {
    case .nothing: "return"
    case .constants(let values): values.first.map { "return \($0)" }
    case .unknown: nil
    }
  }

  /// - Parameter type: what is declared to be given back; nil: nothing.
  init(_ type: TypeSyntax?) {
    guard let type else {
      self = .nothing
      return
    }
    if type.is(OptionalTypeSyntax.self) {
      self = .constants(["nil"])
    } else if type.is(ArrayTypeSyntax.self) {
      self = .constants(["[]"])
    } else {
      switch type.words {
      case "Void", "()": self = .nothing
      case "Bool": self = .constants(["true", "false"])
      case "Int", "UInt64", "UInt32": self = .constants(["0"])
      case "any Disposable": self = .constants(["Disposables.create()"])
      default: self = .unknown
      }
    }
  }
}

extension SyntaxProtocol {
  /// What the nearest function, accessor or closure around it has to give back.
  var resultDue: DueResult {
    var next = parent
    while let node = next {
      if let function = node.as(FunctionDeclSyntax.self) {
        return DueResult(function.signature.returnClause?.type)
      }
      if node.is(InitializerDeclSyntax.self) || node.is(DeinitializerDeclSyntax.self) {
        return .nothing
      }
      if let accessor = node.as(AccessorDeclSyntax.self),
        accessor.accessorSpecifier.text != "get"
      {
        return .nothing
      }
      if let binding = node.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
        return binding.typeAnnotation.map { DueResult($0.type) } ?? .unknown
      }
      if node.is(SubscriptDeclSyntax.self) { return .unknown }
      if let closure = node.as(ClosureExprSyntax.self) { return closure.result }
      next = node.parent
    }
    return .unknown
  }
}

extension ClosureExprSyntax {
  /// One of several statements gives nothing back unless another one says `return` with a value.
  fileprivate var result: DueResult {
    if let clause = signature?.returnClause { return DueResult(clause.type) }
    let finder = ReturnFinder(viewMode: .sourceAccurate)
    finder.walk(statements)
    return finder.hasValue || statements.count == 1 ? .unknown : .nothing
  }
}

private final class ReturnFinder: SyntaxVisitor {
  var hasValue = false

  override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
    if node.expression != nil { hasValue = true }
    return .skipChildren
  }

  // What is said in a function inside is said for that one.
  override func visit(_ node: ClosureExprSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
  override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
}
