/// Words for a command line that a person can paste into a shell.
public enum ShellText {
  /// The word itself where a shell takes it as it is, otherwise in single quotes.
  public static func quoted(_ word: String) -> String {
    let isPlain = !word.isEmpty && word.utf8.allSatisfy(isPlain)
    return isPlain
      ? word
      : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
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
