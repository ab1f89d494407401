/// Something that a queue does to a serial scheduler. Actions are numbered from 1 over all queues.
public enum SchedulerOperation: Hashable, Sendable, CustomStringConvertible {
  case schedule(Int)
  /// Cancels an action that the same queue has scheduled.
  case cancel(Int)

  public var description: String {
    switch self {
    case .schedule(let action): "schedule \(action)"
    case .cancel(let action): "cancel \(action)"
    }
  }
}

/// What two or three queues do to one scheduler.
public struct SchedulerScript: Hashable, PrimitiveScript {
  public let kind: SchedulerKind
  public let queues: [[SchedulerOperation]]
  var queueCount: Int { queues.count }
  var usesMainQueue: Bool { kind.usesMainQueue }

  public init(kind: SchedulerKind = .serial, queues: [[SchedulerOperation]]) {
    self.kind = kind
    self.queues = queues
  }

  /// Operations of one queue at most.
  private static let operationsMax = 4

  /// Draws a script; the simplest one schedules two actions.
  init(_ kind: SchedulerKind = .serial, _ choices: inout ChoiceStream) {
    self.kind = kind
    var actions = 0
    let queueCount = 2 + choices.drawWeighted([5, 1])
    queues = (0..<queueCount).map { _ in
      var own: [SchedulerOperation] = []
      for _ in 0..<(1 + choices.draw(Self.operationsMax)) {
        let scheduled = own.compactMap { operation -> Int? in
          if case .schedule(let action) = operation { return action }
          return nil
        }
        if !scheduled.isEmpty, choices.unusual(1, outOf: 3) {
          own.append(.cancel(choices.element(of: scheduled)))
        } else {
          actions += 1
          own.append(.schedule(actions))
        }
      }
      return own
    }
  }

  func makeFixture(library: any LibraryUnderTest) -> any PrimitiveFixture {
    SchedulerFixture(self, library: library)
  }

  public var description: String {
    let lanes = queues.enumerated().map { queue, operations in
      "\(Letters.queue(queue)) \(operations.map(\.description).joined(separator: ", "))"
    }
    return "\(kind.rawValue): \(lanes.joined(separator: " ‖ "))"
  }
}
