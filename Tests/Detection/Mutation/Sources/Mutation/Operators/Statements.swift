import SwiftSyntax

/// A call whose result nobody uses is left out.
struct DeleteCall: MutationOperator {
  let name = "delete-call"
  let summary = "A call made for its effect is left out."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let statement = node.syntax.as(CodeBlockItemSyntax.self),
      let expression = statement.item.as(ExprSyntax.self), expression.isCallForItsEffect,
      !statement.isImplicitReturn, !expression.callsInitializer
    else { return }
    sites.add(name, at: statement, "left out", .statement(statement.span, ""))
  }
}

/// A call is made twice.
struct DuplicateCall: MutationOperator {
  let name = "duplicate-call"
  let summary = "A call made for its effect is made twice, unless that is meant to be once."

  private static let repeatable = [
    "withExtendedLifetime", ".trap(", ".init(", "dispose()", "disposeSink()", "discard()",
    "cancel()", "Error(", "Completed(", "error(", "completed(", ".end(",
  ]

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let statement = node.syntax.as(CodeBlockItemSyntax.self),
      let expression = statement.item.as(ExprSyntax.self), expression.isCallForItsEffect,
      !statement.isImplicitReturn, !Self.repeatable.contains(where: expression.words.contains)
    else { return }
    sites.add(
      name, at: statement, "twice",
      .statement(statement.span, "\(statement.source)\n\(statement.source)"))
  }
}

/// A variable keeps its old value.
struct DeleteAssignment: MutationOperator {
  let name = "delete-assignment"
  let summary = "An assignment is left out."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let statement = node.syntax.as(CodeBlockItemSyntax.self),
      let infix = statement.item.as(InfixOperatorExprSyntax.self), infix.assigns,
      !statement.isInInitializer
    else { return }
    sites.add(name, at: statement, "left out", .statement(statement.span, ""))
  }
}

/// Two neighbours change places.
struct SwapStatements: MutationOperator {
  let name = "swap-statements"
  let summary = "Two neighbouring statements change places."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let list = node.syntax.as(CodeBlockItemListSyntax.self) else { return }
    for (first, second) in zip(list, list.dropFirst()) {
      // A declaration, or what leaves the block, cannot go before the other.
      guard !second.item.is(DeclSyntax.self), !second.leaves, !first.leaves else { continue }
      // Nor can what uses a name go before the name.
      guard second.namesUsed.isDisjoint(with: first.namesDeclared) else { continue }
      // The order in which an object's variables get their first values is nothing that code could see.
      guard !second.isInInitializer else { continue }
      sites.add(
        name, at: second, "before `\(first.words.prefix(48))`", .swap(first.span, second.span))
    }
  }
}

extension ExprSyntax {
  /// A call, or an optional or throwing one, that stands for itself.
  var isCallForItsEffect: Bool {
    if let chained = self.as(OptionalChainingExprSyntax.self) {
      return chained.expression.isCallForItsEffect
    }
    if let attempt = self.as(TryExprSyntax.self) { return attempt.expression.isCallForItsEffect }
    if let infix = self.as(InfixOperatorExprSyntax.self),
      infix.leftOperand.is(DiscardAssignmentExprSyntax.self)
    {
      return infix.rightOperand.isCallForItsEffect
    }
    return self.is(FunctionCallExprSyntax.self)
  }
}

extension ExprSyntax {
  /// Whether it calls another initialiser of the same object: the compiler demands that, or does it by itself.
  fileprivate var callsInitializer: Bool {
    let words = self.words
    return words.hasPrefix("super.init(") || words.hasPrefix("self.init(")
  }
}

extension InfixOperatorExprSyntax {
  /// Whether it assigns to something that has a name.
  var assigns: Bool {
    if leftOperand.is(DiscardAssignmentExprSyntax.self) { return false }
    if self.operator.is(AssignmentExprSyntax.self) { return true }
    let symbol = self.operator.words
    return symbol.hasSuffix("=") && !["==", "!=", "<=", ">=", "===", "!=="].contains(symbol)
  }
}

extension CodeBlockItemSyntax {
  /// The names of variables that this statement declares for those behind it.
  fileprivate var namesDeclared: Set<String> {
    guard let variable = item.as(VariableDeclSyntax.self) else { return [] }
    return Set(
      variable.bindings.flatMap { $0.pattern.tokens(viewMode: .sourceAccurate).map(\.text) })
  }

  /// All words of it, and some signs.
  fileprivate var namesUsed: Set<String> {
    Set(tokens(viewMode: .sourceAccurate).map(\.text)).subtracting(["(", ")", ",", "_", ":"])
  }

  /// Whether control leaves the block here.
  var leaves: Bool {
    item.is(ReturnStmtSyntax.self) || item.is(BreakStmtSyntax.self)
      || item.is(ContinueStmtSyntax.self) || item.is(ThrowStmtSyntax.self)
      || item.is(GuardStmtSyntax.self) || item.is(DeferStmtSyntax.self)
  }

  /// Whether it is the only statement of something that returns its value.
  var isImplicitReturn: Bool {
    guard let list = parent?.as(CodeBlockItemListSyntax.self), list.count == 1 else { return false }
    var next = list.parent
    while let node = next {
      if let function = node.as(FunctionDeclSyntax.self) {
        return function.signature.returnClause != nil
      }
      if let accessor = node.as(AccessorDeclSyntax.self) {
        return accessor.accessorSpecifier.text == "get"
      }
      if node.is(AccessorBlockSyntax.self) { return true }
      if node.is(IfExprSyntax.self) || node.is(InitializerDeclSyntax.self) { return false }
      if node.is(ClosureExprSyntax.self) { return false }
      next = node.parent
    }
    return false
  }

  /// Whether it stands directly in an initialiser.
  var isInInitializer: Bool {
    parent?.parent?.parent?.is(InitializerDeclSyntax.self) ?? false
  }

  /// The statement before it in the same block.
  var previous: CodeBlockItemSyntax? {
    guard let list = parent?.as(CodeBlockItemListSyntax.self) else { return nil }
    return zip(list, list.dropFirst()).first { $0.1.id == id }?.0
  }
}
