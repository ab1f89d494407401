// The models of operators that continue one sequence with another, or with itself.

extension OperatorModel {
  /// Continues with the next input when one completes.
  public static let concat = OperatorModel(
    .succession(
      Succession(followsInterruption: true, leaves: { $0 == .completed }) {
        memory, event, inputs, _ in
        guard event == .completed, memory.number + 1 < inputs else { return .pass }
        memory.number += 1
        return .next(memory.number)
      }))
  /// Continues with its second input after an error of the first.
  public static let catchError = OperatorModel(
    .succession(
      Succession { memory, event, _, _ in
        guard case .error = event, memory.number == 0 else { return .pass }
        memory.number = 1
        return .next(1)
      }))
  /// Continues with the next input after an error.
  public static let catchSequence = OperatorModel(
    .succession(
      Succession(leaves: isError) { memory, event, inputs, _ in
        guard case .error = event, memory.number + 1 < inputs else { return .pass }
        memory.number += 1
        return .next(memory.number)
      }))
  /// Subscribes its input again after an error, as often in all as its parameter says; then each further input once.
  public static let retry = OperatorModel(
    .succession(
      Succession(leaves: isError) { memory, event, inputs, parameters in
        guard case .error = event, memory.number + 2 < parameters[0] + inputs else { return .pass }
        memory.number += 1
        return .next(max(0, memory.number + 1 - parameters[0]))
      }))
  /// Subscribes its input again after each of the first three errors if its second input has emitted.
  public static let retryWhen = OperatorModel(.retryWhen(retriesMax: 3))
  /// Continues with its second input where the first completes without an element.
  public static let ifEmptySwitch = OperatorModel(
    .succession(
      Succession { memory, event, _, _ in
        defer { memory.number = 1 }
        return event == .completed && memory.number == 0 ? .next(1) : .pass
      }))

  private static let isError: @Sendable (ModelEvent) -> Bool = { event in
    if case .error = event { true } else { false }
  }
}
