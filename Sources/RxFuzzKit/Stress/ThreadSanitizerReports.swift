import CScheduleRuntime

/// Turns what ThreadSanitizer reports inside this process into findings, one for each distinct pair of
/// sites. Without ThreadSanitizer there are never any.
///
/// Thread-safety: use from one thread.
final class ThreadSanitizerReports {
  private var known: Set<String> = []

  private static let lineBytesMax = 512

  /// The reports since the last call, as findings tied to this scenario.
  func take(scenario: Scenario) -> [Finding] {
    var findings: [Finding] = []
    var report = csr_tsan_report()
    while csr_tsan_take_report(&report) {
      let stacks = Self.accesses(of: &report).map { Stack($0) }
      let innermost = stacks.compactMap(\.frames.first)
      let isUnordered =
        innermost.count == 2 && OrderedCallsInvariant.isMeant(byFrames: innermost[0], innermost[1])
      let message =
        isUnordered
        ? Self.message(
          kind: "two calls of one observer, which nothing orders", stacks: stacks.map(\.caller))
        : Self.message(kind: Self.text(of: &report.kind), stacks: stacks)
      guard known.insert(message).inserted else { continue }
      findings.append(
        Finding(
          invariant: isUnordered ? .ser2 : .race1, message: message, scenario: scenario,
          iteration: report.context < 0 ? nil : UInt64(report.context),
          details: stacks.map(\.text).joined(separator: "\n")))
    }
    return findings
  }

  /// One access with its frames in words.
  private struct Stack {
    let title: String
    private(set) var frames: [String]

    init(_ access: csr_tsan_access) {
      var access = access
      title =
        (access.is_atomic ? "atomic " : "") + (access.is_write ? "write" : "read")
        + " of \(access.size_bytes) bytes"
      frames = withUnsafeBytes(of: &access.frames) { bytes in
        bytes.bindMemory(to: UInt64.self).prefix { $0 != 0 }.map(ThreadSanitizerReports.describe)
      }
    }

    /// The stack without the kit's own end of a subscription.
    var caller: Stack {
      var stack = self
      stack.frames = Array(
        frames.dropFirst().drop { $0.contains("ObserverProbe.") && !$0.contains("closure") })
      return stack
    }

    var text: String { ([title] + frames.map { "  at " + $0 }).joined(separator: "\n") }

    var site: String { RaceAccess.site(frames) }
  }

  private static func message(kind: String, stacks: [Stack]) -> String {
    RaceAccess.message(kind: kind, sides: stacks.map { "\($0.title) in \($0.site)" })
  }

  private static func accesses(of report: inout csr_tsan_report) -> [csr_tsan_access] {
    let count = Int(report.access_count)
    return withUnsafeBytes(of: &report.accesses) {
      Array($0.bindMemory(to: csr_tsan_access.self).prefix(count))
    }
  }

  private static func describe(_ programCounter: UInt64) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: lineBytesMax) { buffer in
      csr_tsan_describe(programCounter, buffer.baseAddress, UInt64(lineBytesMax))
      return String(cString: buffer.baseAddress!)
    }
  }

  private static func text<Characters>(of characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
