/// One operation of a queue of a primitive's script, of whatever kind the primitive is.
enum PrimitiveStep: Hashable, Sendable, CustomStringConvertible {
  case disposable(DisposableOperation)
  case scheduler(SchedulerOperation)
  case growth(GrowthOperation)
  case check(CheckOperation)

  /// The number of what it hands over, borrows or schedules.
  var given: Int? {
    switch self {
    case .disposable(.hold(let number)), .disposable(.borrow(let number)),
      .scheduler(.schedule(let number)):
      number
    case .disposable(.remove), .disposable(.dispose), .disposable(.ask), .disposable(.look),
      .disposable(.giveBack), .scheduler(.cancel), .growth, .check:
      nil
    }
  }

  /// The number of something that the same queue has handed over, borrowed or scheduled before.
  var referred: Int? {
    switch self {
    case .disposable(.remove(let number)), .disposable(.giveBack(let number)),
      .scheduler(.cancel(let number)):
      number
    case .disposable(.hold), .disposable(.dispose), .disposable(.ask), .disposable(.look),
      .disposable(.borrow), .scheduler(.schedule), .growth, .check:
      nil
    }
  }

  /// The number that it has, of either kind.
  var number: Int? { given ?? referred }

  /// The same with another number, where it has one.
  func numbered(_ number: Int) -> PrimitiveStep {
    switch self {
    case .disposable(.hold): .disposable(.hold(number))
    case .disposable(.remove): .disposable(.remove(number))
    case .disposable(.borrow): .disposable(.borrow(number))
    case .disposable(.giveBack): .disposable(.giveBack(number))
    case .disposable(.dispose), .disposable(.ask), .disposable(.look), .growth, .check:
      self
    case .scheduler(.schedule): .scheduler(.schedule(number))
    case .scheduler(.cancel): .scheduler(.cancel(number))
    }
  }

  var description: String {
    switch self {
    case .disposable(let operation): operation.description
    case .scheduler(let operation): operation.description
    case .growth(let operation): operation.description
    case .check(let operation): operation.description
    }
  }
}

extension PrimitiveProgram {
  /// Each queue's operations. What the primitive does not have is left out when they are set.
  var steps: [[PrimitiveStep]] {
    get {
      switch self {
      case .disposable(let script): script.queues.map { $0.map(PrimitiveStep.disposable) }
      case .scheduler(let script): script.queues.map { $0.map(PrimitiveStep.scheduler) }
      case .growth(let script): script.queues.map { $0.map(PrimitiveStep.growth) }
      case .check(let script): script.queues.map { $0.map(PrimitiveStep.check) }
      }
    }
    set {
      switch self {
      case .disposable(let script):
        self = .disposable(
          DisposableScript(
            kind: script.kind,
            queues: newValue.map {
              $0.compactMap { if case .disposable(let operation) = $0 { operation } else { nil } }
            }))
      case .scheduler(let script):
        self = .scheduler(
          SchedulerScript(
            kind: script.kind,
            queues: newValue.map {
              $0.compactMap { if case .scheduler(let operation) = $0 { operation } else { nil } }
            }))
      case .growth:
        self = .growth(
          GrowthScript(
            queues: newValue.map {
              $0.compactMap { if case .growth(let operation) = $0 { operation } else { nil } }
            }))
      case .check:
        self = .check(
          CheckScript(
            queues: newValue.map {
              $0.compactMap { if case .check(let operation) = $0 { operation } else { nil } }
            }))
      }
    }
  }
}
