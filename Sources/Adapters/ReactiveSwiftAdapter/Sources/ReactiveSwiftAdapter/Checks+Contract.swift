@preconcurrency import ReactiveSwift
import RxFuzzKit

/// An operator, and what comes of 1, 2, 3 and an end behind it: a completion, an error with the number 7, an interruption.
struct CheckedOperator: Sendable {
  let name: String
  let due: [String]
  let build: @Sendable (Producer) -> Producer

  init(
    _ name: String, _ completed: String, _ failed: String, _ interrupted: String,
    _ build: @escaping @Sendable (Producer) -> Producer
  ) { (self.name, due, self.build) = (name, [completed, failed, interrupted], build) }
}

/// A family of operators, each behind a producer of three elements and an end: what they are to send is sent, each time that they
/// are started, and the producer is let go at the end, or when it is disposed, wherever that is.
final class ContractRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  /// A producer that sends at once, one that sends later; then disposals: inside the first element, and before there is one, at
  /// once and later.
  private static let modes = 6

  private let operators: [CheckedOperator]
  private var way = 1
  private var faults = CheckedFaults()

  init(_ operators: [CheckedOperator]) { self.operators = operators }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for mode in 1...Self.modes {
      way = mode
      for one in operators { if mode <= 2 { events(of: one) } else { departure(from: one) } }
    }
  }

  /// All of them, so that one does not hide another.
  func fault() -> LibraryCheckFault? { faults.fault }

  private static let ends: [Signal<Int, FuzzError>.Event] = [
    .completed, .failed(FuzzError(code: 7)), .interrupted,
  ]

  private func events(of one: CheckedOperator) {
    for (end, due) in zip(Self.ends, one.due) {
      let source = CheckedSource(CheckedSource.elements + [end], sendsAtOnce: way == 1)
      let producer = one.build(source.producer)
      let logs = [CheckedLog(), CheckedLog()]
      let starts = logs.map { log in producer.start { log.note($0) } }
      source.run()
      for (log, start) in zip(logs, starts) {
        start.dispose()
        if log.text != due {
          return faults.add(.val1, "\(one.name) sends \(log.text) instead of \(due)")
        }
      }
      if !source.isLetGo {
        return faults.add(.disp5, "\(one.name) keeps its source after the end")
      }
    }
  }

  private func departure(from one: CheckedOperator) {
    let source = CheckedSource(CheckedSource.elements, sendsAtOnce: way.isMultiple(of: 2))
    let log = CheckedLog()
    let leavesAtElement = way < 5
    let handle = one.build(source.producer).startWithSignal { signal, handle -> any Disposable in
      signal.observe { event in
        log.note(event)
        if leavesAtElement, event.value != nil { handle.dispose() }
      }
      return handle
    }
    let before = log.count
    if !leavesAtElement { handle.dispose() }
    source.run()
    handle.dispose()
    let elements = log.text.split(separator: " ").filter { Int($0) != nil }.count
    let ends = log.count - elements
    if ends > 1 { return faults.add(.term1, "\(one.name) ends twice") }
    // The end of it may come.
    if leavesAtElement ? elements > 1 : log.count > before + 1 {
      return faults.add(.disp4, "\(one.name) sends elements after it was disposed")
    }
    if !source.isLetGo { faults.add(.disp5, "\(one.name) keeps its source after it was disposed") }
  }
}

extension Checks {
  /// Each family of operators is a check of its own, so that one that fails does not hide the others.
  static let contracts: [LibraryCheck] = CheckedOperators.families.map { name, operators in
    LibraryCheck(name, ways: 1) { _ in ContractRun(operators) }
  }
}

/// What a check finds wrong, of many things that it looks at: told together, under the rule of the first, so that none hides another.
struct CheckedFaults {
  private var rule: InvariantName?
  private var words: [String] = []

  mutating func add(_ rule: InvariantName, _ words: String) {
    self.rule = self.rule ?? rule
    self.words.append(words)
  }

  var fault: LibraryCheckFault? {
    rule.map { LibraryCheckFault($0, words.joined(separator: "; ")) }
  }
}
