@preconcurrency import OpenCombine

/// A scheduler whose clock stands still until it is told to go on.
///
/// Thread-safety: one thread at a time.
final class CheckedScheduler: Scheduler {
  struct Time: Strideable {
    let milliseconds: Int
    func distance(to other: Time) -> Span { Span(milliseconds: other.milliseconds - milliseconds) }
    func advanced(by span: Span) -> Time { Time(milliseconds: milliseconds + span.milliseconds) }
  }

  struct Span: Comparable, SignedNumeric, SchedulerTimeIntervalConvertible {
    var milliseconds: Int
    init(milliseconds: Int) { self.milliseconds = milliseconds }
    init(integerLiteral value: Int) { milliseconds = value }
    init?<Source: BinaryInteger>(exactly source: Source) {
      guard let value = Int(exactly: source) else { return nil }
      milliseconds = value
    }
    var magnitude: Int { abs(milliseconds) }
    static func < (left: Span, right: Span) -> Bool { left.milliseconds < right.milliseconds }
    static func + (left: Span, right: Span) -> Span {
      Span(milliseconds: left.milliseconds + right.milliseconds)
    }
    static func - (left: Span, right: Span) -> Span {
      Span(milliseconds: left.milliseconds - right.milliseconds)
    }
    static func * (left: Span, right: Span) -> Span {
      Span(milliseconds: left.milliseconds * right.milliseconds)
    }
    static func += (left: inout Span, right: Span) { left = left + right }
    static func -= (left: inout Span, right: Span) { left = left - right }
    static func *= (left: inout Span, right: Span) { left = left * right }
    static func seconds(_ value: Int) -> Span { Span(milliseconds: value * 1000) }
    static func seconds(_ value: Double) -> Span { Span(milliseconds: Int(value * 1000)) }
    static func milliseconds(_ value: Int) -> Span { Span(milliseconds: value) }
    static func microseconds(_ value: Int) -> Span { Span(milliseconds: value / 1000) }
    static func nanoseconds(_ value: Int) -> Span { Span(milliseconds: value / 1_000_000) }
  }

  private struct Work {
    let due: Int
    let number: Int
    let action: () -> Void
  }

  /// No piece of work makes more than so many.
  private static let actionsMax = 1000
  private var works: [Work] = []
  private var number = 0
  private(set) var now = Time(milliseconds: 0)
  let minimumTolerance = Span(milliseconds: 0)

  private func add(_ due: Int, _ action: @escaping () -> Void) -> Int {
    number += 1
    works.append(Work(due: due, number: number, action: action))
    return number
  }

  func schedule(options: Never?, _ action: @escaping () -> Void) {
    _ = add(now.milliseconds, action)
  }

  func schedule(
    after date: Time, tolerance: Span, options: Never?, _ action: @escaping () -> Void
  ) { _ = add(date.milliseconds, action) }

  func schedule(
    after date: Time, interval: Span, tolerance: Span, options: Never?,
    _ action: @escaping () -> Void
  ) -> any Cancellable {
    let repeating = Repeating()
    func next(_ due: Int) {
      repeating.current = add(due) {
        guard !repeating.isOver else { return }
        action()
        if !repeating.isOver { next(due + max(1, interval.milliseconds)) }
      }
    }
    next(date.milliseconds)
    return AnyCancellable { [weak self] in
      repeating.isOver = true
      self?.works.removeAll { $0.number == repeating.current }
    }
  }

  private final class Repeating {
    var current = 0
    var isOver = false
  }

  /// Does what is due until so many milliseconds have passed.
  func pass(_ milliseconds: Int) {
    let end = now.milliseconds + milliseconds
    for _ in 0..<Self.actionsMax {
      let due = works.filter { $0.due <= end }.min { ($0.due, $0.number) < ($1.due, $1.number) }
      guard let due else { break }
      works.removeAll { $0.number == due.number }
      now = Time(milliseconds: max(now.milliseconds, due.due))
      due.action()
    }
    now = Time(milliseconds: end)
  }

  /// Whether it holds work that nobody has cancelled.
  var isIdle: Bool { works.isEmpty }
}
