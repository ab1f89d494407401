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

  /// A demangled function without its module, its parameters' types and what it returns: `Cache.store` of
  /// `Module.Cache.store(Swift.Int) -> ()`, and `closure of Cache.store` of what stands inside it.
  public static func short(_ place: Substring) -> String {
    var text = place
    if let mark = text.firstRange(of: " of ")?.upperBound
      ?? text.firstRange(of: " in ")?.upperBound,
      text.hasPrefix("closure") || text.hasPrefix("implicit")
    {
      return "closure of \(short(text[mark...]).replacing("closure of ", with: ""))"
    }
    if let opening = text.firstIndex(of: "("), opening > text.startIndex {
      text = text[..<opening]
    }
    while text.last == " " { text.removeLast() }
    let parts = text.split(separator: ".")
    return parts.count > 1 ? parts.dropFirst().joined(separator: ".") : String(text)
  }
}
