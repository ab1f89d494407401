/// Where in a test something was called: what a failure is reported at.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// `Module/File.swift`.
  public let fileID: StaticString
  public let filePath: StaticString
  public let line: UInt
  public let column: UInt

  /// A place as the compiler names it.
  public init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// `File.swift:12`.
  public var description: String {
    let file = "\(fileID)".split(separator: "/").last.map(String.init) ?? "\(fileID)"
    return "\(file):\(line)"
  }

  /// Equal for equal texts.
  public static func == (first: SourcePlace, second: SourcePlace) -> Bool {
    first.line == second.line && first.column == second.column
      && "\(first.fileID)" == "\(second.fileID)"
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine("\(fileID)")
  }
}
