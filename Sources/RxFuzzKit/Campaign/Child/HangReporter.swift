import ScheduleKit

/// Reports a hang to the parent, from inside the process that hangs: the scenario, the trace as far as it
/// got, and on standard error the backtrace of every thread.
///
/// Thread-safety: from any thread that does not hang itself; once.
struct HangReporter: Sendable {
  let library: any LibraryUnderTest
  let monitor: RaceMonitor
  let writer: MessageWriter
  let journal: Journal

  /// - Parameter isAtWork: whether it computes, and does not wait.
  func report(isAtWork: Bool) {
    // Who waits for a thread that the system does not give waits for ever, whatever the library does.
    journal.exhaustion = Exhaustion.now()
    if journal.exhaustion != nil { return }
    ThreadBacktraces.write()
    // Without a state the process hangs between races, or in a primitive, which the parent reports in its own words.
    guard let state = monitor.currentState() else { return }
    var end = state.trace.endState
    end.isAtWork = isAtWork
    let trace = Trace(scenario: state.scenario, records: state.trace.records, endState: end)
    var finding = Finding(
      invariant: end.isAtWork ? .live2 : .live1,
      message: end.isAtWork ? "no end of it" : "no progress", scenario: state.scenario,
      records: trace.records,
      iteration: state.iterations.min().map { journal.firstOfPart + UInt64($0) })
    if case .violated(let invariant, let message) = Judge(library: library).verdict(on: trace) {
      finding.invariant = invariant
      finding.message = message
    }
    writer.send(Message(kind: .hang, fields: FindingCodec.fields(finding)))
  }
}
