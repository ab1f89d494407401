// What operators mean in libraries that cancel first: an event that ends the sequence makes them cancel the other sources,
// one after the other, and is delivered after that. An element that had left its source before that was cancelled may be
// delivered in between, and no other.

extension OperatorModel {
  /// As `merge`; an error cancels the other inputs before it is delivered, and a completion that is not the last one waits
  /// for nobody.
  public static let mergeCancellingFirst = merge(
    endsOthers: { _, event in if case .error = event { true } else { false } },
    atOnce: countCompletion)
  /// As `merge` of a list, which has to have been gone through before the whole completes: where another thread is at that still, it
  /// is the one that does. A completion that is not the last one waits for nobody.
  public static let mergeCountingFirst = merge(
    endsOthers: nil, atOnce: countCompletion, closes: true)

  /// As `merge` of a list that another thread may be going through still: who completes an input subscribes the next one then, and the
  /// whole completes when the list has been gone through.
  public static let mergeStartingNext: OperatorModel = {
    guard case .stage(var stage) = OperatorModel.merge(endsOthers: nil, closes: true).role else {
      preconditionFailure("a merge is a stage")
    }
    stage.completionsStartNext = true
    return OperatorModel(.stage(stage))
  }()

  @Sendable private static func countCompletion(
    _ memory: inout OperatorMemory, _: Int, _ event: ModelEvent, _: [Int]
  ) -> ModelEvent? {
    guard event == .completed, memory.number > 1 else { return event }
    memory.number -= 1
    return nil
  }

  /// A merge of either kind: see `OperatorStage.endsOthers`.
  static func merge(
    endsOthers: (@Sendable (Int, ModelEvent) -> Bool)?,
    atOnce: (@Sendable (inout OperatorMemory, Int, ModelEvent, [Int]) -> ModelEvent?)? = nil,
    closes: Bool = false
  ) -> OperatorModel {
    OperatorModel(
      .stage(
        OperatorStage(
          start: { _, inputs in OperatorStage.Memory(number: closes ? inputs + 1 : inputs) },
          serialises: true, atOnce: atOnce, endsOthers: endsOthers, closes: closes
        ) { memory, _, event, _ in
          guard event == .completed || event == .interrupted else { return [event] }
          memory.number -= 1
          return memory.number == 0 ? [.completed] : []
        }))
  }

  /// As `takeUntil`; the second input's element cancels the first input before the end is delivered, and its error means
  /// as little as its completion.
  public static let takeUntilCancellingFirst = OperatorModel(
    .stage(
      OperatorStage(
        orders: { _ in [[1, 0], [0, 1]] }, serialises: true,
        // An end of the trigger changes nothing, and waits for nobody.
        atOnce: { _, input, event, _ in input == 1 && event.isTerminal ? nil : event },
        endsInput: { input, event in input == 1 || event.isTerminal },
        endsOthers: { input, event in
          guard input == 1, case .next = event else { return false }
          return true
        }
      ) { _, input, event, _ in
        guard input == 1 else { return [event] }
        guard case .next = event else { return [] }
        return [.completed]
      }))
}
