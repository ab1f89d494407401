/// What may stand in a script of a primitive, and where.
///
/// A model says what an operation means only where the primitive has it: a second resource for what holds one traps in a
/// correct library, and what was not handed over cannot be taken out. What is handed over, borrowed or scheduled is
/// numbered from 1, in the order of the script.
struct PrimitiveValidation {
  private let kind: PrimitiveKind?
  /// What was handed over, borrowed or scheduled, in all and by this queue.
  private var given = 0
  private var givenHere: Set<Int> = []

  /// - Parameter kind: nil for a scheduler.
  init(kind: PrimitiveKind?) { self.kind = kind }

  /// Whether all of the script may stand as it is.
  static func allow(_ program: PrimitiveProgram) -> Bool {
    let queues = program.steps
    guard !queues.isEmpty, queues.count <= PrimitiveLimits.queuesMax else { return false }
    var validation = PrimitiveValidation(kind: PrimitiveKind(rawValue: program.primitive))
    return queues.allSatisfy { steps in
      validation.beginQueue()
      return !steps.isEmpty && steps.count <= program.operationsPerQueueMax
        && steps.allSatisfy { validation.fault(of: $0) == nil }
    }
  }

  private mutating func fault(of step: PrimitiveStep) -> String? {
    switch step {
    case .disposable(let operation): fault(of: operation)
    case .scheduler(let operation): fault(of: operation)
    case .growth(let operation): fault(of: operation)
    case .check(let operation): fault(of: operation)
    }
  }

  /// What one queue has handed over is nothing to the next one.
  mutating func beginQueue() { givenHere = [] }

  /// Why that operation may not come next, or nil.
  mutating func fault(of operation: DisposableOperation) -> String? {
    guard let kind else { return "a scheduler has no such operation" }
    switch operation {
    case .dispose: return kind.canBeDisposed ? nil : "\(kind.rawValue) cannot be disposed"
    case .ask: return kind.canBeAsked ? nil : "\(kind.rawValue) cannot be asked"
    case .look: return kind.showsResource ? nil : "\(kind.rawValue) shows no resource"
    case .hold(let resource):
      guard kind.takesResources || kind == .singleAssignment else {
        return "\(kind.rawValue) takes no resource"
      }
      if kind == .singleAssignment, given > 0 { return "it holds one resource, set once" }
      return give(resource, "resource")
    case .remove(let resource):
      guard kind == .composite else { return "nothing can be taken out of \(kind.rawValue)" }
      return given(resource, "handed over resource")
    case .borrow(let loan):
      return kind.lends ? give(loan, "loan") : "\(kind.rawValue) lends nothing"
    case .giveBack(let loan):
      return kind.lends
        ? given(loan, "borrowed loan") : "\(kind.rawValue) lends nothing"
    }
  }

  /// Why that operation may not come next, or nil.
  mutating func fault(of operation: SchedulerOperation) -> String? {
    switch operation {
    case .schedule(let action): give(action, "action")
    case .cancel(let action): given(action, "scheduled action")
    }
  }

  /// Why that operation may not come next, or nil.
  func fault(of operation: GrowthOperation) -> String? {
    operation.scenario(library: "any") == nil ? "\(operation.row) cannot be watched so" : nil
  }

  /// Why that operation may not come next, or nil.
  func fault(of operation: CheckOperation) -> String? {
    let isName = !operation.name.isEmpty && operation.name.utf8.allSatisfy(Self.isLetter)
    return isName ? nil : "the name of a check has letters only"
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private mutating func give(_ number: Int, _ what: String) -> String? {
    guard number == given + 1 else { return "expected \(what) \(given + 1) next, not \(number)" }
    given = number
    givenHere.insert(number)
    return nil
  }

  private func given(_ number: Int, _ what: String) -> String? {
    givenHere.contains(number) ? nil : "this queue has not \(what) \(number) before"
  }
}
