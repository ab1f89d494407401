/// What one race of a script showed: when each operation ran, what it answered, and what was released.
struct PrimitiveHistory: Hashable {
  /// What a call said.
  enum Answer: Hashable, CustomStringConvertible, ExpressibleByBooleanLiteral {
    case flag(Bool)
    case number(Int)

    init(booleanLiteral value: Bool) { self = .flag(value) }

    var description: String {
      switch self {
      case .flag(let flag): "\(flag)"
      case .number(let number): "\(number)"
      }
    }
  }

  struct Call: Hashable {
    let queue: Int
    let operation: DisposableOperation
    /// Tickets of one counter.
    let enter: Int
    let exit: Int
    let answer: Answer?
  }
  /// By queue, and within one in its order.
  let calls: [Call]
  /// How often each resource was released once everything had ended, before anything else was disposed.
  let releases: [Int]

  /// What is wrong with it, or nil: some order of the calls that keeps their real-time order must explain the answers
  /// and the releases.
  ///
  /// Complexity: at worst factorial in the calls, of which a script has at most nine; memoised on what is left and
  /// the model's state.
  func violation(of script: DisposableScript) -> PrimitiveViolation? {
    if let twice = releases.firstIndex(where: { $0 > 1 }) {
      return PrimitiveViolation(
        .disp5,
        "resource \(twice) of \(script.kind.rawValue) was released \(releases[twice]) times")
    }
    var failed: Set<Node> = []
    if explains(Node(done: 0, model: PrimitiveModel(script)), &failed) { return nil }
    let answers = calls.compactMap { call in
      call.answer.map { "\(call.operation) said \($0)" }
    }
    let released = releases.indices.filter { releases[$0] > 0 }.map(String.init)
    return PrimitiveViolation(
      .ref1,
      "no order of the calls explains \(script.kind.rawValue): released "
        + (released.isEmpty ? "nothing" : released.joined(separator: ", "))
        + (answers.isEmpty ? "" : "; " + answers.joined(separator: ", "))
    )
  }

  private struct Node: Hashable {
    /// One bit for each call that has been ordered.
    var done: UInt32
    var model: PrimitiveModel
  }

  private func explains(_ node: Node, _ failed: inout Set<Node>) -> Bool {
    let left = calls.indices.filter { node.done & (1 << UInt32($0)) == 0 }
    guard !left.isEmpty else { return node.model.releases == releases }
    guard !failed.contains(node) else { return false }
    for index in left where mayComeNext(index, left) {
      var next = node
      next.done |= 1 << UInt32(index)
      let answer = next.model.perform(calls[index].operation)
      if let seen = calls[index].answer, let answer, seen != answer { continue }
      if explains(next, &failed) { return true }
    }
    failed.insert(node)
    return false
  }

  /// True if no other call that is left had ended before this one began.
  private func mayComeNext(_ index: Int, _ left: [Int]) -> Bool {
    !left.contains { calls[$0].exit < calls[index].enter }
  }
}
