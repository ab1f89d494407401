// The models of operators that depend on the clock.

extension OperatorModel {
  /// Emits the latest element when none has come for a while, and at completion.
  public static let debounce = clocked(.debounce) { memory, signal, _ in
    switch signal {
    case .event(.next(let token)): [.init(memory: .init(elements: [token]))]
    case .event(.completed):
      [.init(memory: .init(), outputs: memory.elements.map { .next($0) } + [.completed])]
    case .event(let event): [.init(memory: memory, outputs: [event])]
    case .due:
      [
        .init(memory: .init(), outputs: memory.elements.map { .next($0) }),
        .init(memory: memory),
      ]
    }
  }

  /// Emits the first element of each span, and the latest of it at its end where its third parameter says so.
  public static let throttle = clocked(.throttle, hasClock: keepsLatest) {
    memory, signal, parameters in
    var memory = memory
    switch signal {
    case .event(.next(let token)):
      var sending = memory
      (sending.elements, sending.number) = ([], memory.number | throttleBits.hasSent)
      let sent = ClockedStage.Branch(memory: sending, outputs: [.next(token)])
      let isSpanOver = memory.number & throttleBits.hasSent == 0 || parameters[0] == 0
      if isSpanOver { return [sent] }
      if parameters[2] == 1 { memory.elements = [token] }
      return [sent, .init(memory: memory)]
    case .event(.completed):
      if memory.elements.isEmpty { return [.init(memory: memory, outputs: [.completed])] }
      memory.number |= throttleBits.isCompleted
      return [.init(memory: memory)]
    case .event(let event): return [.init(memory: memory, outputs: [event])]
    case .due:
      guard let token = memory.elements.first else { return [.init(memory: memory)] }
      let isLast = memory.number & throttleBits.isCompleted != 0
      var sending = memory
      sending.elements = []
      return [
        .init(memory: sending, outputs: [.next(token)] + (isLast ? [.completed] : [])),
        .init(memory: memory),
      ]
    }
  }

  /// Emits elements and completed later, errors at once.
  public static let delay = clocked(.delay) { memory, signal, _ in
    var memory = memory
    switch signal {
    case .event(.next(let token)): memory.elements.append(token)
    case .event(.completed): memory.elements.append(completedMark)
    case .event(let event): return [.init(memory: memory, outputs: [event])]
    case .due:
      // As many as have waited long enough.
      return (0...memory.elements.count).reversed().map { count in
        .init(
          memory: .init(elements: Array(memory.elements.dropFirst(count))),
          outputs: memory.elements.prefix(count).map {
            $0 == completedMark ? .completed : .next($0)
          }
        )
      }
    }
    return [.init(memory: memory)]
  }

  /// The same, where an error does not wait for the element that is being sent but is left to who sends it.
  public static let delayByTheClock = OperatorModel.delay.meeting(.queue)

  /// Completes after a while.
  public static let takeFor = clocked(.takeFor) { memory, signal, _ in
    switch signal {
    case .event(let event): [.init(memory: memory, outputs: [event])]
    case .due: [.init(memory: memory, outputs: [.completed])]
    }
  }

  /// Drops what comes before a while has passed.
  public static let skipFor = clocked(.skipFor, serialises: false) { memory, signal, _ in
    switch signal {
    case .event(.next(let token)):
      [.init(memory: memory, outputs: memory.number == 0 ? [] : [.next(token)])]
    case .event(let event): [.init(memory: memory, outputs: [event])]
    case .due: [.init(memory: .init(number: 1))]
    }
  }

  /// Fails where nothing has come for a while.
  public static let timeout = clocked(.timeout) { memory, signal, _ in
    switch signal {
    case .event(let event): [.init(memory: memory, outputs: [event])]
    case .due:
      [.init(memory: memory, outputs: [.error(FuzzError.codeOfOthers)]), .init(memory: memory)]
    }
  }

