/// How a process that raced scenarios came to an end, and what it printed on its way.
public struct ProcessEnd: Hashable, Sendable {
  /// What it wrote to its standard error stream, or the part of it that was kept.
  public var errorText: String
  /// The signal that killed it, if one did.
  public var signal: Int32?
  /// Messages by which the library reports that a thing to be set once was set twice.
  public var doubleSetMessages: [String]

  public init(errorText: String, signal: Int32? = nil, doubleSetMessages: [String] = []) {
    self.errorText = errorText
    self.signal = signal
    self.doubleSetMessages = doubleSetMessages
  }
}
