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
        guard !isOfSystem(image) else { continue }
        places.merge(look(up: frames, in: image, with: path)) { first, _ in first }
      }
    }
    return backtraces.readable { places[$0] }
  }

  /// Whether it is one of the system's own libraries, which come without lines, and whose names are known already.
  static func isOfSystem(_ image: String) -> Bool {
    image.hasPrefix("/lib/") || image.contains("/usr/lib/")
  }

  /// What stands at places of one image, `function File.swift:12` each, as far as it is known.
  ///
  /// The compiler gives some code no line, such as the calls by which a value is lent: it has that of its neighbours.
  static func look(
    up frames: [BacktraceText.Frame], in image: String, with path: String
  ) -> [BacktraceText.Frame: String] {
    let offsets = frames.compactMap(\.offset)
    guard offsets.count == frames.count, let answers = answers(offsets, image, path) else {
      return [:]
    }
    var places: [BacktraceText.Frame: String] = [:]
    var lineless: [(frame: BacktraceText.Frame, offset: Int, answer: Answer)] = []
    for ((frame, offset), answer) in zip(zip(frames, offsets), answers) {
      guard let answer else { continue }
      if let place = answer.place {
        places[frame] = "\(SwiftName.demangled(answer.function)) \(place)"
      } else if let number = Int(offset.dropFirst(2), radix: 16), answer.hasFile {
        lineless.append((frame, number, answer))
      }
    }
    let steps = neighbourDistances
    let around = lineless.prefix(linelessMax).flatMap { item in
      steps.map { "0x" + String(max(0, item.offset + $0), radix: 16) }
    }
    guard !around.isEmpty, let near = self.answers(around, image, path) else { return places }
    for (index, item) in lineless.prefix(linelessMax).enumerated() {
      let own = near[index * steps.count..<(index + 1) * steps.count].compactMap(\.self)
      guard let found = own.first(where: { $0.function == item.answer.function && $0.place != nil })
      else { continue }
      places[item.frame] = "\(SwiftName.demangled(found.function)) \(found.place ?? "")"
    }
    return places
  }

  /// Where neighbours of code without a line are looked for: the nearest first.
  private static let neighbourDistances = (1...24).flatMap { [-4 * $0, 4 * $0] }
  /// Places of which neighbours are looked for.
  private static let linelessMax = 60

  /// What the tool says of one address.
  private struct Answer {
    let function: String
    /// `File.swift:12`; nil where the line is not known.
    let place: String?
    /// Whether it is in a file of the source.
    let hasFile: Bool
  }

  /// For each address a function, its place, and an empty line; nil for what is not known.
  private static func answers(_ offsets: [String], _ image: String, _ path: String) -> [Answer?]? {
    let output = ToolRun.output(
      of: path, ["--obj=\(image)", "--no-inlines", "--functions=linkage"] + offsets,
      secondsMax: secondsMax)
    guard let parts = output?.components(separatedBy: "\n\n"), parts.count >= offsets.count else {
      return nil
    }
    return parts.prefix(offsets.count).map { part in
      let lines = part.split(separator: "\n")
      guard lines.count >= 2, lines[0] != "??" else { return nil }
      return Answer(
        function: String(lines[0]), place: place(lines[1]),
        hasFile: !lines[1].contains("<compiler-generated>") && !lines[1].hasPrefix("??"))
    }
  }

  /// `File.swift:12` of `/folder/File.swift:12:5`; nil where the line is not known.
  private static func place(_ text: Substring) -> String? {
    let fields = (text.split(separator: "/").last ?? "").split(separator: ":")
    guard fields.count >= 2, !fields[0].hasPrefix("?"), fields[1] != "0" else { return nil }
    return MacroExpansion.place(fields[0], line: fields[1]) ?? "\(fields[0]):\(fields[1])"
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