  /// Continues with its second input where nothing has come for a while.
  public static let timeoutOther = clocked(.timeoutOther, hasReplacement: true) {
    memory, signal, _ in
    switch signal {
    case .event(let event): [.init(memory: memory, outputs: memory.number == 0 ? [event] : [])]
    case .due where memory.number == 0:
      [.init(memory: .init(number: 1), replacesSource: true), .init(memory: memory)]
    case .due: [.init(memory: memory)]
    }
  }

  /// As `timeout` and `timeoutOther`, where the clock decides against the source at once and waits for nothing.
  public static let timeoutUnordered = OperatorModel.timeout.unordered
  public static let timeoutOtherUnordered = OperatorModel.timeoutOther.unordered

  /// The same on a clock, with the events of several threads meeting in that way.
  private func meeting(_ meeting: LibrarySemantics.Meeting) -> OperatorModel {
    guard case .clocked(var stage) = role else { return self }
    stage.meeting = meeting
    return OperatorModel(.clocked(stage))
  }

  /// The same on a clock, with no events put in a row.
  private var unordered: OperatorModel {
    guard case .clocked(var stage) = role else { return self }
    stage.serialises = false
    return OperatorModel(.clocked(stage))
  }

  /// Emits the combination of so many elements as its second parameter says, or of those that have come in a while.
  public static let buffer = clocked(.buffer, startsInTurn: true) { memory, signal, parameters in
    var memory = memory
    switch signal {
    case .event(.next(let token)):
      memory.elements.append(token)
      if memory.elements.count < parameters[1] { return [.init(memory: memory)] }
      return [.init(memory: .init(), outputs: [folded(memory)])]
    case .event(.completed): return [.init(memory: memory, outputs: [folded(memory), .completed])]
    case .event(let event): return [.init(memory: memory, outputs: [event])]
    case .due: return [.init(memory: .init(), outputs: [folded(memory)]), .init(memory: memory)]
    }
  }

  /// Passes everything on; its windows are merged into the output at once.
  public static let window = clocked(.window, startsInTurn: true) { memory, signal, _ in
    switch signal {
    case .event(let event): [.init(memory: memory, outputs: [event])]
    case .due: [.init(memory: memory)]
    }
  }

  /// Emits its parameter, then completed, on its queue.
  public static let justScheduled = OperatorModel(
    .scheduled { [.next(Token.make(payload: $0[0], emission: 0)), .completed] })

  /// Emits consecutive numbers, then completed, on its queue; the second parameter is the first one, the third how many.
  public static let scheduledNumbers = OperatorModel(
    .scheduled { parameters in
      (0..<parameters[2]).map { .next(Token.make(payload: parameters[1] + $0, emission: 0)) }
        + [.completed]
    })

  private static let keepsLatest: @Sendable ([Int]) -> Bool = { $0[2] == 1 }
  private static let throttleBits = (hasSent: 1, isCompleted: 2)
  /// Stands for completed among elements that wait.
  private static let completedMark = Int.min

  /// The one element that what was collected stands for.
  static func folded(_ memory: OperatorStage.Memory) -> ModelEvent {
    .next(memory.elements.reduce(Token.make(payload: 0, emission: 0)) { Token.combining($0, $1) })
  }

  private static func clocked(
    _ virtual: VirtualStage, hasReplacement: Bool = false, startsInTurn: Bool = false,
    serialises: Bool = true,
    hasClock: @escaping @Sendable ([Int]) -> Bool = { _ in true },
    _ outcomes:
      @escaping @Sendable (OperatorStage.Memory, ClockedStage.Signal, [Int]) ->
      [ClockedStage.Branch]
  ) -> OperatorModel {
    OperatorModel(
      .clocked(
        ClockedStage(
          hasReplacement: hasReplacement, startsInTurn: startsInTurn, hasClock: hasClock,
          serialises: serialises, virtual: virtual, outcomes: outcomes)))
  }
}
