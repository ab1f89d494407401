/// Something that can be released once.
public protocol Disposable: Sendable {
  /// Releases the resource. Any thread, any number of times; only the first has an effect.
  func dispose()
}
