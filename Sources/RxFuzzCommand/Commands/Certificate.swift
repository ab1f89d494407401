import RxFuzzKit
import ScheduleKit

/// What the proofs of many scenarios amount to.
struct Certificate {
  /// Preemptions; nil: all schedules, by reduction.
  let bound: Int?
  private(set) var proved = 0
  /// Of those, the ones that were not held against the sequential model.
  private(set) var withoutModel = 0
  private(set) var open = 0
  private(set) var violated = 0
  private(set) var schedules: UInt64 = 0
  /// Files that cannot be read.
  var damaged = 0

  init(bound: Int?) { self.bound = bound }

  mutating func add(_ report: ScheduleProof.Report) {
    schedules += UInt64(report.explored)
    if report.failure != nil {
      violated += 1
    } else if report.isProof {
      proved += 1
      if report.unjudged != nil { withoutModel += 1 }
    } else {
      open += 1
    }
  }

  /// Whether there is nothing that was not proved.
  var isWhole: Bool { proved > 0 && open == 0 && violated == 0 && damaged == 0 }

  var exitCode: ExitCode {
    if violated > 0 { return .findings }
    if open > 0 || proved == 0 { return .internalError }
    return damaged > 0 ? .unreadable : .clean
  }

  /// For example `214 scenarios: all 81,204 schedules with at most 2 preemptions explored, 0 violations`.
  var words: String {
    let limit = bound.map {
      " with at most \(NumberWords.counted(UInt64($0), "preemption"))"
    }
    let all = NumberWords.counted(schedules, "schedule")
    var parts = [
      isWhole
        ? "all \(all)\(limit ?? " that stand for the others") explored, 0 violations"
        : "\(all) explored, \(NumberWords.counted(UInt64(violated), "violation"))"
    ]
    if open > 0 { parts.append("\(open) not proved") }
    if damaged > 0 { parts.append("\(damaged) damaged") }
    if withoutModel > 0 {
      parts.append("of \(withoutModel) values and their order were not judged")
    }
    let count = proved + open + violated + damaged
    return "\(NumberWords.counted(UInt64(count), "scenario")): " + parts.joined(separator: "; ")
  }
}
