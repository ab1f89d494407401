/// The sequential meaning of a primitive: its state, and what each operation does to it and answers.
///
/// The specification against which races are linearized. Source: Herlihy and Wing, "Linearizability", TOPLAS 1990.
struct PrimitiveModel: Hashable {
  private let kind: PrimitiveKind
  private var isDisposed = false
  /// Numbers of the resources that it holds.
  private var held: Set<Int>
  private var loans: Set<Int> = []
  /// How often each resource was released.
  private(set) var releases: [Int]

  init(_ script: DisposableScript) {
    kind = script.kind
    held = script.kind.startsHolding ? [0] : []
    releases = Array(repeating: 0, count: script.resourceCount)
  }

  /// Performs the operation; returns its answer, where it has one.
  mutating func perform(_ operation: DisposableOperation) -> Bool? {
    switch operation {
    case .hold(let resource): hold(resource)
    case .remove(let resource): if held.contains(resource) { release([resource]) }
    case .dispose:
      isDisposed = true
      if loans.isEmpty { release(held) }
    case .ask: return kind == .refCount ? held.isEmpty : isDisposed
    case .borrow(let loan): if !held.isEmpty { loans.insert(loan) }
    case .giveBack(let loan):
      guard loans.remove(loan) != nil, isDisposed, loans.isEmpty else { break }
      release(held)
    }
    return nil
  }

  private mutating func hold(_ resource: Int) {
    if isDisposed {
      releases[resource] += 1
      return
    }
    if kind == .serial { release(held) }
    held.insert(resource)
  }

  private mutating func release(_ resources: Set<Int>) {
    for resource in resources { releases[resource] += 1 }
    held.subtract(resources)
  }
}
