import Dispatch
import ScheduleKit

/// One run of a race: what its lanes do, and what must hold once they have ended.
///
/// A test's body gets a fresh one for each run, makes what is to be raced, and names its lanes; nothing is raced before the
/// body returns. One lane will do where what it calls begins tasks or uses queues. Lanes are declared by the body alone; `expect` and `outcome` may be called from any thread.
public final class Race: @unchecked Sendable {
  // Safety: `lanes`, `preparations`, `checks` and `table` are written by the body and read after it, by the thread that runs the test;
  // `notes` synchronises itself.

  /// The most lanes that one race can have.
  public static let lanesMax = Rendezvous.partiesMax

  /// One racer.
  struct Lane {
    let name: String
    let body: () throws -> Void
    /// What it does instead, where it is a Swift task; nil where it is none.
    var asynchronous: (@Sendable () async throws -> Void)?
  }

  /// Runs an asynchronous body to its end, as the engine of a run does that; false where it could not end.
  typealias Wait = (_ name: String, _ body: @escaping @Sendable () async -> Void) -> Bool

  /// What is done before the lanes begin or once they have ended.
  private enum Part {
    case synchronous(() throws -> Void)
    case asynchronous(@Sendable () async throws -> Void)
  }

  private(set) var lanes: [Lane] = []
  private var preparations: [Part] = []
  private var checks: [Part] = []
  private(set) var table = OutcomeTable()
  private let notes: RunNotes

  init(_ notes: RunNotes) { self.notes = notes }

  /// A lane on a thread of its own.
  /// - `name`: as pictures call it; by default `thread 1`, counted over all lanes.
  public func thread(_ name: String? = nil, _ body: @escaping () throws -> Void) {
    add(name ?? "thread \(lanes.count + 1)", body)
  }

  /// A lane that runs on a serial dispatch queue.
  /// - `name`: as pictures call it; by default `queue 2`, counted over all lanes.
  /// - `queue`: by default one of its own. Lanes with the same queue never overlap.
  public func queue(
    _ name: String? = nil, on queue: DispatchQueue? = nil, _ body: @escaping () throws -> Void
  ) {
    let name = name ?? "queue \(lanes.count + 1)"
    let queue = queue ?? DispatchQueue(label: name)
    add(name) { try queue.sync { try body() } }
  }

  /// A lane that is a Swift task. In schedules under control each of its jobs is scheduled like a thread's steps, and those of
  /// the tasks that it makes and of the actors that it calls; sleep is virtual.
  /// - `name`: as reports call it; by default `task 2`, counted over all lanes.
  public func task(
    _ name: String? = nil, _ body: @escaping @Sendable () async throws -> Void
  ) {
    let name = name ?? "task \(lanes.count + 1)"
    let free = { [self] in
      _ = Self.waitFreely(name) { [self] in await perform(body) }
    }
    lanes.append(Lane(name: name, body: free, asynchronous: body))
  }

  /// What is done, by the test's own thread, once all lanes have ended: expectations, and the outcome.
  ///
  /// In controlled schedules what lanes have left to dispatch queues has ended, too; in free races a body waits for that itself.
  public func afterwards(_ body: @escaping () throws -> Void) {
    checks.append(.synchronous(body))
  }

  /// The same with an asynchronous body, such as one that asks an actor. It comes to its end before anything else is done.
  public func afterwards(_ body: @escaping @Sendable () async throws -> Void) {
    checks.append(.asynchronous(body))
  }

  /// What is done, asynchronously, before the lanes begin: what is not asynchronous the test's body does by itself. Several come one
  /// after the other.
  public func beforehand(_ body: @escaping @Sendable () async throws -> Void) {
    preparations.append(.asynchronous(body))
  }

  /// What came of the run, in one word or a few: it is counted, and graded if the test grades outcomes.
  public func outcome(_ value: some Any) { notes.set(outcome: "\(value)") }

  /// An outcome that is as it should be. Where a test names any such, all that it does not name are forbidden.
  public func acceptable(_ outcome: some Any, _ note: String = "") {
    table.grade("\(outcome)", OutcomeTable.Graded(grade: .acceptable, note: note))
  }

  /// An outcome that is allowed, and worth to be pointed at.
  public func interesting(_ outcome: some Any, _ note: String = "") {
    table.grade("\(outcome)", OutcomeTable.Graded(grade: .interesting, note: note))
  }

  /// An outcome that must never be.
  public func forbidden(_ outcome: some Any, _ note: String = "") {
    table.grade("\(outcome)", OutcomeTable.Graded(grade: .forbidden, note: note))
  }

  /// The run has failed unless that holds. For any thread and any test framework; in Swift Testing `#expect` does the same in
  /// lanes and in `afterwards`.
  public func expect(
    _ condition: Bool, _ message: @autoclosure () -> String = "an expectation of the test",
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    guard !condition else { return }
    let file = "\(fileID)".split(separator: "/").last ?? ""
    let place = " (\(file):\(line))"
    notes.add(
      ScheduleViolation(
        rule: "expectation", message: "expectation failed: \(message())\(place)",
        key: "expectation\(place)"))
  }

  private func add(_ name: String, _ body: @escaping () throws -> Void) {
    lanes.append(Lane(name: name, body: body, asynchronous: nil))
  }

  /// The run has failed, by a rule of whoever has made the race.
  /// - `details`: a picture of it, several lines.
  func fail(_ violation: ScheduleViolation, details: String) {
    notes.add(violation, details: details)
  }

  /// Runs one lane to its end; what it throws is a failure of the run.
  func perform(_ lane: Int) {
    do { try lanes[lane].body() } catch { notes.add(error) }
  }

  /// The same with an asynchronous body.
  func perform(_ body: @Sendable () async throws -> Void) async {
    do { try await body() } catch { notes.add(error) }
  }

  /// Does what comes beforehand; false where that could not end.
  func prepare(_ wait: Wait = waitFreely) -> Bool { perform(preparations, "beforehand", wait) }

  /// Does what comes afterwards, and grades the outcome; false where that could not end.
  func conclude(_ wait: Wait = waitFreely) -> Bool {
    guard perform(checks, "afterwards", wait) else { return false }
    if let outcome = notes.outcome, let violation = table.violation(outcome) {
      notes.add(violation)
    }
    return true
  }

  private func perform(_ parts: [Part], _ name: String, _ wait: Wait) -> Bool {
    for part in parts {
      switch part {
      case .synchronous(let body): do { try body() } catch { notes.add(error) }
      case .asynchronous(let body):
        guard wait(name, { [self] in await perform(body) }) else { return false }
      }
    }
    return true
  }

  /// Waits on the calling thread.
  static func waitFreely(_ name: String, _ body: @escaping @Sendable () async -> Void) -> Bool {
    let end = DispatchSemaphore(value: 0)
    Task {
      await body()
      end.signal()
    }
    end.wait()
    return true
  }

  /// What keeps the race from being one, or nil.
  var fault: String? {
    if lanes.isEmpty { return "nothing is raced: the body names no lane" }
    if lanes.count > Self.lanesMax {
      return "a race has at most \(Self.lanesMax) lanes, this one has \(lanes.count)"
    }
    return nil
  }
}
