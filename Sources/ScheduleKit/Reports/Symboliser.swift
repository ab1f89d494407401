#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds function, file and line of places in images, with the toolchain's `llvm-symbolizer` where there is one.
///
/// Without the tool, or when it takes too long, backtraces keep the names that the process itself knew.
public enum Symboliser {
  private static let tool = "llvm-symbolizer"
  /// How long the tool may take for one image; debug information of a large executable takes it seconds.
  private static let secondsMax = 20

  /// A hung process's words, its backtraces made readable.
  public static func readable(_ text: String) -> String {
    let backtraces = BacktraceText(text)
    var places: [BacktraceText.Frame: String] = [:]
    let byImage = Dictionary(grouping: backtraces.frames) { $0.image ?? "" }
    if !byImage.isEmpty, let path = toolPath() {
      for (image, frames) in byImage.sorted(by: { $0.key < $1.key }) {
        // The system's own libraries come without lines, and their names are known already.
        guard !image.hasPrefix("/lib/"), !image.contains("/usr/lib/") else { continue }
        places.merge(look(up: frames, in: image, with: path)) { first, _ in first }
      }
    }
    return backtraces.readable { places[$0] }
  }

  /// What stands at places of one image, `function File.swift:12` each, as far as it is known.
  static func look(
    up frames: [BacktraceText.Frame], in image: String, with path: String
  ) -> [BacktraceText.Frame: String] {
    let offsets = frames.compactMap(\.offset)
    guard offsets.count == frames.count,
      let output = ToolRun.output(
        of: path, ["--obj=\(image)", "--no-inlines", "--functions=linkage"] + offsets,
        secondsMax: secondsMax)
    else { return [:] }
    // For each address a function, its place, and an empty line.
    let answers = output.components(separatedBy: "\n\n")
    var places: [BacktraceText.Frame: String] = [:]
    for (frame, answer) in zip(frames, answers) {
      let lines = answer.split(separator: "\n")
      guard lines.count >= 2, lines[0] != "??" else { continue }
      let name = SwiftName.demangled(String(lines[0]))
      places[frame] = place(lines[1]).map { "\(name) \($0)" }
    }
    return places
  }

  /// `File.swift:12` of `/folder/File.swift:12:5`; nil where the line is not known.
  private static func place(_ text: Substring) -> String? {
    let fields = (text.split(separator: "/").last ?? "").split(separator: ":")
    guard fields.count >= 2, !fields[0].hasPrefix("?"), fields[1] != "0" else { return nil }
    return "\(fields[0]):\(fields[1])"
  }

  /// The tool's path, by the folders of PATH.
  static func toolPath() -> String? {
    let folders = getenv("PATH").map { String(cString: $0) } ?? ""
    return folders.split(separator: ":").map { "\($0)/\(tool)" }.first { access($0, X_OK) == 0 }
  }
}

extension String {
  /// The parts between the separators, empty ones too.
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }
}
