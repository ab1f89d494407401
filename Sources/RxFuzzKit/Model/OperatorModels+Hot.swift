// The models of subjects that remember, and of conversions to traits and back.

extension OperatorModel {
  /// A subject that sends newcomers its latest element, at first its second parameter.
  public static let behavior = OperatorModel(.subject(latestElement))
  /// A subject that sends newcomers as many of the last elements as its second parameter says.
  public static let replay = OperatorModel(.subject(lastElements))
  /// A subject that sends newcomers all elements.
  public static let replayAll = OperatorModel(
    .subject(
      SubjectMemory(
        remember: { memory, token, _ in memory.append(token) }, replays: { _ in true })))
  /// A subject that emits its last element when it completes.
  public static let async = OperatorModel(
    .subject(
      SubjectMemory(
        remember: { memory, token, _ in memory = [token] }, deliversAtOnce: false,
        replays: { $0 == .completed })))

  /// A promise: its first element is told to all, now and later, and completes it.
  public static let future = OperatorModel(
    .subject(
      SubjectMemory(deliversAtOnce: false, isPromise: true, replays: { $0 == .completed })))

  /// A publish subject that calls its observer under a lock: threads take turns in no order, and each sends what it brings.
  /// What it says of several observers, or of one that sends it something from inside a callback, holds for no library.
  public static let lockedSubject = OperatorModel(.subject(SubjectMemory(isLocked: true)))

  /// A publish subject without an end.
  public static let publishRelay = relay(SubjectMemory())
  /// A behavior subject without an end.
  public static let behaviorRelay = relay(latestElement)
  /// A replay subject without an end.
  public static let replayRelay = relay(lastElements)

  private static let latestElement = SubjectMemory(
    start: { [Token.make(payload: $0[1], emission: 0)] },
    remember: { memory, token, _ in memory = [token] },
    replays: { $0 == nil })

  private static let lastElements = SubjectMemory(
    remember: { memory, token, parameters in
      memory.append(token)
      if memory.count > parameters[1] { memory.removeFirst() }
    },
    replays: { _ in true })

  private static func relay(_ memory: SubjectMemory) -> OperatorModel {
    var endless = memory
    endless.ends = false
    return OperatorModel(.subject(endless))
  }

  /// Emits the only element at completion; an error where there is not exactly one.
  ///
  /// What a trait's operators make of it may be a sequence of its own, as with `flatMap`, and the same is said of all of them.
  public static let asSingle = atMostOne(else: [.error(foreignError)]).emittingWhileSubscribing
  /// Emits the only element at completion, if there is one; an error where there are more.
  public static let asMaybe = atMostOne(else: [.completed]).emittingWhileSubscribing
  /// Emits the first element and completes; an element of 0 where there is none.
  public static let first = OperatorModel(
    .stage(
      OperatorStage { _, _, event, _ in
        switch event {
        case .next: [event, .completed]
        case .error: [event]
        case .completed: [.next(0), .completed]
        }
      }))

  /// The code by which adapters report an error that the scenario did not emit.
  private static let foreignError = -1

  private static func atMostOne(else none: [ModelEvent]) -> OperatorModel {
    OperatorModel(
      .stage(
        OperatorStage { memory, _, event, _ in
          switch event {
          case .next(let token):
            memory.elements.append(token)
            return memory.elements.count > 1 ? [.error(foreignError)] : []
          case .error: return [event]
          case .completed: return memory.elements.first.map { [.next($0), event] } ?? none
          }
        }))
  }
}
