/// One operation of a queue of a part's script, of whatever kind the part is.
enum PrimitiveStep: Hashable, Sendable, CustomStringConvertible {
  case primitive(PrimitiveOperation)
  case scheduler(SchedulerOperation)

  /// The number of what it hands over, borrows or schedules.
  var given: Int? {
    switch self {
    case .primitive(.hold(let number)), .primitive(.borrow(let number)),
      .scheduler(.schedule(let number)):
      number
    case .primitive(.remove), .primitive(.dispose), .primitive(.ask), .primitive(.giveBack),
      .scheduler(.cancel):
      nil
    }
  }

  /// The number of something that the same queue has handed over, borrowed or scheduled before.
  var referred: Int? {
    switch self {
    case .primitive(.remove(let number)), .primitive(.giveBack(let number)),
      .scheduler(.cancel(let number)):
      number
    case .primitive(.hold), .primitive(.dispose), .primitive(.ask), .primitive(.borrow),
      .scheduler(.schedule):
      nil
    }
  }

  /// The number that it has, of either kind.
  var number: Int? { given ?? referred }

  /// The same with another number, where it has one.
  func numbered(_ number: Int) -> PrimitiveStep {
    switch self {
    case .primitive(.hold): .primitive(.hold(number))
    case .primitive(.remove): .primitive(.remove(number))
    case .primitive(.borrow): .primitive(.borrow(number))
    case .primitive(.giveBack): .primitive(.giveBack(number))
    case .primitive(.dispose), .primitive(.ask): self
    case .scheduler(.schedule): .scheduler(.schedule(number))
    case .scheduler(.cancel): .scheduler(.cancel(number))
    }
  }

  var description: String {
    switch self {
    case .primitive(let operation): operation.description
    case .scheduler(let operation): operation.description
    }
  }
}

extension PrimitiveProgram {
  /// Each queue's operations. What the part does not have is left out when they are set.
  var steps: [[PrimitiveStep]] {
    get {
      switch self {
      case .primitive(let script): script.queues.map { $0.map(PrimitiveStep.primitive) }
      case .scheduler(let script): script.queues.map { $0.map(PrimitiveStep.scheduler) }
      }
    }
    set {
      switch self {
      case .primitive(let script):
        self = .primitive(
          DisposableScript(
            kind: script.kind,
            queues: newValue.map {
              $0.compactMap { if case .primitive(let operation) = $0 { operation } else { nil } }
            }))
      case .scheduler:
        self = .scheduler(
          SchedulerScript(
            queues: newValue.map {
              $0.compactMap { if case .scheduler(let operation) = $0 { operation } else { nil } }
            }))
      }
    }
  }
}
