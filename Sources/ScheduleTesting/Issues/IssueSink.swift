import ScheduleKit
import Testing

/// Takes in what Swift Testing would report of raced code, and puts it down to the run in which it happened.
///
/// Thread-safety: `enter` and `leave` for a lane by that lane's thread, or by anyone while it is not at work.
final class IssueSink: @unchecked Sendable {
  // Safety: each element of `slots` is written as said above, and read by the lane's thread; the rest is constant.
  private let slots: UnsafeMutablePointer<RunNotes?>
  private static let lanesMax = 9
  /// Threads without a lane are the test's own.
  private static let slotOfTest = 8
  /// Whether a test of Swift Testing runs, whose expectations can be heard.
  let isHeard: Bool

  init() {
    slots = .allocate(capacity: Self.lanesMax)
    slots.initialize(repeating: nil, count: Self.lanesMax)
    isHeard = Test.current != nil
  }

  deinit {
    slots.deinitialize(count: Self.lanesMax)
    slots.deallocate()
  }

  /// From now on what that lane says belongs to that run; nil: what the test itself says.
  func enter(_ notes: RunNotes, lane: Int?) { slots[lane ?? Self.slotOfTest] = notes }

  /// From now on everything belongs to that run.
  func enterAll(_ notes: RunNotes) {
    for slot in 0..<Self.lanesMax { slots[slot] = notes }
  }

  /// Runs `body` so that expectations which fail in it are noted and not reported: on this thread, and in `InlineTask`s that
  /// are made meanwhile by it.
  func listen(_ body: () -> Void) {
    guard let test = Test.current else { return body() }
    let sink = self
    withoutActuallyEscaping(body) { body in
      let part = Part(body: body)
      InlineTask(asynchronous: {
        let trait = IssueHandlingTrait.compactMapIssues { issue in
          sink.note(issue) ? nil : issue
        }
        try? await trait.provideScope(for: test, testCase: Test.Case.current) { part.body() }
      }).run()
    }
  }

  /// Whether the issue was put down to a run.
  private func note(_ issue: Issue) -> Bool {
    let lane = Int(RacingLane.current) - 1
    let slot = (0..<Self.slotOfTest).contains(lane) ? lane : Self.slotOfTest
    guard let notes = slots[slot] else { return false }
    let place = issue.sourceLocation.map { " (\($0.fileName):\($0.line))" } ?? ""
    let comments = issue.comments.map { ": \($0.rawValue)" }.joined()
    let words = "\(issue)".split(separator: "\n").first.map(String.init) ?? "an issue"
    let message = words.hasSuffix(" (error)") ? String(words.dropLast(8)) : words
    let said = issue.comments.contains { message.contains($0.rawValue) } ? "" : comments
    notes.add(
      ScheduleViolation(
        rule: "expectation", message: message + said + place, key: "expectation\(place)"))
    return true
  }

  private struct Part: @unchecked Sendable {
    // Safety: run by the thread that made it, before that goes on.
    let body: () -> Void
  }
}
