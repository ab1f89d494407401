import Foundation

/// The folder that holds the mutants, one file each.
public enum MutantStore {
  /// All mutants, sorted by name, so that their numbers are the same everywhere.
  public static func load(from folder: URL) throws -> [Mutant] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "mutant" }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
      .map {
        try Mutant(
          name: $0.deletingPathExtension().lastPathComponent,
          text: String(contentsOf: $0, encoding: .utf8))
      }
  }
}
