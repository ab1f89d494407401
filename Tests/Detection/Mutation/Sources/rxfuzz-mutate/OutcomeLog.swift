import Foundation
import Planting

/// What became of each fault, kept in a file, so that a run that is cut short can go on.
final class OutcomeLog {
  /// How a fault was sought.
  enum Way: String, Codable {
    case compiler
    case release
    case sanitized
    case tests
  }

  struct Key: Codable, Hashable {
    let identifier: String
    let seed: String
    let seconds: Int
    let way: Way
  }
  private struct Line: Codable {
    let key: Key
    let outcome: SoughtOutcome
  }

  private let lines: LineLog<Line>
  private var known: [String: [Key: SoughtOutcome]] = [:]

  init(_ file: URL?) throws {
    lines = LineLog(file)
    for line in try lines.lines() {
      known[line.key.identifier, default: [:]][line.key] = line.outcome
    }
  }

  /// What is found within some seconds is found within more.
  func outcome(of key: Key) -> SoughtOutcome? {
    guard let own = known[key.identifier] else { return nil }
    if let outcome = own[key] { return outcome }
    return own.first { other, outcome in
      outcome.isFound && other.seconds <= key.seconds
        && (other.seed, other.way) == (key.seed, key.way)
    }?.value
  }

  func keep(_ outcome: SoughtOutcome, of key: Key) throws {
    known[key.identifier, default: [:]][key] = outcome
    try lines.append(Line(key: key, outcome: outcome))
  }
}
