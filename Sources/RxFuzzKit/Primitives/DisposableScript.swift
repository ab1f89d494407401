/// What two or three queues do to one primitive.
public struct DisposableScript: Hashable, PrimitiveScript {
  public let kind: PrimitiveKind
  public let queues: [[DisposableOperation]]

  /// Operations of all queues, in their order.
  public var operations: [DisposableOperation] { queues.flatMap { $0 } }
  /// One more than the largest number of a resource.
  var resourceCount: Int {
    operations.reduce(max(1, kind.resourcesAtStart)) { count, operation in
      if case .hold(let resource) = operation { return max(count, resource + 1) }
      return count
    }
  }

  public init(kind: PrimitiveKind, queues: [[DisposableOperation]]) {
    self.kind = kind
    self.queues = queues
  }

  /// Operations of one queue at most.
  private static let operationsMax = 3

  /// Draws a script; the simplest one is two disposals.
  public init(_ kind: PrimitiveKind, _ choices: inout ChoiceStream) {
    self.kind = kind
    var resources = 0
    var loans = 0
    let queueCount = 2 + choices.drawWeighted([5, 1])
    queues = (0..<queueCount).map { _ in
      var own: [DisposableOperation] = []
      for _ in 0..<(1 + choices.draw(Self.operationsMax)) {
        own.append(Self.operation(kind, own, &resources, &loans, &choices))
      }
      return own
    }
  }

  /// Each two things that can be done to a primitive, at the same time, each preceded by what it takes and followed by
  /// a look at what came of them.
  static func pairs(of kind: PrimitiveKind) -> [DisposableScript] {
    var acts: [[DisposableOperation]] = []
    if kind.takesResources || kind == .singleAssignment { acts.append([.hold(1)]) }
    if kind == .composite { acts.append([.hold(1), .remove(1)]) }
    if kind.lends { acts += [[.borrow(1)], [.borrow(1), .giveBack(1)]] }
    if kind.canBeDisposed { acts.append([.dispose]) }
    if kind.showsResource { acts.append([.look]) }
    if kind.canBeAsked { acts.append([.ask]) }
    return acts.indices.flatMap { first in
      acts[first...].map { second in
        let isSecondToHold = acts[first].first == second.first
        let lanes = [acts[first], isSecondToHold ? second.map(\.numberedTwo) : second]
        return DisposableScript(kind: kind, queues: lanes.map { kind.looking(after: $0) })
      }
    }.filter {
      // One at most is ever handed over.
      kind != .singleAssignment || $0.resourceCount < 3
    }
  }

  private static func operation(
    _ kind: PrimitiveKind, _ own: [DisposableOperation], _ resources: inout Int,
    _ loans: inout Int, _ choices: inout ChoiceStream
  ) -> DisposableOperation {
    let holds =
      kind.takesResources || (kind == .singleAssignment && resources == 0)
    let held = own.compactMap { operation -> Int? in
      if case .hold(let resource) = operation { return resource }
      return nil
    }
    let borrowed = own.compactMap { operation -> Int? in
      if case .borrow(let loan) = operation { return loan }
      return nil
    }
    let weights = [
      kind.canBeDisposed ? 3 : 0, kind.canBeAsked ? 2 : 0, holds ? 4 : 0,
      kind == .composite && !held.isEmpty ? 3 : 0, kind.lends ? 4 : 0,
      kind.lends && !borrowed.isEmpty ? 4 : 0, kind.showsResource ? 4 : 0,
    ]
    switch choices.drawWeighted(weights) {
    case 0: return .dispose
    case 1: return .ask
    case 2:
      resources += 1
      return .hold(resources)
    case 3: return .remove(choices.element(of: held))
    case 4:
      loans += 1
      return .borrow(loans)
    case 5: return .giveBack(choices.element(of: borrowed))
    default: return .look
    }
  }
}

extension DisposableScript {
  var queueCount: Int { queues.count }
  func makeFixture(library: any LibraryUnderTest) -> any PrimitiveFixture {
    DisposableFixture(self, library: library)
  }

  /// For example `serial: p hold 1, dispose ‖ q ask`.
  public var description: String {
    let lanes = queues.enumerated().map { queue, operations in
      "\(Letters.queue(queue)) \(operations.map(\.description).joined(separator: ", "))"
    }
    return "\(kind.rawValue): \(lanes.joined(separator: " ‖ "))"
  }
}
