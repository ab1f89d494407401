import CScheduleRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Tells the parent of a hang, from inside the process that hangs: the scenario, the trace as far as it
/// got, and on standard error the backtrace of every thread.
///
/// Thread-safety: from any thread that does not hang itself; once.
struct HangWitness: Sendable {
  let library: any LibraryUnderTest
  let monitor: RaceMonitor
  let writer: FrameWriter

  /// How long each thread may take to answer.
  private static let threadMillisecondsMax: UInt32 = 200

  func tell() {
    csr_backtrace_all_threads(STDERR_FILENO, Self.threadMillisecondsMax)
    // Without a state the process hangs between races, which the parent reports in its own words.
    guard let state = monitor.currentState() else { return }
    var finding = Finding(
      invariant: .live1, message: "no progress", scenario: state.scenario,
      records: state.trace.records, iteration: state.iterations.min().map(UInt64.init))
    if case .violated(let invariant, let message) = Judge(library: library).verdict(on: state.trace)
    {
      finding.invariant = invariant
      finding.message = message
    }
    writer.send(Frame(kind: .hang, fields: FindingCodec.fields(finding)))
  }
}
