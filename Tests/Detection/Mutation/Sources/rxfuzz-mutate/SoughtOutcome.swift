import Foundation
import Planting

/// What became of one fault.
enum SoughtOutcome: Codable, Equatable {
  /// What part of the fuzzer finds something.
  enum Part: String, Codable, CaseIterable {
    case stress
    case explore
    case sanitizer
  }

  case found(by: [String], part: Part, races: Int?, seconds: Double)
  case foundByTests
  case missed
  /// The compiler refuses it.
  case unviable
  case failed(String)

  init(_ outcome: Hunt.Outcome, _ part: @autoclosure () -> Part) {
    switch outcome {
    case .found(let invariants, let races, let seconds):
      self = .found(by: invariants, part: part(), races: races, seconds: seconds)
    case .missed: self = .missed
    // A tool that cannot even run, or never ends, has shown that something is wrong, but not by a judge.
    case .broken(let why): self = .failed(why)
    }
  }

  /// Whether the fuzzer found it.
  var isFound: Bool { part != nil }

  /// Which part of the fuzzer found it.
  var part: Part? {
    if case .found(_, let part, _, _) = self { return part }
    return nil
  }

  /// After how many seconds the fuzzer found it.
  var seconds: Double? {
    if case .found(_, _, _, let seconds) = self { return seconds }
    return nil
  }

  /// A cell of the table.
  var words: String {
    switch self {
    case .found(let by, let part, let races, let seconds):
      let count = races.map { " after \($0) races" } ?? ""
      let time = String(format: "%.1f s", seconds)
      return "found by \(by.joined(separator: " ")), \(part.rawValue)\(count), \(time)"
    case .foundByTests: return "MISSED, found by RxCore's tests"
    case .missed: return "MISSED"
    case .unviable: return "does not compile"
    case .failed(let why): return "FAILED \(why.split(separator: "\n").joined(separator: " | "))"
    }
  }
}
