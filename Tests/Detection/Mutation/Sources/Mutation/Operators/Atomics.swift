import SwiftSyntax

/// One atomic step becomes a load and a store, between which others may come.
struct SplitAtomic: MutationOperator {
  let name = "split-atomic"
  let summary = "An atomic step becomes a load and a store."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let call = node.syntax.as(FunctionCallExprSyntax.self),
      let member = call.calledExpression.as(MemberAccessExprSyntax.self), let base = member.base,
      let other = AtomicSteps.split[member.declName.baseName.text]
    else { return }
    let isAtomic = call.arguments.contains { $0.label?.text == "ordering" }
    guard isAtomic || member.declName.baseName.text == "insert" && call.raisesFlag else { return }
    let arguments = call.arguments.filter { !($0.label?.text.hasSuffix("rdering") ?? false) }
      .map { "\($0.label.map { "\($0.text): " } ?? "")\($0.expression.source)" }
    sites.add(
      name, at: call, "load and store",
      .expression(
        call.span, "\(base.source).\(other)(\(arguments.joined(separator: ", ")))"))
  }
}

extension FunctionCallExprSyntax {
  /// Whether it names one flag, or a list of flags: these are raised by a call without an ordering.
  fileprivate var raisesFlag: Bool {
    guard arguments.count == 1, let argument = arguments.first, argument.label == nil else {
      return false
    }
    return argument.expression.as(MemberAccessExprSyntax.self).map { $0.base == nil }
      ?? argument.expression.is(ArrayExprSyntax.self)
  }
}

/// An atomic step that orders nothing.
struct WeakenOrdering: MutationOperator {
  let name = "weaken-ordering"
  let summary = "An atomic step is relaxed: it orders nothing else."

  func visit(_ node: borrowing SourceNode, into sites: inout MutationSites) {
    guard let call = node.syntax.as(FunctionCallExprSyntax.self) else { return }
    for argument in call.arguments where argument.label?.text == "ordering" {
      guard argument.expression.words != ".relaxed" else { continue }
      let text = call.source
      let place = argument.expression.span
      let start = place.start - call.span.start
      let bytes = Array(text.utf8)
      let changed =
        String(decoding: bytes[..<start], as: UTF8.self) + ".relaxed"
        + String(decoding: bytes[(start + place.end - place.start)...], as: UTF8.self)
      sites.add(name, at: call, "relaxed", .expression(call.span, changed))
    }
  }
}

/// What stands for an atomic operation: the same in two steps.
enum AtomicSteps {
  static let split = [
    "bitwiseOr": "mutantSplitBitwiseOr", "wrappingAdd": "mutantSplitAdd",
    "wrappingSubtract": "mutantSplitSubtract", "exchange": "mutantSplitExchange",
    "compareExchange": "mutantSplitCompareExchange", "insert": "mutantSplitInsert",
  ]
}
