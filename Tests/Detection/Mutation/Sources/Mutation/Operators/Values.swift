import SwiftSyntax

/// A number is one too large, or a bound is taken in or left out.
struct ShiftByOne: MutationOperator {
  let name = "off-by-one"
  let summary = "A number is one larger, or a comparison takes its bound in or leaves it out."

  private static let comparisons = ["<": "<=", "<=": "<", ">": ">=", ">=": ">"]

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    if let literal = node.syntax.as(IntegerLiteralExprSyntax.self), literal.isComputedWith {
      sites.add(
        name, at: literal, "one more", .expression(literal.span, "\(literal.source) + 1"))
    }
    guard let infix = node.syntax.as(InfixOperatorExprSyntax.self),
      let other = Self.comparisons[infix.operator.words]
    else { return }
    sites.add(
      name, at: infix, other,
      .expression(
        infix.span, "\(infix.leftOperand.source) \(other) \(infix.rightOperand.source)"))
  }
}

/// `true` and `false` stand for each other.
struct FlipBoolean: MutationOperator {
  let name = "flip-boolean"
  let summary = "`true` and `false` stand for each other."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let literal = node.syntax.as(BooleanLiteralExprSyntax.self) else { return }
    let other = literal.words == "true" ? "false" : "true"
    sites.add(name, at: literal, other, .expression(literal.span, other))
  }
}

/// Another flag of the same set.
struct WrongFlag: MutationOperator {
  let name = "wrong-flag"
  let summary = "A flag is mistaken for the next one of its option set."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let member = node.syntax.as(MemberAccessExprSyntax.self), member.base == nil,
      let other = node.declared.flags.successor(
        of: member.declName.baseName.text, inFile: node.file)
    else { return }
    sites.add(name, at: member, ".\(other)", .expression(member.span, ".\(other)"))
  }
}

/// The other end of a list.
struct WrongEnd: MutationOperator {
  let name = "wrong-end"
  let summary = "The other end of a collection is taken."

  private static let others = [
    "first": "last", "last": "first", "removeFirst": "removeLast", "removeLast": "removeFirst",
    "popLast": "popFirst", "popFirst": "popLast",
  ]

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let member = node.syntax.as(MemberAccessExprSyntax.self), let base = member.base,
      let other = Self.others[member.declName.baseName.text],
      !base.is(DeclReferenceExprSyntax.self) || base.words != "self"
    else { return }
    // A call is changed as a whole: a method of a value cannot be chosen without calling it.
    let call = member.parent?.as(FunctionCallExprSyntax.self)
    let rest = call.map { String($0.source.dropFirst(member.source.count)) } ?? ""
    let place = call.map(ExprSyntax.init) ?? ExprSyntax(member)
    sites.add(
      name, at: place, other, .expression(place.span, "\(base.source).\(other)\(rest)"))
  }
}

extension IntegerLiteralExprSyntax {
  /// Whether its value is worked with when the code runs: not a raw value, a shift of a flag or a default of a type.
  fileprivate var isComputedWith: Bool {
    guard let parent else { return false }
    if parent.is(InfixOperatorExprSyntax.self) {
      return parent.as(InfixOperatorExprSyntax.self)?.operator.words != "<<"
    }
    return parent.is(LabeledExprSyntax.self) || parent.is(InitializerClauseSyntax.self)
      || parent.is(ReturnStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self)
      || parent.is(TernaryExprSyntax.self)
  }
}
