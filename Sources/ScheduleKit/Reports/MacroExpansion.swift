/// The file that the compiler names for code that a macro has made: there is none, and its name is mangled.
enum MacroExpansion {
  private static let (prefix, suffix) = ("@__swiftmacro_", ".swift")

  /// `Tests.swift:43`, where the macro stands, or `@Observable:3`, a line of what was made; nil of any other file.
  static func place(_ file: Substring, line: Substring) -> String? {
    guard file.hasPrefix(prefix), file.hasSuffix(suffix) else { return nil }
    let name = SwiftName.demangled("$s\(file.dropFirst(prefix.count).dropLast(suffix.count))")
    return whereItStands(name[...]) ?? attached(name[...]).map { "\($0):\(line)" }
  }

  /// Of `… in module Tests file Tests.swift line 43 column 8`.
  private static func whereItStands(_ name: Substring) -> String? {
    guard let file = name.firstRange(of: " file "),
      let line = name[file.upperBound...].firstRange(of: " line ")
    else { return nil }
    let number = name[line.upperBound...].prefix { $0.isNumber }
    return number.isEmpty ? nil : "\(name[file.upperBound..<line.lowerBound]):\(number)"
  }

  /// `@Observable` of `member macro @Observable expansion #1 of …`.
  private static func attached(_ name: Substring) -> Substring? {
    guard let end = name.firstRange(of: " expansion #")?.lowerBound,
      let start = name[..<end].lastIndex(of: "@")
    else { return nil }
    return name[start..<end]
  }
}
