extension ScheduleOperation.Kind {
  /// What a person calls it, for example `atomic load`.
  public var words: String {
    switch self {
    case .start: "first step"
    case .read: "read"
    case .write: "write"
    case .atomicLoad: "atomic load"
    case .atomicStore: "atomic store"
    case .atomicReadModifyWrite: "atomic read-modify-write"
    case .compareExchange: "compare-exchange"
    case .fence: "fence"
    case .lock: "lock"
    case .unlock: "unlock"
    case .wait: "wait"
    case .signal: "signal"
    case .spawn: "hand-off"
    case .once: "once"
    case .timer: "timer"
    case .yield: "callback"
    case .user: "call"
    }
  }
}

extension ScheduleOperation {
  /// Of a value that is not the newest: what the operation does, for example `takes a value that 2 stores have replaced`.
  public var valueWords: String {
    let stores = NumberWords.counted(UInt64(valuesNewer), "store")
    let verb = valuesNewer == 1 ? "has" : "have"
    return kind == .atomicStore
      ? "comes before \(stores) that \(verb) been seen already"
      : "takes a value that \(stores) \(verb) replaced"
  }
}
