import ScheduleKit

/// Reports a hang to the parent, from inside the process that hangs: the scenario, the trace as far as it
/// got, and on standard error the backtrace of every thread.
///
/// Thread-safety: from any thread that does not hang itself; once.
struct HangReporter: Sendable {
  let library: any LibraryUnderTest
  let monitor: RaceMonitor
  let writer: MessageWriter

  /// Whether a race is going on in which nobody does anything any more: its threads wait for one another. Takes a second.
  func seesDeadlock() -> Bool {
    guard monitor.racers.waiting != nil else { return false }
    return ThreadActivity.isDead { monitor.racers.waiting ?? [] }
  }

  /// Tells; false where the run is only slow, because the machine leaves it no processor, and nothing was told.
  /// - Parameter grants: how often that was so before, in the same place.
  func report(grants: Int) -> Bool {
    let activity = ThreadActivity.observe(except: monitor.racers.waiting ?? [])
    if activity == .starved, grants < CampaignLimits.hangGrantsMax { return false }
    ThreadBacktraces.write()
    // Without a state the process hangs between races, or in a primitive, which the parent reports in its own words.
    guard let state = monitor.currentState() else { return true }
    var end = state.trace.endState
    end.isAtWork = activity == .working
    let trace = Trace(scenario: state.scenario, records: state.trace.records, endState: end)
    var finding = Finding(
      invariant: end.isAtWork ? .live2 : .live1,
      message: end.isAtWork ? "no end of it" : "no progress", scenario: state.scenario,
      records: trace.records, iteration: state.iterations.min().map(UInt64.init))
    if case .violated(let invariant, let message) = Judge(library: library).verdict(on: trace) {
      finding.invariant = invariant
      finding.message = message
    }
    writer.send(Message(kind: .hang, fields: FindingCodec.fields(finding)))
    return true
  }
}
