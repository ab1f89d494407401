#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What explore says of a schedule, with the places of this executable as a person looks them up: file and line instead
/// of `tool+0x1234`.
///
/// Where the tools are not at hand, places stay offsets. Thread-safety: a value.
public struct PlaceText {
  private let text: String

  /// - Parameter text: its private names lose the discriminators that only the compiler needs.
  public init(_ text: String) { self.text = SwiftName.withoutDiscriminators(text[...]) }

  /// The text with every place of this executable looked up, as far as the system's tools know it.
  public func readable() -> String {
    guard let path = Self.ownPath(), let image = path.split(separator: "/").last,
      text.contains(" (\(image)+0x"), let tool = Symboliser.toolPath()
    else { return text }
    let frames = offsets(in: image).sorted().map {
      BacktraceText.Frame(name: "", image: path, offset: $0)
    }
    let places = Symboliser.look(up: frames, in: path, with: tool)
    return readable(image: image) { offset in
      places[BacktraceText.Frame(name: "", image: path, offset: offset)]
    }
  }

  /// The readable text with each function named shortly: `write in Cache.store (Cache.swift:12) < Test.fill (Test.swift:3)`, and
  /// locks by what they belong to.
  public func named() -> String {
    LockNames.named(
      readable().split(separator: "\n", omittingEmptySubsequences: false)
        .map(Self.withShortNames).joined(separator: "\n"))
  }

  /// The readable text with locks named by what they belong to.
  public func withNamedLocks() -> String { LockNames.named(readable()) { SwiftName.short($0) } }

  /// The same for a person who reads no offsets: what has a name and no line is named alone.
  public func withoutOffsets() -> String { Self.withoutOffsets(named()) }

  /// The text without ` (image+0x12)` behind names in this executable.
  public static func withoutOffsets(_ text: String) -> String {
    guard let image = ownImage() else { return text }
    var (result, rest) = ("", text[...])
    while let mark = rest.firstRange(of: " (\(image)+0x"),
      let end = rest[mark.upperBound...].firstIndex(of: ")")
    {
      result += rest[..<mark.lowerBound]
      if result.hasSuffix("?") { result += rest[mark.lowerBound...end] }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }

  /// Beginnings of the names that the compiler gives to functions of its own making.
  private static let madeUp = [
    "reabstraction thunk", "partial apply forwarder", "outlined ", "thunk for ",
    "lazy protocol witness table", "type metadata",
  ]

  /// Whether the function was made by the compiler, in no line of the source.
  public static func isMadeUp(_ place: some StringProtocol) -> Bool {
    isCompilersOwn(place) && place.contains("+0x")
  }

  /// Whether the name is one that the compiler gives to functions of its own making.
  static func isCompilersOwn(_ name: some StringProtocol) -> Bool {
    madeUp.contains(where: name.hasPrefix)
  }

  /// The text with names alone where no line is known, and without the frames, `  at name (image+0x12)`, of functions that the
  /// compiler has made.
  public static func ofSource(_ text: String) -> String {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).filter { line in
      let words = line.drop { $0 == " " }
      return !(words.hasPrefix("at ") && isMadeUp(words.dropFirst(3)))
    }
    return withoutOffsets(lines.joined(separator: "\n"))
  }

  /// A line in which each name of a function that a place follows is short. A name begins behind the first ` in ` since the
  /// last place, or behind ` < ` or `  at `.
  public static func withShortNames(_ line: Substring) -> String {
    var (result, rest) = ("", line)
    while let place = firstPlace(of: rest) {
      let words = rest[..<place.lowerBound]
      let start = startOfName(in: words)
      if let start {
        result += words[..<start] + SwiftName.short(words[start...])
      } else {
        result += words
      }
      result += rest[place]
      rest = rest[place.upperBound...]
    }
    return result + rest
  }

  private static func startOfName(in words: Substring) -> Substring.Index? {
    for beginning in [" < ", "  at "] where words.hasPrefix(beginning) {
      return words.index(words.startIndex, offsetBy: beginning.count)
    }
    return words.firstRange(of: " in ")?.upperBound
  }

  /// Where ` (Cache.swift:12)` or ` (tool+0x12)` is first.
  private static func firstPlace(of text: Substring) -> Range<Substring.Index>? {
    var start = text.startIndex
    while let opening = text[start...].firstRange(of: " (") {
      start = opening.upperBound
      guard let closing = text[start...].firstIndex(of: ")") else { return nil }
      let words = text[start..<closing]
      guard !words.contains(where: { $0 == " " || $0 == "(" }) else { continue }
      let line = words.split(separator: ":", maxSplits: 1).last ?? ""
      let isLine = words.contains(":") && line.allSatisfy(\.isNumber)
      if isLine || words.contains("+0x") { return opening.lowerBound..<text.index(after: closing) }
    }
    return nil
  }

  /// What is drawn of a picture's cell.
  private static let cellMax = 56

  /// `Sink.set (Sink.swift:7)` in its parts; the line is empty where the place names none.
  public static func parts(of place: Substring) -> (function: Substring, line: Substring) {
    guard place.last == ")", let opening = place.lastIndex(of: "("), opening > place.startIndex
    else { return (place, "") }
    let line = place[place.index(after: opening)...].dropLast()
    var function = place[..<opening]
    while function.last == " " { function.removeLast() }
    return (function, line.contains(":") ? line : "")
  }

  /// `atomic store Sink.set Sink.swift:7`, cut in the middle to what a picture's cell has room for.
  public static func cell(
    _ operation: some StringProtocol, _ function: some StringProtocol, _ line: Substring
  ) -> String {
    var text = "\(operation) \(function)"
    if text.count + line.count + 1 > cellMax {
      text = text.prefix(max(8, cellMax - line.count - 2)) + "…"
    }
    return line.isEmpty ? text : "\(text) \(line)"
  }

  /// The text with `name (image+0x1234)` as `name (File.swift:12)`, and a name that is not known by that of the place.
  /// - Parameter place: `function File.swift:12` for an offset, or nil.
  func readable(image: some StringProtocol, place: (String) -> String?) -> String {
    var result = ""
    var rest = text[...]
    while let mark = rest.firstRange(of: " (\(image)+"),
      let end = rest[mark.upperBound...].firstIndex(of: ")")
    {
      let offset = String(rest[mark.upperBound..<end])
      result += rest[..<mark.lowerBound]
      rest = rest[rest.index(after: end)...]
      guard let words = place(offset), let line = words.split(separator: " ").last else {
        result += " (\(image)+\(offset))"
        continue
      }
      if result.hasSuffix("?") {
        result.removeLast()
        result += words.dropLast(line.count + 1)
      }
      result += " (\(line))"
    }
    return result + rest
  }

  private func offsets(in image: some StringProtocol) -> Set<String> {
    var offsets: Set<String> = []
    _ = readable(image: image) { offset in
      if offset.hasPrefix("0x"), offset.dropFirst(2).allSatisfy(\.isHexDigit) {
        offsets.insert(offset)
      }
      return nil
    }
    return offsets
  }

  /// The name of this executable as it stands in places, or nil where the system does not say.
  public static func ownImage() -> Substring? { ownPath()?.split(separator: "/").last }

  /// Where this executable lies; nil where the system does not say.
  private static func ownPath() -> String? {
    let bytesMax = 4_096
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytesMax) { buffer in
      guard let base = buffer.baseAddress else { return nil }
      let count = readlink("/proc/self/exe", base, bytesMax - 1)
      guard count > 0 else { return nil }
      buffer[count] = 0
      return String(cString: base)
    }
  }
}
