extension ObservableType {
  /// A sequence that says nothing, ever.
  /// ```
  /// never  -------->
  /// ```
  /// Under a race: it holds nothing, so disposing has nothing to release.
  public static func never() -> Observable<Element> { Never() }
}

private final class Never<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  // Safety: adds no state.
  override func attach(_ downstream: Stage<Element>) -> DisposeBase? { nil }
}
