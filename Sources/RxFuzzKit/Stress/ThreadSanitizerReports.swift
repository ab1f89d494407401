import CScheduleRuntime
import ScheduleKit

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
      let accesses = Self.accesses(of: &report).map(Self.access)
      let (invariant, message) = RaceAccess.verdict(kind: Self.text(of: &report.kind), accesses)
      guard known.insert(message).inserted else { continue }
      findings.append(
        Finding(
          invariant: invariant, message: message, scenario: scenario,
          iteration: report.context < 0 ? nil : UInt64(report.context),
          details: accesses.map(\.text).joined(separator: "\n")))
    }
    return findings
  }

  private static func access(_ access: csr_tsan_access) -> RaceAccess {
    var access = access
    let frames = withUnsafeBytes(of: &access.frames) { bytes in
      bytes.bindMemory(to: UInt64.self).prefix { $0 != 0 }.map(Self.describe)
    }
    return RaceAccess(
      isWrite: access.is_write, isAtomic: access.is_atomic, bytes: Int(access.size_bytes),
      frames: frames)
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
      return SwiftName.withoutDiscriminators(String(cString: buffer.baseAddress!)[...])
    }
  }

  private static func text<Characters>(of characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
