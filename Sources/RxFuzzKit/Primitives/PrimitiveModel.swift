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
    held = Set(0..<script.kind.resourcesAtStart)
    releases = Array(repeating: 0, count: script.resourceCount)
  }

  /// Performs the operation; returns its answer, where it has one.
  mutating func perform(_ operation: DisposableOperation) -> PrimitiveHistory.Answer? {
    switch operation {
    case .hold(let resource): hold(resource)
    case .remove(let resource): if held.contains(resource) { release([resource]) }
    case .dispose:
      isDisposed = true
      // What shows its resource keeps the last one.
      if loans.isEmpty, !kind.showsResource { release(held) }
    case .ask: return .flag(answer)
    case .look: return .number(isDisposed ? -1 : held.first ?? -1)
    case .borrow(let loan): if kind.isSubject || !held.isEmpty { loans.insert(loan) }
    case .giveBack(let loan):
      guard loans.remove(loan) != nil, isDisposed, loans.isEmpty else { break }
      release(held)
    }
    return nil
  }

  private var answer: Bool {
    switch kind {
    case .refCount: held.isEmpty
    case .subject, .replaySubject, .asyncSubject: !isDisposed && !loans.isEmpty
    default: isDisposed
    }
  }

  private mutating func hold(_ resource: Int) {
    if isDisposed {
      releases[resource] += 1
      return
    }
    if kind == .serial || kind.showsResource { release(held) }
    held.insert(resource)
  }

  private mutating func release(_ resources: Set<Int>) {
    for resource in resources { releases[resource] += 1 }
    held.subtract(resources)
  }
}
