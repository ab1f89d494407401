import RxFuzzKit

/// What rows mean in OpenCombine where that is something else than the catalogue says.
enum Meanings {
  static let rows: [String: OperatorModel] = [
    "elementAt": elementAt, "takeLast": last, "takeWhile": takeWhile,
    // "If either upstream publisher finishes successfully or fails with an error, the zipped publisher does the same."
    "zip": .zipUntilUsedUp,
    "startWith": startWith,
    "skipUntil": dropUntilOutput,
    // "Share is effectively a combination of the multicast and autoconnect operators": one subject serves all connections, so
    // that who comes behind the end is sent the end.
    "share": .shareThroughOne,
    // A newer element takes the place of one that waits; an end drops it. Both come on the queue.
    "debounce": .latestLater(endDrops: { _ in true }),
    // An element that comes while another waits is left out, or takes its place.
    "throttle": .latestLater(
      endDrops: { _ in false }, endWaits: true, omits: { $0[2] == 0 }),
    "delay": .later(),
    // The clock may strike until the end has been sent.
    "timeout": .later(gaps: .error(FuzzError.codeOfOthers)),
  ]

  /// `prepend(_:)`: its element is sent when somebody asks for it, and its source is subscribed behind it.
  private static let startWith = OperatorModel.stage(
    opening: { [.next(Token.make(payload: $0[0], emission: 0))] }, opensFirst: true,
    receive: { _, _, event, _ in [event] })

  /// Passes one element on, and completes with the one after it.
  private static let elementAt = OperatorModel.stage(
    start: { parameters, _ in OperatorMemory(number: parameters[0]) },
    receive: { memory, _, event, _ in
      guard case .next = event else { return [event] }
      memory.number -= 1
      if memory.number == -1 { return [event] }
      return memory.number < -1 ? [.completed] : []
    })

  /// `last()`: one element, whatever the row's count.
  private static let last = OperatorModel.stage { memory, _, event, _ in
    switch event {
    case .next(let token):
      memory.elements = [token]
      return []
    case .completed: return memory.elements.map(ModelEvent.next) + [event]
    case .error: return [event]
    }
  }

  /// `prefix(while:)` never passes on the element that ends it.
  private static let takeWhile = OperatorModel.stage { _, _, event, parameters in
    guard case .next(let token) = event,
      !Bindings.accepts(Token.payload(token), predicate: parameters[0])
    else { return [event] }
    return [.completed]
  }

  /// `drop(untilOutputFrom:)`: a trigger that ends before it has sent anything cancels the source and ends the whole; its first
  /// element is its last.
  private static let dropUntilOutput = OperatorModel.stage(
    serialises: true, subscribes: { _ in [[1, 0]] },
    endsInput: { input, event in input == 1 || event.isTerminal },
    endsOthers: { input, event in input == 1 && event.isTerminal },
    receive: { memory, input, event, _ in
      let isOpen = memory.number == 1
      if input == 0 { return isOpen || event.isTerminal ? [event] : [] }
      guard case .next = event else { return isOpen ? [] : [event] }
      memory.number = 1
      return []
    })
}
