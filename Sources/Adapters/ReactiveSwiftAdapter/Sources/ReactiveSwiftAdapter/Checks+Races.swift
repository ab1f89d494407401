import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Replays that one thread starts while another sends what is replayed: each start is told everything, in order, and the producer
/// is started once, and let go when nobody wants it any more.
final class ReplayRun: LibraryCheckRun {
  /// With an end, with starts that are disposed, and where nothing is sent.
  static let ways = 3
  private static let elements = 8
  private static let starts = 4

  private let way: Int
  private let input: Signal<Int, FuzzError>.Observer
  // Relaxed: only numbers, which are read when the race is over.
  private let begun = CheckedLog()
  private let gone = CheckedLog()
  private let logs = (0..<starts).map { _ in CheckedLog() }
  private let replay: CheckedBox<Producer?>

  init(_ way: Int) {
    self.way = way
    let (signal, input) = Signal<Int, FuzzError>.pipe()
    self.input = input
    replay = CheckedBox(
      Producer(signal).on(
        started: { [begun] in begun.note("1") }, disposed: { [gone] in gone.note("1") }
      ).replayLazily(upTo: 100))
    // What is sent before there is a start is not replayed.
    start(0)
  }

  private func start(_ number: Int) {
    let log = logs[number]
    let disposable = replay.value?.start { log.note($0) }
    if way == 2 { disposable?.dispose() }
  }

  func perform(queue: Int) {
    if queue == 0 {
      guard way != 3 else { return }
      for number in 0..<Self.elements { input.send(value: number) }
      if way == 1 { input.sendCompleted() }
    } else {
      for number in 1..<Self.starts { start(number) }
    }
  }

  func fault() -> LibraryCheckFault? {
    if begun.count != 1 {
      return LibraryCheckFault(.sub1, "a replay starts its producer more than once")
    }
    let all = (0..<Self.elements).map(String.init) + ["."]
    if way == 1, logs.contains(where: { $0.text != all.joined(separator: " ") }) {
      return LibraryCheckFault(.val1, "a start of a replay is told something else")
    }
    if way == 2, logs.contains(where: { !Self.isPart($0.text, of: all) }) {
      return LibraryCheckFault(.ord1, "a start of a replay that is disposed is told something else")
    }
    replay.value = nil
    if way == 2, gone.count != 1 {
      return LibraryCheckFault(.disp5, "a replay that nobody holds keeps its producer")
    }
    input.sendCompleted()
    return nil
  }

  /// What is told until a disposal: the first ones, or none, and perhaps that it was interrupted.
  private static func isPart(_ text: String, of all: [String]) -> Bool {
    let words = text.split(separator: " ").map(String.init).filter { $0 != "x" }
    return Array(all.prefix(words.count)) == words
  }
}

/// Something that changes hands. Thread-safety: one thread at a time.
final class CheckedBox<Value>: @unchecked Sendable {
  // Safety: whoever has it says when others may.
  var value: Value
  init(_ value: Value) { self.value = value }
}

/// What is made of properties that two threads change: it follows them, and what observes it sees its last value last.
final class FollowingRun: LibraryCheckRun {
  static let ways = 7
  private static let changes = 8

  private let way: Int
  private let left = MutableProperty(0)
  private let right = MutableProperty(0)
  private let made: Property<Int>
  private let seen = CheckedLog()

  init(_ way: Int) {
    self.way = way
    let (left, right) = (self.left, self.right)
    made =
      switch way {
      case 1: Property.combineLatest(left, right).map { $0 &* 100 &+ $1 }
      case 2: left.flatMap(.latest) { number in right.map { number &* 100 &+ $0 } }
      case 3: left.and100(right)
      case 4:
        Property(
          initial: 0,
          then: left.producer.combineLatest(with: right.producer).map { $0 &* 100 &+ $1 })
      case 5:
        Property(
          capturing: Property<Int>.combineLatest([left, right])?.map { $0[0] &* 100 &+ $0[1] }
            ?? Property(value: 0))
      case 6: left.combineLatest(with: right).map { $0 &* 100 &+ $1 }.skipRepeats()
      default:
        left.flatMap(.merge) { number in Property(value: number &* 100) }.combineLatest(with: right)
          .map { $0 &+ $1 }
      }
    made.producer.startWithValues { [seen] in seen.note("\($0)") }
  }

