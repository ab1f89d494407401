/// A hung process's backtraces as a person reads them: names as the source spells them, files and lines where
/// the system's tools know them, and of each thread the frames that say something.
struct BacktraceText {
  /// Frames shown of one thread.
  static let framesMax = 12

  /// A place in an image, as a process printed it.
  struct Frame: Hashable {
    var name: String
    /// Path and offset, or nil where the process did not know.
    var image: String?
    var offset: String?
  }

  private enum Line {
    case frame(Frame)
    case other(Substring)
  }

  private let lines: [Line]

  init(_ text: String) {
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      Self.frame(line).map { .frame($0) } ?? .other(line)
    }
  }

  /// The frames that have a place.
  var frames: Set<Frame> {
    var frames: Set<Frame> = []
    for case .frame(let frame) in lines where frame.image != nil { frames.insert(frame) }
    return frames
  }

  /// The text with each frame in the words of `place`, or in its own where that has none.
  func readable(place: (Frame) -> String?) -> String {
    var result: [String] = []
    var shown = 0
    var isIntroduction = true
    for line in lines {
      switch line {
      case .other(let text):
        (shown, isIntroduction) = (0, true)
        result.append(String(text))
      case .frame(let frame):
        let words = place(frame).map(Self.withLineAside) ?? Self.words(frame)
        // The innermost frames are those of the handler that wrote them.
        if words.hasPrefix("?") || isIntroduction && Self.isOfHandler(words) { continue }
        isIntroduction = false
        shown += 1
        if shown <= Self.framesMax { result.append("  at \(words)") }
        if shown == Self.framesMax + 1 { result.append("  ...") }
      }
    }
    return result.joined(separator: "\n")
  }

  /// `function (File.swift:12)` of `function File.swift:12`, as places are spelt elsewhere.
  private static func withLineAside(_ words: String) -> String {
    parts(of: words).map { "\($0.function) (\($0.line))" } ?? words
  }

  /// `function File.swift:12`, as `Symboliser` spells a place, in its parts.
  static func parts(of words: String) -> (function: Substring, line: Substring)? {
    guard let space = words.lastIndex(of: " ") else { return nil }
    return (words[..<space], words[words.index(after: space)...])
  }

  private static func isOfHandler(_ words: String) -> Bool {
    ["write_own_frames", "__restore_rt", "backtrace"].contains { words.hasPrefix($0) }
  }

  /// `function (image+0x1234)` with the name demangled, and of the image's path the last part.
  private static func words(_ frame: Frame) -> String {
    guard let image = frame.image, let offset = frame.offset else {
      return SwiftName.demangled(frame.name)
    }
    let file = image.split(separator: "/").last ?? ""
    return "\(SwiftName.demangled(frame.name)) (\(file)+\(offset))"
  }

  /// `  at function (image+0x1234)` or `  at function`.
  static func frame(_ line: Substring) -> Frame? {
    let mark = "  at "
    guard line.hasPrefix(mark) else { return nil }
    let rest = line.dropFirst(mark.count)
    guard rest.hasSuffix(")"), let opening = rest.firstRange(of: " (/"),
      let plus = rest.lastIndex(of: "+"), plus > opening.upperBound
    else { return Frame(name: String(rest)) }
    let image = rest[rest.index(opening.lowerBound, offsetBy: 2)..<plus]
    let offset = rest[rest.index(after: plus)...].dropLast()
    guard offset.hasPrefix("0x"), offset.dropFirst(2).allSatisfy(\.isHexDigit) else {
      return Frame(name: String(rest))
    }
    return Frame(
      name: String(rest[..<opening.lowerBound]), image: String(image), offset: String(offset))
  }
}
