import CScheduleRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a run under control showed by itself, whoever judges its results.
public struct ScheduleIncident: Hashable, Sendable {
  /// What kind of thing happened.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// Tasks wait for what nobody will do.
    case deadlock
    /// Tasks go on without end although all get their turn.
    case livelock
    /// Two accesses, one of them a write, that nothing orders.
    case race
    /// An access to memory that was freed before.
    case useAfterFree
    /// A continuation of a Swift task that is resumed although it was before.
    case resumedTwice
    /// A trap, such as a failed precondition, or a signal of memory that is not there.
    case crash
  }

  public let kind: Kind
  /// One line without addresses or task numbers: the same incident always reads the same.
  public let message: String
  /// Who waits for whom, or who did what where; several lines.
  public let details: String
  /// The places in the code of the two sides of a race or of a use after free; empty for others.
  public let sites: [UInt]
}

/// Puts what the runtime reports into words, each code address looked up once.
///
/// Thread-safety: use from one thread.
struct IncidentReader {
  private var names: [UInt: String] = [:]
  private static let descriptionBytesMax = 16_384

  /// Deadlock, livelock, crash, races and uses after free of the last session.
  mutating func incidents(of raw: csr_result) -> [ScheduleIncident] {
    var incidents: [ScheduleIncident] = []
    switch csr_outcome(raw.outcome) {
    case CSR_DEADLOCK:
      incidents.append(
        Self.noProgress(.deadlock, "deadlock: every task that is left waits"))
    case CSR_LIVELOCK:
      incidents.append(
        Self.noProgress(.livelock, "livelock: no end although every task gets its turn"))
    case CSR_CRASHED: incidents.append(Self.crash(raw.crash_signal))
    default: break
    }
    for index in 0..<raw.reports {
      var report = csr_report()
      if csr_explore_report(index, &report) { incidents.append(describe(report)) }
    }
    return incidents
  }

  private static func noProgress(
    _ kind: ScheduleIncident.Kind, _ message: String
  ) -> ScheduleIncident {
    ScheduleIncident(kind: kind, message: message, details: description(), sites: [])
  }

  private static func crash(_ signal: Int32) -> ScheduleIncident {
    let details = description()
    let line = details.split(separator: "\n").first.map(String.init) ?? ""
    let words = line.firstRange(of: " in ").map { line[$0.upperBound...] } ?? ""
    let places = words.split(separator: " < ")
    // A trap lies in the standard library where that has found what is wrong: its caller is the place.
    let named = places.filter { !$0.hasPrefix("? (") && !CodePlace.isOfRuntime($0) }
    let place = named.first { !CodePlace.isOfSystem($0) } ?? named.last
    let signalName = SignalName.text(signal)
    let name = crashWords[signal].map { "\($0) (\(signalName))" } ?? signalName
    return ScheduleIncident(
      kind: .crash, message: "crash by \(name) in \(place ?? "unknown code")", details: details,
      sites: [])
  }
  private static let crashWords: [Int32: String] = [
    SIGILL: "a trap", SIGTRAP: "a trap", SIGABRT: "abort", SIGBUS: "a wild access",
    SIGSEGV: "a wild access", SIGFPE: "arithmetic",
  ]

  private mutating func describe(_ report: csr_report) -> ScheduleIncident {
    let isResumption = report.kind == CSR_REPORT_RESUMED_TWICE.rawValue
    let first =
      isResumption
      ? "resumed in " + name(of: report.pcs.0)
      : access(report.pcs.0, writes: report.writes.0, atomic: report.atomic.0)
    let second =
      isResumption
      ? "resumed in " + name(of: report.pcs.1)
      : access(report.pcs.1, writes: report.writes.1, atomic: report.atomic.1)
    var frames: [String] = []
    withUnsafeBytes(of: report.frames) { bytes in
      for frame in bytes.bindMemory(to: UnsafeMutableRawPointer?.self) {
        guard let frame else { break }
        frames.append("  at " + name(of: frame))
      }
    }
    let who = "\(Self.name(report.who.0)): \(first)\n\(Self.name(report.who.1)): \(second)"
    let (kind, message) = Self.meaning(of: report, first, second)
    return ScheduleIncident(
      kind: kind, message: message,
      details: ([who] + frames).joined(separator: "\n"),
      sites: [UInt(bitPattern: report.pcs.0), UInt(bitPattern: report.pcs.1)])
  }

  /// As the runtime names them: by their place among the functions that race, or by their number.
  private static func name(_ who: csr_who) -> String {
    if who.swift_task > 0 { return "Swift task \(who.swift_task)" }
    return who.path <= UInt64(CSR_TASKS_MAX) ? "task \(who.path)" : "job \(who.task)"
  }

  private static func meaning(
    of report: csr_report, _ first: String, _ second: String
  ) -> (ScheduleIncident.Kind, String) {
    switch csr_report_kind(report.kind) {
    case CSR_REPORT_RACE:
      (.race, "data race; \([first, second].sorted().joined(separator: "; "))")
    case CSR_REPORT_RESUMED_TWICE: (.resumedTwice, "a continuation is resumed twice; \(second)")
    default: (.useAfterFree, "use after free; \(second)")
    }
  }

  private mutating func access(
    _ pc: UnsafeMutableRawPointer?, writes: Bool, atomic: Bool
  ) -> String {
    (atomic ? "atomic " : "") + (writes ? "write" : "read") + " in " + name(of: pc)
  }

  private mutating func name(of pc: UnsafeMutableRawPointer?) -> String {
    guard let pc else { return "unknown code" }
    let site = UInt(bitPattern: pc)
    if let known = names[site] { return known }
    let name = CodePlace.text(at: site)
    names[site] = name
    return name
  }

  private static func description() -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: descriptionBytesMax) {
      _ = csr_explore_describe($0.baseAddress, UInt32(descriptionBytesMax))
      return String(cString: $0.baseAddress!)
    }
  }
}
