@preconcurrency import OpenCombine
import RxFuzzKit

typealias CheckedPublisher = AnyPublisher<Int, FuzzError>

/// An operator, and what comes of 1, 2, 3 and an end behind it: elements, then `.` or `!` with the number of the error.
struct CheckedOperator: Sendable {
  let name: String
  let completed: String
  let failed: String
  let build: @Sendable (CheckedPublisher) -> CheckedPublisher

  init(
    _ name: String, _ completed: String, _ failed: String,
    _ build: @escaping @Sendable (CheckedPublisher) -> CheckedPublisher
  ) { (self.name, self.completed, self.failed, self.build) = (name, completed, failed, build) }
}

/// A family of operators, each behind a source of three elements and an end: what they are to send is sent, however much is asked
/// for at a time, and the source is let go at the end, or when the subscriber cancels, wherever that is.
final class ContractRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  /// With all or one element asked for at a time, from a source that sends at once or later; then with a subscriber that cancels
  /// at its subscription, at an element, or in between, at once and later; at last one that asks for nothing until it is told to.
  private static let modes = 11

  private let operators: [CheckedOperator]
  private var way = 1
  private var faults = CheckedFaults()

  init(_ operators: [CheckedOperator]) { self.operators = operators }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for mode in 1...Self.modes {
      way = mode
      for one in operators where mode != Self.modes || !Self.leavingOut.contains(one.name) {
        if mode <= 4 || mode == Self.modes { events(of: one) } else { departure(from: one) }
      }
    }
  }

  /// All of them, so that one does not hide another.
  func fault() -> LibraryCheckFault? { faults.fault }

  private func events(of one: CheckedOperator) {
    let ends: [(Subscribers.Completion<FuzzError>, String)] = [
      (.finished, one.completed), (.failure(FuzzError(code: 7)), one.failed),
    ]
    let isAskedLater = way == Self.modes
    // A failure does not wait for elements that nobody has asked for.
    for (end, due) in isAskedLater ? ends.dropLast() : ends {
      let source = CheckedSource([1, 2, 3], end, sendsAtOnce: way == 3 || way == 4)
      let subscriber = CheckedSubscriber(
        demand: isAskedLater ? .none : way.isMultiple(of: 2) ? .max(1) : .unlimited)
      one.build(CheckedPublisher(source)).subscribe(subscriber)
      source.run()
      if isAskedLater { ask(subscriber, source) }
      if subscriber.text != due {
        return faults.add(.val1, "\(one.name) sends \(subscriber.text) instead of \(due)")
      }
      if !source.isLetGo {
        return faults.add(.disp5, "\(one.name) keeps its source after the end")
      }
      // What comes too late does nothing.
      subscriber.cancel()
      if subscriber.text != due {
        return faults.add(.term2, "\(one.name) sends something after its end")
      }
    }
  }

  /// One element after the other, each when the source has sent what it was asked for.
  private func ask(_ subscriber: CheckedSubscriber, _ source: CheckedSource) {
    for _ in 0..<Self.questions {
      subscriber.ask(1)
      source.run()
    }
  }

  /// They lose, or send in another order, what nobody has asked for yet, or ask for everything, as Combine's do.
  private static let leavingOut: Set<String> = [
    "flatMap", "multicast", "share", "switchToLatest", "replaceEmpty", "zip",
  ]

  /// More than any of them has elements.
  private static let questions = 8

  private func departure(from one: CheckedOperator) {
    let departures: [CheckedSubscriber.Departure] = [.atSubscription, .atElement(1), .never]
    let departure = departures[(way - 5) / 2]
    let source = CheckedSource([1, 2, 3], nil, sendsAtOnce: way.isMultiple(of: 2))
    let subscriber = CheckedSubscriber(departure: departure)
    one.build(CheckedPublisher(source)).subscribe(subscriber)
    let before = subscriber.log.count
    if departure == .never { subscriber.cancel() }
    source.run()
    let due = departure == .atElement(1) ? 1 : departure == .atSubscription ? 0 : Int.max
    if subscriber.elements > due {
      return faults.add(.disp4, "\(one.name) sends elements to who has cancelled")
    }
    if departure == .never, subscriber.log.count > before {
      return faults.add(.disp4, "\(one.name) sends something to who has cancelled")
    }
    // Where no element comes before the end, nobody has cancelled yet.
    if departure == .atElement(1), subscriber.elements == 0 { subscriber.cancel() }
    if !source.isLetGo { faults.add(.disp5, "\(one.name) keeps its source after a cancellation") }
  }
}

extension Checks {
  /// Each family of operators is a check of its own, and raced on its own, so that one that fails does not hide the others.
  static let contracts: [LibraryCheck] = CheckedOperators.families.map { name, operators in
    LibraryCheck(name, ways: 1, endsProcess: true) { _ in ContractRun(operators) }
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
