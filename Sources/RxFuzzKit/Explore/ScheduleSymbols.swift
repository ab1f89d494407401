import CScheduleRuntime

/// Puts what the runtime reports into words, each code address looked up once.
struct ScheduleSymbols {
  private var names: [UInt: String] = [:]
  private static let textBytesMax = 512
  private static let descriptionBytesMax = 16_384

  /// What a session showed by itself, in words.
  struct Verdict {
    let invariant: InvariantName
    let message: String
    let details: String
  }

  /// The same as findings of a scenario.
  mutating func findings(of raw: csr_result, trace: Trace) -> [Finding] {
    verdicts(of: raw).map {
      Finding(
        invariant: $0.invariant, message: $0.message, scenario: trace.scenario,
        records: trace.records, details: $0.details)
    }
  }

  /// Deadlock, livelock, races and uses after free of the last session.
  mutating func verdicts(of raw: csr_result) -> [Verdict] {
    var verdicts: [Verdict] = []
    func add(_ invariant: InvariantName, _ message: String, _ details: String) {
      verdicts.append(Verdict(invariant: invariant, message: message, details: details))
    }
    switch csr_outcome(raw.outcome) {
    case CSR_DEADLOCK: add(.live1, "deadlock: every task that is left waits", Self.description())
    case CSR_LIVELOCK:
      add(.live2, "livelock: no end although every task gets its turn", Self.description())
    default: break
    }
    for index in 0..<raw.reports {
      var report = csr_report()
      guard csr_explore_report(index, &report) else { continue }
      let (message, details) = describe(report)
      let isRace = report.kind == CSR_REPORT_RACE.rawValue
      if isRace, OrderedCallsInvariant.isMeant(by: report.pcs.0, report.pcs.1) {
        // Where the library is not instrumented, what orders its calls was not seen.
        if raw.accesses > 0 {
          add(.ser2, "two calls of one observer, which nothing orders", details)
        }
      } else {
        add(isRace ? .race1 : .crash1, message, details)
      }
    }
    return verdicts
  }

  private mutating func describe(_ report: csr_report) -> (message: String, details: String) {
    let first = access(report.pcs.0, writes: report.writes.0, atomic: report.atomic.0)
    let second = access(report.pcs.1, writes: report.writes.1, atomic: report.atomic.1)
    var frames: [String] = []
    withUnsafeBytes(of: report.frames) { bytes in
      for frame in bytes.bindMemory(to: UnsafeMutableRawPointer?.self) {
        guard let frame else { break }
        frames.append("  at " + name(of: frame))
      }
    }
    let who = "task \(report.tasks.0): \(first)\ntask \(report.tasks.1): \(second)"
    let details = ([who] + frames).joined(separator: "\n")
    if report.kind == CSR_REPORT_RACE.rawValue {
      let sides = [first, second].sorted().joined(separator: "; ")
      return ("data race; \(sides)", details)
    }
    return ("use after free; \(second)", details)
  }

  private mutating func access(
    _ pc: UnsafeMutableRawPointer?, writes: Bool, atomic: Bool
  ) -> String {
    (atomic ? "atomic " : "") + (writes ? "write" : "read") + " in " + name(of: pc)
  }

  private mutating func name(of pc: UnsafeMutableRawPointer?) -> String {
    guard let pc else { return "unknown code" }
    if let known = names[UInt(bitPattern: pc)] { return known }
    let name = Self.text(at: pc)
    names[UInt(bitPattern: pc)] = name
    return name
  }

  /// "function (image+offset)".
  static func text(at pc: UnsafeMutableRawPointer?) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: textBytesMax) {
      csr_explore_symbolise(pc, $0.baseAddress, UInt32(textBytesMax))
      return String(cString: $0.baseAddress!)
    }
  }

  private static func description() -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: descriptionBytesMax) {
      _ = csr_explore_describe($0.baseAddress, UInt32(descriptionBytesMax))
      return String(cString: $0.baseAddress!)
    }
  }
}
