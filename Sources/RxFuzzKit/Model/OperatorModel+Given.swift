extension OperatorModel {
  /// The same row's meaning with these numbers for its parameters, for an operator to which the graph gives none:
  /// `.takeLast.given(3)`.
  ///
  /// Rows that turn events of their inputs into events of their own, by a clock or without, or continue one input with the
  /// next, take them; all others stay as they are. As many as the row has, in its order; for a clock's queue any number.
  public func given(_ numbers: Int...) -> OperatorModel {
    switch role {
    case .stage(var stage):
      let (start, opening, atOnce, receive) =
        (stage.start, stage.opening, stage.atOnce, stage.receive)
      stage.start = { _, inputs in start(numbers, inputs) }
      stage.opening = { _ in opening(numbers) }
      if let atOnce {
        stage.atOnce = { memory, input, event, _ in atOnce(&memory, input, event, numbers) }
      }
      stage.receive = { memory, input, event, _ in receive(&memory, input, event, numbers) }
      return OperatorModel(.stage(stage))
    case .succession(var succession):
      let follow = succession.follow
      succession.follow = { memory, event, inputs, _ in follow(&memory, event, inputs, numbers) }
      return OperatorModel(.succession(succession))
    case .clocked(var stage):
      let (hasClock, outcomes, virtual) = (stage.hasClock, stage.outcomes, stage.virtual)
      stage.hasClock = { _ in hasClock(numbers) }
      stage.outcomes = { memory, signal, _ in outcomes(memory, signal, numbers) }
      stage.virtual.start = { now, _ in virtual.start(now, numbers) }
      stage.virtual.receive = { memory, signal, now, _ in
        virtual.receive(&memory, signal, now, numbers)
      }
      return OperatorModel(.clocked(stage))
    case .feed, .subject, .cold, .timed, .handOver, .elsewhere, .flattening, .retryWhen, .sharing,
      .connecting, .scheduled, .withoutModel:
      return self
    }
  }
}
