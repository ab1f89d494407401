extension ObservableType {
  /// A sequence that completes at once.
  /// ```
  /// empty  --|
  /// ```
  /// Under a race: it completes before `subscribe` returns, so there is none.
  public static func empty() -> Observable<Element> { Empty() }
}

private final class Empty<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  // Safety: adds no state.
  override func attach(_ downstream: Stage<Element>) -> DisposeBase? {
    downstream.completed()
    return nil
  }
}
