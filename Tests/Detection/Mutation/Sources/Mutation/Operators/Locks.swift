import SwiftSyntax

/// What was decided under a lock is decided without it.
struct TakeLockAway: MutationOperator {
  let name = "take-lock-away"
  let summary = "A lock is not taken."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let call = node.syntax.lockCall else { return }
    let rest = call.source.dropFirst(call.calledExpression.source.count)
    sites.add(name, at: call, "no lock", .expression(call.span, "Mutant.unlocked\(rest)"))
  }
}

/// The lock covers the first step only.
struct ReleaseLockEarly: MutationOperator {
  let name = "release-lock-early"
  let summary = "A lock is given back after the first statement that it should cover."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let call = node.syntax.lockCall, let body = call.trailingClosure,
      let first = body.statements.first, body.statements.count > 1, !first.leaves,
      !first.item.is(DeclSyntax.self), !first.words.contains("return")
    else { return }
    let signature = body.signature?.source ?? ""
    let rest = body.statements.dropFirst().map(\.source).joined(separator: "\n")
    let text = """
      Mutant.unlocked { \(signature)
      \(call.calledExpression.source) { \(first.source) }
      \(rest)
      }
      """
    sites.add(name, at: call, "covers its first statement", .expression(call.span, text))
  }
}

/// What should happen after the lock was given back happens under it.
struct CallInsideLock: MutationOperator {
  let name = "call-inside-lock"
  let summary = "What follows a decision under a lock is done while the lock is still held."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let statement = node.syntax.as(CodeBlockItemSyntax.self), !statement.leaves,
      !statement.item.is(DeclSyntax.self), let lock = statement.previous?.lastLock,
      statement.callsOut
    else { return }
    sites.add(
      name, at: statement, "under \(lock.name)",
      .statement(statement.span, "\(lock.call) { () -> Void in \(statement.source) }"))
  }
}

extension Syntax {
  /// This node, where it is a call of a lock with a closure behind it.
  fileprivate var lockCall: FunctionCallExprSyntax? {
    guard let call = self.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self),
      LockNames.all.contains(member.declName.baseName.text)
    else { return nil }
    return call
  }
}

extension CodeBlockItemSyntax {
  /// Whether it calls something, and control does not leave the function from within.
  fileprivate var callsOut: Bool {
    let words = self.words
    return words.contains("(") && !words.contains("return")
      && !words.hasPrefix("withExtendedLifetime")
  }

  /// What is locked in this statement, if anything is.
  fileprivate var lastLock: (name: String, call: String)? {
    let finder = LockFinder(viewMode: .sourceAccurate)
    finder.walk(self)
    return finder.lock
  }
}

private final class LockFinder: SyntaxVisitor {
  var lock: (name: String, call: String)?

  override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
    if let call = Syntax(node).lockCall,
      let base = call.calledExpression.as(MemberAccessExprSyntax.self)?.base
    {
      lock = (base.words, call.calledExpression.words)
    }
    return .visitChildren
  }
}

/// What calls a closure with a lock held.
private enum LockNames {
  static let all: Set<String> = ["withLock", "performLocked"]
}
