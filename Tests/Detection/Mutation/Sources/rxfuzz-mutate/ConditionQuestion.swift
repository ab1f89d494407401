import Foundation
import Mutation
import Planting

/// Asks the compiler which conditions of `#if` hold in a release build on this machine.
///
/// Only it knows: `canImport` depends on what is installed, `compiler` and `hasFeature` on its version.
struct ConditionQuestion {
  private static let secondsMax = 60

  /// - Parameter file: is written, and compiled to nothing.
  static func ask(_ conditions: [String], in file: URL) throws -> CompilationConditions {
    let text = conditions.enumerated().map { index, condition in
      "#if \(condition)\n#warning(\"condition \(index) holds\")\n#endif\n"
    }.joined()
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    let result = try Command(
      named: "swiftc", ["-typecheck", "-swift-version", "6", "-D", "SWIFT_PACKAGE", file.path]
    ).run(secondsMax: secondsMax)
    guard result.status == 0 else {
      throw MutantError(
        mutant: "*", message: "the compiler does not know a condition of #if:\n\(result.tail)")
    }
    let numbers = result.output.matches(of: #/warning: condition (\d+) holds/#)
      .compactMap { Int($0.1) }
    return CompilationConditions(holding: Set(numbers.map { conditions[$0] }))
  }
}
