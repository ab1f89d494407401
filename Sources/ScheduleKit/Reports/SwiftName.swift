import CScheduleRuntime

/// Names of functions as their source spells them.
public enum SwiftName {
  /// The name demangled, or as it is where it is not mangled.
  public static func demangled(_ name: String) -> String {
    let bytesMax = 1_024
    let text = withUnsafeTemporaryAllocation(of: CChar.self, capacity: bytesMax) { buffer in
      csr_demangle(name, buffer.baseAddress, UInt64(bytesMax))
      return String(cString: buffer.baseAddress!)
    }
    return withoutDiscriminators(text[...])
  }

  /// `(on in _10D36C40B975D533)`, as a private name is spelt, becomes `on`.
  public static func withoutDiscriminators(_ text: Substring) -> String {
    var (result, rest) = ("", text)
    while let mark = rest.firstRange(of: " in _") {
      // A C++ name begins in the same way: what is no discriminator stays, and the search goes on behind it.
      guard let opening = rest[..<mark.lowerBound].lastIndex(of: "("),
        let closing = rest[mark.upperBound...].firstIndex(of: ")"),
        rest[mark.upperBound..<closing].allSatisfy(\.isHexDigit)
      else {
        result += rest[..<mark.upperBound]
        rest = rest[mark.upperBound...]
        continue
      }
      result += rest[..<opening] + rest[rest.index(after: opening)..<mark.lowerBound]
      rest = rest[rest.index(after: closing)...]
    }
    return result + rest
  }

  /// A demangled function without its module, its types and what it returns: `Cache.store` of
  /// `Module.Cache.store(Swift.Int) -> ()`, and `closure of Cache.store` of what stands inside it.
  public static func short(_ place: Substring) -> String {
    let text = source(of: withoutTypes(place)[...])
    if text.hasPrefix("closure") || text.hasPrefix("implicit"),
      let mark = text.firstRange(of: " of ")?.upperBound ?? text.firstRange(of: " in ")?.upperBound
    {
      return "closure of \(short(text[mark...]).replacing("closure of ", with: ""))"
    }
    // A function inside of another one.
    if let number = text.firstRange(of: " #"), let mark = text.firstRange(of: " in ")?.upperBound,
      number.upperBound < mark
    {
      return "\(short(text[mark...])).\(text[..<number.lowerBound])"
    }
    var name = text
    if let type = name.firstRange(of: " : ") { name = name[..<type.lowerBound] }
    if let opening = name.firstIndex(of: "("), opening > name.startIndex {
      name = name[..<opening]
    }
    while name.last == " " { name.removeLast() }
    let parts = name.split(separator: ".")
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : String(name)
  }

  /// What the compiler has made the function of: without the words for a part of an asynchronous one, a copy for certain
  /// types, or the way to it.
  private static func source(of text: Substring) -> Substring {
    var text = text
    while let inner = inner(of: text) { text = inner }
    return text
  }

  /// What the first words of a text say that it is a way to; nil where they do not.
  private static func inner(of text: Substring) -> Substring? {
    for way in [
      "partial apply forwarder for ", "merged ", "static ", "async function pointer to ", "@objc ",
    ] where text.hasPrefix(way) {
      return text.dropFirst(way.count)
    }
    // `(3) suspend resume partial function for `.
    if text.first == "(", let number = text.firstIndex(of: ")"),
      text[..<number].dropFirst().allSatisfy(\.isNumber),
      let mark = text.firstRange(of: " partial function for ")
    {
      return text[mark.upperBound...]
    }
    if let mark = text.firstRange(of: " specialization of "),
      !text[..<mark.lowerBound].contains(".")
    {
      return text[mark.upperBound...]
    }
    let requirement = "protocol witness for "
    if text.hasPrefix(requirement) {
      let end = text.firstRange(of: " in conformance ")?.lowerBound ?? text.endIndex
      return text[..<end].dropFirst(requirement.count)
    }
    if text.hasPrefix("(extension in "), let end = text.firstRange(of: "):") {
      return text[end.upperBound...]
    }
    return nil
  }

  /// The text without what stands between angle brackets; as it is where they do not match, as those of an operator.
  private static func withoutTypes(_ text: Substring) -> String {
    var result = ""
    var depth = 0
    var last: Character = " "
    for character in text {
      // An arrow is no bracket.
      let isClosing = character == ">" && last != "-"
      last = character
      if character == "<" {
        depth += 1
      } else if isClosing {
        guard depth > 0 else { return String(text) }
        depth -= 1
      } else if depth == 0, !(character == " " && result.last == " ") {
        result.append(character)
      }
    }
    return depth == 0 ? result : String(text)
  }
}
