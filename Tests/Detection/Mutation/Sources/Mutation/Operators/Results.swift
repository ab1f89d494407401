import SwiftSyntax

/// A function gives the same back whatever it is asked.
struct ConstantResult: MutationOperator {
  let name = "constant-result"
  let summary = "A function or a property gives back a constant and does nothing else."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    // What a subclass overrides without calling it never runs.
    guard let (statements, type) = node.syntax.bodyWithResult,
      !statements.words.contains("abstractMethod")
    else { return }
    guard case .constants(let values) = DueResult(type) else { return }
    // A body that is one expression has its value without saying `return`; one that is a choice cannot be put in another.
    let only = statements.count == 1 ? statements.first?.item : nil
    let value = only?.as(ExprSyntax.self)
    if only?.is(ExpressionStmtSyntax.self) ?? false { return }
    for constant in values where constant != statements.words {
      sites.add(
        name, at: statements, constant,
        value == nil
          ? .statement(statements.span, "return \(constant)")
          : .expression(statements.span, constant))
    }
  }
}

/// A truth that is no condition by itself is its opposite.
struct NegateValue: MutationOperator {
  let name = "negate-value"
  let summary = "A comparison or a negation that is no condition by itself gives the opposite."

  private static let symbols: Set<String> = ["==", "!=", "===", "!==", "<", "<=", ">", ">="]

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let value = node.syntax.as(ExprSyntax.self), value.isTruth(Self.symbols),
      !value.isWholeCondition
    else { return }
    sites.add(name, at: value, "negated", .expression(value.span, "!(\(value.source))"))
  }
}

/// A branch is never taken.
struct NeverTaken: MutationOperator {
  let name = "never-taken"
  let summary = "A condition of an `if`, `while`, `where` or of a choice never holds."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    for condition in node.syntax.conditionsOutsideGuards {
      sites.add(name, at: condition, "false", .expression(condition.span, "false"))
    }
  }
}

/// Another operation of arithmetic.
struct SwapArithmetic: MutationOperator {
  let name = "swap-arithmetic"
  let summary = "`+` and `-` stand for each other, and so do `*` and `/`."

  private static let others = [
    "+": "-", "-": "+", "*": "/", "/": "*", "&+": "&-", "&-": "&+", "+=": "-=", "-=": "+=",
  ]

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let infix = node.syntax.as(InfixOperatorExprSyntax.self),
      let other = Self.others[infix.operator.words], !infix.joinsText
    else { return }
    let text = "\(infix.leftOperand.source) \(other) \(infix.rightOperand.source)"
    sites.add(name, at: infix, other, .expression(infix.span, text))
  }
}

/// Two arguments stand for each other.
struct SwapArguments: MutationOperator {
  let name = "swap-arguments"
  let summary = "Two neighbouring arguments of one type stand for each other in a call."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let call = node.syntax.as(FunctionCallExprSyntax.self), call.trailingClosure == nil
    else { return }
    let arguments = Array(call.arguments)
    for (index, (first, second)) in zip(arguments, arguments.dropFirst()).enumerated()
    where first.expression.words != second.expression.words
      && node.declared.signatures.agree(at: index, of: call)
    {
      let bytes = Array(call.source.utf8)
      let start = call.span.start
      let (one, two) = (first.expression.span, second.expression.span)
      func text(_ from: Int, _ to: Int) -> String {
        String(decoding: bytes[(from - start)..<(to - start)], as: UTF8.self)
      }
      sites.add(
        name, at: call, "`\(first.expression.words.prefix(24))` with its neighbour",
        .expression(
          call.span,
          text(start, one.start) + text(two.start, two.end) + text(one.end, two.start)
            + text(one.start, one.end) + text(two.end, call.span.end)))
    }
  }
}

extension InfixOperatorExprSyntax {
  /// Whether its `+` puts texts together, as far as can be seen.
  fileprivate var joinsText: Bool {
    [leftOperand, rightOperand].contains {
      $0.is(StringLiteralExprSyntax.self) || $0.words.hasPrefix("String(")
        || $0.as(InfixOperatorExprSyntax.self)?.joinsText ?? false
    }
  }
}

extension ExprSyntax {
  /// Whether it is a comparison by one of these, or a negation.
  fileprivate func isTruth(_ symbols: Set<String>) -> Bool {
    if let infix = self.as(InfixOperatorExprSyntax.self) {
      return symbols.contains(infix.operator.words)
    }
    return self.as(PrefixOperatorExprSyntax.self)?.operator.text == "!"
  }

  /// Whether it is all that a condition asks, which `negate-condition` sees to.
  fileprivate var isWholeCondition: Bool {
    guard let parent else { return false }
    return parent.is(ConditionElementSyntax.self) || parent.is(WhereClauseSyntax.self)
      || parent.as(TernaryExprSyntax.self)?.condition.id == id
  }
}

extension Syntax {
  /// The statements of a function or a computed property that gives something back, and the type of that.
  fileprivate var bodyWithResult: (CodeBlockItemListSyntax, TypeSyntax)? {
    if let function = self.as(FunctionDeclSyntax.self), let body = function.body,
      let type = function.signature.returnClause?.type
    {
      return (body.statements, type)
    }
    guard let binding = self.as(PatternBindingSyntax.self),
      let type = binding.typeAnnotation?.type,
      case .getter(let statements)? = binding.accessorBlock?.accessors
    else { return nil }
    return (statements, type)
  }
}
