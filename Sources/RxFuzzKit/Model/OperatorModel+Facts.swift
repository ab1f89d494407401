// What judges conclude from an operator's model without searching for an explanation.

extension OperatorModel.Role {
  /// True if an input is subscribed on another queue, or when another input has had an event: by whoever is at it then.
  var subscribesLater: Bool {
    switch self {
    case .elsewhere, .succession, .retryWhen, .flattening: true
    case .clocked(let stage): stage.hasReplacement
    case .feed, .subject, .cold, .timed, .stage, .handOver, .sharing, .connecting, .scheduled,
      .withoutModel:
      false
    }
  }
}

extension OperatorModel {
  /// True for a subject that has no element for anybody once it has ended.
  var forgetsAtItsEnd: Bool {
    guard case .subject(let memory) = role, memory.ends else { return false }
    return !memory.replays(.completed) && !memory.replays(.error(0))
  }

  /// On which thread a node emits.
  enum Emitter {
    /// Always on the queue of its queue parameter.
    case ownQueue
    /// On that of its only input's events, and at no other moment.
    case input
    /// Now here, now there.
    case any
  }

  func emitter(_ parameters: [Int], inputs: Int) -> Emitter {
    switch role {
    case .handOver, .timed, .scheduled: .ownQueue
    case .stage(let stage) where inputs == 1 && stage.opening(parameters).isEmpty: .input
    case .feed, .subject, .cold, .stage, .elsewhere, .succession, .flattening, .retryWhen, .sharing,
      .connecting, .clocked, .withoutModel:
      .any
    }
  }
}
