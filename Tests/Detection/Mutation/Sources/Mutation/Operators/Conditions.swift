import SwiftSyntax

/// An early exit never happens.
struct DropGuard: MutationOperator {
  let name = "drop-guard"
  let summary = "A guard's condition, or an early return, is left out."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    if let statement = node.syntax.as(GuardStmtSyntax.self) {
      for condition in statement.conditions.booleans {
        sites.add(name, at: condition, "true", .expression(condition.span, "true"))
      }
    }
    if let statement = node.syntax.as(CodeBlockItemSyntax.self),
      let branch = statement.item.asIf, branch.elseBody == nil,
      branch.body.statements.count == 1, branch.body.statements.first?.leaves ?? false
    {
      sites.add(name, at: statement, "left out", .statement(statement.span, ""))
    }
  }
}

/// A condition that is not asked any more.
struct DropCheck: MutationOperator {
  let name = "drop-check"
  let summary = "A condition of an `if`, `while`, `where` or of a choice holds always."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    for condition in node.syntax.conditionsOutsideGuards where !condition.words.isLiteral {
      sites.add(name, at: condition, "true", .expression(condition.span, "true"))
    }
  }
}

/// The opposite is done.
struct NegateCondition: MutationOperator {
  let name = "negate-condition"
  let summary = "A condition is negated."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    let guarded = node.syntax.as(GuardStmtSyntax.self)?.conditions.booleans ?? []
    for condition in node.syntax.conditionsOutsideGuards + guarded
    where !condition.words.isLiteral {
      sites.add(
        name, at: condition, "negated", .expression(condition.span, "!(\(condition.source))"))
    }
  }
}

/// `&&` becomes `||` and the other way round.
struct SwapLogicalOperator: MutationOperator {
  let name = "swap-logical"
  let summary = "`&&` and `||` stand for each other."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let infix = node.syntax.as(InfixOperatorExprSyntax.self) else { return }
    let others = ["&&": "||", "||": "&&"]
    guard let other = others[infix.operator.words] else { return }
    sites.add(
      name, at: infix, other,
      .expression(
        infix.span, "(\(infix.leftOperand.source)) \(other) (\(infix.rightOperand.source))"))
  }
}

extension ConditionElementListSyntax {
  /// The conditions that are expressions, not bindings.
  var booleans: [ExprSyntax] { compactMap { $0.condition.as(ExprSyntax.self) } }
}

extension CodeBlockItemSyntax.Item {
  /// The `if` that stands here as a statement.
  var asIf: IfExprSyntax? {
    if let branch = self.as(IfExprSyntax.self) { return branch }
    return self.as(ExpressionStmtSyntax.self)?.expression.as(IfExprSyntax.self)
  }
}

extension Syntax {
  /// The conditions that this node itself asks.
  var conditionsOutsideGuards: [ExprSyntax] {
    if let branch = self.as(IfExprSyntax.self) { return branch.conditions.booleans }
    if let loop = self.as(WhileStmtSyntax.self) { return loop.conditions.booleans }
    if let clause = self.as(WhereClauseSyntax.self) { return [clause.condition] }
    if let choice = self.as(TernaryExprSyntax.self) { return [choice.condition] }
    return []
  }
}

extension SyntaxProtocol {
  /// Its text as it stands there.
  var source: String { trimmedDescription }
}

extension String {
  fileprivate var isLiteral: Bool { self == "true" || self == "false" }
}
