import Foundation
import Mutation

/// Faults that change nothing that anybody could observe, each with its reason, reviewed by people.
///
/// The file holds, for each of them, a line that is the place's identifier and an indented line that says why. Lines that
/// begin with `#` are comments.
struct UnobservableList {
  private let reasons: [String: String]

  init(_ file: URL) throws {
    var reasons: [String: String] = [:]
    var identifier: String?
    for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    where !line.hasPrefix("#") {
      if !line.hasPrefix(" ") {
        identifier = String(line)
      } else if let place = identifier {
        reasons[place] = line.trimmingCharacters(in: .whitespaces)
      }
    }
    self.reasons = reasons
  }

  func contains(_ mutation: Mutation) -> Bool { reasons[mutation.identifier] != nil }

  /// Places on the list that are none of these, so that the list does not outlive the code.
  func outdated(_ mutations: [Mutation]) -> [String] {
    let present = Set(mutations.map(\.identifier))
    return reasons.keys.filter { !present.contains($0) }.sorted()
  }
}
