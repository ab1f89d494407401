/// The way from a graph's root along first inputs to a leaf, on which an aim's operators are placed.
struct GraphSpine {
  private let aim: Aim
  private let subjectsSerialise: Bool
  /// The depth left below the aim's row; its child is one lower.
  private var depthOfRow = 0
  /// The feed at the end, once it is drawn.
  var label: Int?

  init(_ aim: Aim, subjectsSerialise: Bool) {
    self.aim = aim
    self.subjectsSerialise = subjectsSerialise
  }

  private var needs: GraphCapabilities.Needs { aim.template.needs }
  /// Whether the aim's row is the leaf at the end.
  var isLeaf: Bool { aim.row.inputs.upperBound == 0 }

  /// The child, where it is an operator with inputs.
  private var childOperator: OperatorRow? {
    isLeaf ? nil : aim.child.flatMap { $0.inputs.upperBound > 0 ? $0 : nil }
  }

  /// Operators that must fit below the root, the root included.
  var depthMin: Int { isLeaf ? 0 : childOperator == nil ? 1 : 2 }

  /// Draws where on a spine of that depth the aim's row stands. Precondition: the depth is at least `depthMin`.
  mutating func place(below depth: Int, _ choices: inout ChoiceStream) {
    guard !isLeaf else { return }
    depthOfRow = depthMin + choices.draw(depth - depthMin + 1)
  }

  /// Whether the aim's row stands there.
  func isAim(atDepth depth: Int) -> Bool { !isLeaf && depth == depthOfRow }

  /// The parameters of the aim's row: the aim may say which form it has.
  func parameters(_ drawn: [Int]) -> [Int] {
    aim.form.map { [$0] + drawn.dropFirst() } ?? drawn
  }

  /// The row that must stand there, or nil.
  func row(atDepth depth: Int) -> OperatorRow? {
    if isAim(atDepth: depth) { return aim.row }
    return depth == depthOfRow - 1 ? childOperator : nil
  }

  /// Whether another source than the spine's must lie below the second input of the aim's row.
  var needsSecondSource: Bool {
    if needs.contains(.inner) || needs.contains(.connectable) { return true }
    return needs.union(aim.template.wants).contains(.twoDrivers) && aim.row.inputs.lowerBound > 1
  }

  /// Whether the leaf at the end must be a serialised subject.
  var needsHot: Bool {
    guard subjectsSerialise else { return false }
    return needs.contains(.subject) || (needs.contains(.twoDrivers) && !needsSecondSource)
  }

  /// Whether the race can do its part with such a feed.
  func suits(_ row: OperatorRow) -> Bool {
    !aim.template.wants.contains(.ending) || !row.traits.contains(.endless)
  }

  /// The leaf at the end, where the aim names it.
  var leaf: OperatorRow? {
    if isLeaf { return aim.row }
    guard let child = aim.child, child.inputs.upperBound == 0 else { return nil }
    return needsHot && !child.traits.contains(.hot) ? nil : child
  }
}
