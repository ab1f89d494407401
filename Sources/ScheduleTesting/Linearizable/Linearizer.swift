/// Decides whether what lanes were answered is what one thread would have been answered in some order of the operations, one
/// that keeps the order of those that did not overlap.
///
/// What the model answers is computed once for each order and kept as a tree, so that many histories of one scenario are
/// judged quickly. Source: Wing and Gong, "Testing and verifying concurrent objects", JPDC 1993, with the memory of
/// Lowe, "Testing for linearizability", CCPE 2017.
/// Thread-safety: use from one thread.
final class Linearizer<Subject, Model> {
  typealias Call = OperationCall<Subject, Model>

  /// What the model answers at the end of one order of operations.
  private final class Node {
    let answer: OperationAnswer?
    var next: [Int: Node] = [:]
    init(_ answer: OperationAnswer?) { self.answer = answer }
  }

  private let before: [Call]
  private let lanes: [[Call]]
  private let model: () -> Model
  private let root = Node(nil)
  private var beforeAnswers: [OperationAnswer] = []
  /// Ticks by which one operation must have ended before another begins to be taken for earlier.
  private let margin: UInt64

  init(before: [Call], lanes: [[Call]], margin: UInt64, model: @escaping () -> Model) {
    self.before = before
    self.lanes = lanes
    self.margin = margin
    self.model = model
    var state = model()
    beforeAnswers = before.map { $0.specify(&state) }
  }

  /// Whether some order explains it.
  func explains(_ history: LaneHistory) -> Bool {
    guard zip(history.before, beforeAnswers).allSatisfy({ $0.equals($1) }) else { return false }
    return search(root, Array(repeating: 0, count: lanes.count), [], history)
  }

  private func search(_ node: Node, _ done: [Int], _ order: [Int], _ history: LaneHistory) -> Bool {
    var isOver = true
    for lane in lanes.indices where done[lane] < history[lane].count {
      isOver = false
      let event = history[lane][done[lane]]
      guard mayComeNext(event, lane, done, history) else { continue }
      let next = node.next[lane] ?? extend(node, order, by: lane)
      guard next.answer?.equals(event.answer) ?? false else { continue }
      var counts = done
      counts[lane] += 1
      if search(next, counts, order + [lane], history) { return true }
    }
    return isOver
  }

  /// Whether nothing that is left had ended before it began.
  private func mayComeNext(
    _ event: LaneHistory.Event, _ lane: Int, _ done: [Int], _ history: LaneHistory
  ) -> Bool {
    lanes.indices.allSatisfy { other in
      guard other != lane, done[other] < history[other].count else { return true }
      let end = history[other][done[other]].end
      return end == .max || end + margin >= event.begin
    }
  }

  /// Asks the model for one more operation of that lane, after those.
  private func extend(_ node: Node, _ order: [Int], by lane: Int) -> Node {
    var state = model()
    for call in before { _ = call.specify(&state) }
    var done = Array(repeating: 0, count: lanes.count)
    var answer: OperationAnswer?
    for lane in order + [lane] {
      let call = lanes[lane][done[lane]]
      // Only the last one may have to wait: the others have come this far before.
      answer = call.canGoOn(state) ? call.specify(&state) : nil
      done[lane] += 1
    }
    let next = Node(answer)
    node.next[lane] = next
    return next
  }
}