  func perform(queue: Int) {
    for change in 1...Self.changes {
      if queue == 0 { left.value = change } else { right.value = change }
    }
  }

  func fault() -> LibraryCheckFault? {
    let due = Self.changes * 101
    guard made.value == due else {
      return LibraryCheckFault(.val1, "what is made of two properties does not follow them")
    }
    return seen.text.hasSuffix("\(due)")
      ? nil : LibraryCheckFault(.val1, "what is made of two properties tells another value last")
  }
}

extension MutableProperty where Value == Int {
  fileprivate func and100(_ other: MutableProperty<Int>) -> Property<Int> {
    Property.combineLatest(map { $0 &* 100 }, other.map { $0 }).map { $0 &+ $1 }
  }
}

/// What ends from one thread while it is used from another.
final class EndingRun: LibraryCheckRun {
  static let ways = 5
  private let way: Int
  private let source = Signal<Int, Never>.pipe()
  private let target = MutableProperty(-1)
  private let binding: CheckedBox<(any Disposable)?>
  private let lifetime = Lifetime.make()
  private let log = CheckedLog()
  private let allowed = MutableProperty(true)
  private let gate = Signal<Int, FuzzError>.pipe()
  private let action: ReactiveSwift.Action<Int, Int, FuzzError>
  private let validated = ValidatingProperty<Int, FuzzError>(0) { number in
    number % 2 == 0 ? .valid : .invalid(FuzzError(code: number))
  }

  init(_ way: Int) {
    self.way = way
    binding = CheckedBox<(any Disposable)?>(nil)
    if way == 1 {
      let bound = target <~ source.output
      binding.value = bound
    }
    let gate = self.gate.output
    action = ReactiveSwift.Action(enabledIf: allowed) { _ in Producer(gate) }
    if way == 2 {
      source.output.take(during: lifetime.lifetime).promoteError(FuzzError.self)
        .observe { [log] in log.note($0) }
    }
    if way == 4 { binding.value = action.apply(0).start() }
  }

  func perform(queue: Int) {
    switch (way, queue) {
    case (1, 0), (2, 0): for number in 0..<8 { source.input.send(value: number) }
    case (1, _): binding.value?.dispose()
    case (2, _): lifetime.token.dispose()
    case (3, 0): for number in 0..<4 { allowed.value = number % 2 == 0 }
    case (3, _): for number in 0..<4 { action.apply(number).start().dispose() }
    case (4, 0): gate.input.sendCompleted()
    case (4, _): binding.value?.dispose()
    case (_, let queue): for number in 0..<8 { validated.value = number + queue }
    }
  }

  func fault() -> LibraryCheckFault? {
    defer { gate.input.sendCompleted() }
    switch way {
    case 1:
      source.input.send(value: 100)
      return target.value == 100
        ? LibraryCheckFault(.disp4, "a binding that was disposed goes on") : nil
    case 2:
      let ends = log.text.split(separator: " ").filter { $0 == "." || $0 == "x" }.count
      return ends == 1
        ? nil
        : LibraryCheckFault(.term1, "what is taken during a lifetime ends otherwise than once")
    case 3, 4:
      let isDone = !action.isExecuting.value && action.isEnabled.value == allowed.value
      return isDone ? nil : LibraryCheckFault(.val1, "an action that is done says something else")
    default:
      let isConsistent =
        switch validated.result.value {
        case .valid(let number): number == validated.value && number % 2 == 0
        case .invalid(let number, _): number % 2 == 1 && validated.value % 2 == 0
        case .coerced: false
        }
      return isConsistent
        ? nil : LibraryCheckFault(.val1, "a validating property and its result differ")
    }
  }
}
