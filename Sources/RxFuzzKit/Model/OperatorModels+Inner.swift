// The models of operators that subscribe to the sequences which elements stand for, and of shared connections.

extension OperatorModel {
  /// Passes on what all the sequences emit.
  public static let flatMap = OperatorModel(.flattening(.all))
  /// Passes on what a sequence emits; those that come meanwhile are left out.
  public static let flatMapFirst = OperatorModel(.flattening(.first))
  /// Passes on what the latest sequence emits.
  public static let flatMapLatest = OperatorModel(.flattening(.latest))
  /// Passes on what the sequences emit, one after the other.
  public static let concatMap = OperatorModel(.flattening(.queued))
  /// Passes on what the sequences emit, so many at a time as its parameter says.
  public static let mergeMaxConcurrent = OperatorModel(.flattening(.bounded))

  /// Passes everything on; its groups are merged into the output at once.
  public static let grouped = OperatorModel(
    .stage(OperatorStage(serialises: true) { _, _, event, _ in [event] }))

  /// Connects its first input for all subscribers with the first element of its second.
  public static let publishConnect = OperatorModel(.connecting)
  /// One connection at a time; each begins afresh.
  public static let share = OperatorModel(.sharing(Sharing(memory: SubjectMemory())))
  /// The same, and sends newcomers as many of the last elements as its parameter says.
  public static let shareReplay = OperatorModel(.sharing(Sharing(memory: .lastElements)))
  /// The same, and sends newcomers all elements.
  public static let shareReplayAll = OperatorModel(
    .sharing(
      Sharing(
        memory: SubjectMemory(
          remember: { memory, token, _ in memory.append(token) }, replays: { _ in true }))))
  /// One subject for all connections, one after the other; its end is theirs.
  public static let shareThroughOne = OperatorModel(
    .sharing(Sharing(memory: SubjectMemory(), keepsHub: true)))
  /// Sends newcomers so many of the last elements, and remembers them from one connection to the next.
  public static let shareForever = OperatorModel(
    .sharing(Sharing(memory: .lastElements, keepsHub: true)))
}

extension SubjectMemory {
  /// Sends newcomers as many of the last elements as the first parameter says.
  fileprivate static let lastElements = SubjectMemory(
    remember: { memory, token, parameters in
      memory.append(token)
      if memory.count > parameters[0] { memory.removeFirst() }
    },
    replays: { _ in true })
}
