extension ObservableConvertibleType {
  /// The same sequence, which ends with `element` and completion instead of with an error.
  /// ```
  /// source                            --1--2--X
  /// asInfallible(onErrorJustReturn: 9)  --1--2--(9|)
  /// ```
  /// Under a race: as `catch`.
  public func asInfallible(onErrorJustReturn element: Element) -> Infallible<Element> {
    Infallible(raw: asObservable().catchAndReturn(element))
  }

  /// The same sequence, which continues with `infallible` instead of failing.
  public func asInfallible(
    onErrorFallbackTo infallible: Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(raw: asObservable().catch { _ in infallible.source })
  }

  /// The same sequence, which continues with what `onErrorRecover` returns instead of failing.
  public func asInfallible(
    onErrorRecover: @escaping @Sendable (any Error) -> Infallible<Element>
  ) -> Infallible<Element> {
    Infallible(raw: asObservable().catch { onErrorRecover($0).source })
  }
}
