extension ObservableType {
  /// A sequence that fails at once.
  /// ```
  /// error  --X
  /// ```
  /// Under a race: it fails before `subscribe` returns, so there is none.
  public static func error(_ error: any Error) -> Observable<Element> { Failed(error) }
}

private final class Failed<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let error: any Error

  init(_ error: any Error) { self.error = error }

  override func attach(_ downstream: Stage<Element>) -> DisposeBase? {
    downstream.error(error)
    return nil
  }
}
