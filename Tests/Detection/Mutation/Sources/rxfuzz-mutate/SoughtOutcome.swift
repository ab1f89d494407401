import Foundation
import Planting

/// What became of one fault.
enum SoughtOutcome: Codable, Equatable {
  case found(by: [String], races: Int?, seconds: Double, sanitized: Bool)
  case foundByTests
  case missed
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
    case .failed(let why): return "FAILED \(why.split(separator: "\n").joined(separator: " | "))"
    }
  }
}

/// The outcomes as they come, a line each in a file, so that a run that is cut short can go on.
final class OutcomeLog {
  struct Key: Codable, Hashable {
    let identifier: String
    let seed: String
    let seconds: Int
    let way: String
  }
  private struct Line: Codable {
    let key: Key
    let outcome: SoughtOutcome
  }

  private let file: URL?
  private var known: [Key: SoughtOutcome] = [:]

  init(_ file: URL?) throws {
    self.file = file
    guard let file, let text = try? String(contentsOf: file, encoding: .utf8) else { return }
    for line in text.split(separator: "\n") {
      // A line that was not written whole counts as not there.
      guard let line = try? JSONDecoder().decode(Line.self, from: Data(line.utf8)) else { continue }
      known[line.key] = line.outcome
    }
  }

  func outcome(of key: Key) -> SoughtOutcome? { known[key] }

  func keep(_ outcome: SoughtOutcome, of key: Key) throws {
    known[key] = outcome
    guard let file else { return }
    if !FileManager.default.fileExists(atPath: file.path) { try Data().write(to: file) }
    let handle = try FileHandle(forWritingTo: file)
    try handle.seekToEnd()
    try handle.write(
      contentsOf: JSONEncoder().encode(Line(key: key, outcome: outcome)) + Data("\n".utf8))
    try handle.close()
  }
}
