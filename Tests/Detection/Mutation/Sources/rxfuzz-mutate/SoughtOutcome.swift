import Foundation
import Planting

/// What became of one fault.
enum SoughtOutcome: Codable, Equatable {
  case found(by: [String], races: Int?, seconds: Double, sanitized: Bool)
  case foundByTests
  case missed
  /// The compiler refuses it.
  case unviable
  case failed(String)

  init(_ outcome: Hunt.Outcome, sanitized: Bool) {
    switch outcome {
    case .found(let invariants, let races, let seconds):
      self = .found(by: invariants, races: races, seconds: seconds, sanitized: sanitized)
    case .missed: self = .missed
    // A tool that cannot even run, or never ends, has shown that something is wrong, but not by a judge.
    case .broken(let why): self = .failed(why)
    }
  }

  /// Whether the fuzzer found it.
  var isFound: Bool {
    if case .found = self { return true }
    return false
  }

  /// A cell of the table.
  var words: String {
    switch self {
    case .found(let by, let races, let seconds, let sanitized):
      let count = races.map { " after \($0) races" } ?? ""
      let time = String(format: "%.1f s", seconds)
      return
        "found by \(by.joined(separator: " "))\(count), \(time)\(sanitized ? ", sanitized" : "")"
    case .foundByTests: return "MISSED, found by RxCore's tests"
    case .missed: return "MISSED"
    case .unviable: return "does not compile"
    case .failed(let why): return "FAILED \(why.split(separator: "\n").joined(separator: " | "))"
    }
  }
}
