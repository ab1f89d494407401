import Foundation
import Mutation

/// Faults that change nothing that anybody could observe, each with its reason, reviewed by people.
///
/// The file holds, for each of them, a line that is the place's identifier and an indented line that says why. Lines that
/// begin with `#` are comments.
struct UnobservableList {
  private let reasons: [String: String]

  /// - Parameter isOptional: whether there may be no such file, and nothing is on the list.
  init(_ file: URL, isOptional: Bool = false) throws {
    var reasons: [String: String] = [:]
    if isOptional, !FileManager.default.fileExists(atPath: file.path) {
      self.reasons = reasons
      return
    }
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
