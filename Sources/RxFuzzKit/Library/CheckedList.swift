/// A list that several threads append to. Thread-safety: any thread.
public final class CheckedList<Element: Sendable>: Sendable {
  private let list = CheckedState<[Element]>([])

  /// Nothing is in it.
  public init() {}

  /// Adds an element at the end.
  public func append(_ element: Element) { list.withLock { $0.append(element) } }
  /// All until now, in the order in which they came.
  public var all: [Element] {
    // A copy of its own: of one that is shared until it changes, ThreadSanitizer does not see that its reader has let it go.
    list.withLock { [Element]($0.lazy.map { $0 }) }
  }
}
