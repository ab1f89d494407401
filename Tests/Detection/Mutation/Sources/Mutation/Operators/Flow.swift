import SwiftSyntax

/// Control leaves a function too soon.
struct ReturnEarly: MutationOperator {
  let name = "return-early"
  let summary = "A function is left before a statement that others follow."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let statement = node.syntax.as(CodeBlockItemSyntax.self), statement.isFollowed,
      !statement.leaves, !statement.item.is(DeclSyntax.self), !statement.isInInitializer,
      let exit = statement.resultDue.exit
    else { return }
    sites.add(name, at: statement, exit, .statement(statement.span, exit))
  }
}

/// A loop ends after its first round.
struct SingleRound: MutationOperator {
  let name = "single-round"
  let summary = "A loop ends after its first round."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let body = node.syntax.loopBody, let last = body.statements.last, !last.leaves,
      !last.item.is(DeclSyntax.self)
    else { return }
    sites.add(name, at: last, "break", .statement(last.span, "\(last.source)\nbreak"))
  }
}

/// A loop is not entered.
struct SkipLoop: MutationOperator {
  let name = "skip-loop"
  let summary = "A `for` loop is left out."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let statement = node.syntax.as(CodeBlockItemSyntax.self),
      statement.item.is(ForStmtSyntax.self)
    else { return }
    sites.add(name, at: statement, "left out", .statement(statement.span, ""))
  }
}

/// One case of a `switch` does nothing.
struct EmptyCase: MutationOperator {
  let name = "empty-case"
  let summary = "One case of a `switch` does nothing."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let branch = node.syntax.as(SwitchCaseSyntax.self),
      let first = branch.statements.first, !first.item.is(BreakStmtSyntax.self),
      !branch.givesValue
    else { return }
    sites.add(name, at: branch.statements, "break", .statement(branch.statements.span, "break"))
  }
}

/// What should happen when a block is left does not.
struct DropDefer: MutationOperator {
  let name = "drop-defer"
  let summary = "A `defer` is left out."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let statement = node.syntax.as(CodeBlockItemSyntax.self),
      let block = statement.item.as(DeferStmtSyntax.self)
    else { return }
    sites.add(name, at: statement, "left out", .statement(block.body.statements.span, ""))
  }
}

extension Syntax {
  /// What a loop repeats, where this is one.
  fileprivate var loopBody: CodeBlockSyntax? {
    self.as(ForStmtSyntax.self)?.body ?? self.as(WhileStmtSyntax.self)?.body
  }
}

extension SwitchCaseSyntax {
  /// Whether its one expression is the value of the whole choice.
  fileprivate var givesValue: Bool {
    guard statements.count == 1, let value = statements.first?.item.as(ExprSyntax.self) else {
      return false
    }
    // A choice that is no statement is assigned, passed on or given back, and has a value in each case.
    guard let choice = parent?.parent?.parent?.as(ExpressionStmtSyntax.self),
      let statement = choice.parent?.as(CodeBlockItemSyntax.self)
    else { return true }
    let isEffect =
      value.isCallForItsEffect || (value.as(InfixOperatorExprSyntax.self)?.assigns ?? false)
    return !isEffect || statement.isImplicitReturn
  }
}

extension CodeBlockItemSyntax {
  /// Whether another statement of its block comes behind it.
  fileprivate var isFollowed: Bool {
    parent?.as(CodeBlockItemListSyntax.self)?.last?.id != id
  }
}
