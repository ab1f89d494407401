/// Words for a command line that a person can paste into a shell.
public enum ShellText {
  /// The word itself where a shell takes it as it is, otherwise in single quotes; where that would put control characters
  /// or bytes that are no text on a terminal, in the quotes of bash and zsh that name them.
  public static func quoted(_ word: String) -> String {
    if word.unicodeScalars.contains(where: { PathText.isControl($0) || PathText.byte($0) != nil }) {
      return "$'\(word.unicodeScalars.map(escaped).joined())'"
    }
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlain)
    return isPlain
      ? word
      : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    if let byte = PathText.byte(scalar) { return "\\x\(PathText.hexadecimal(byte))" }
    if scalar == "'" || scalar == "\\" { return "\\\(scalar)" }
    guard PathText.isControl(scalar) else { return String(scalar) }
    return String(scalar).utf8.map { "\\x\(PathText.hexadecimal($0))" }.joined()
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "+"), UInt8(ascii: ":"),
      UInt8(ascii: "="), UInt8(ascii: "@"), UInt8(ascii: ","):
      true
    default: false
    }
  }
}
