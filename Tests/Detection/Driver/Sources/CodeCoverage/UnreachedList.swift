import Foundation

/// Functions that the ordinary run does not reach, each with its reason, reviewed by people.
///
/// The file holds, for each of them, a line that names it and an indented line that says why. Lines that begin with `#`
/// are comments.
public struct UnreachedList: Sendable {
  /// By function.
  public let reasons: [String: String]

  /// Why a text is no such list.
  public struct Damaged: Error, Equatable, CustomStringConvertible {
    public let description: String
  }

  public init(_ text: String) throws(Damaged) {
    var reasons: [String: String] = [:]
    var function: String?
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix(" ") {
        guard let named = function else {
          throw Damaged(description: "a reason stands below no function:\(line)")
        }
        reasons[named] = line.trimmingCharacters(in: .whitespaces)
        function = nil
      } else {
        if let function { throw Damaged(description: "no reason is given for \(function)") }
        function = String(line)
        if reasons[String(line)] != nil {
          throw Damaged(description: "stands there twice: \(line)")
        }
      }
    }
    if let function { throw Damaged(description: "no reason is given for \(function)") }
    self.reasons = reasons
  }
}
