extension ObservableType {
  /// Turns each element into a sequence, passes on the latest of them, and leaves the one before.
  /// ```
  /// source                     --a-----b--|
  /// a                            1--2--x
  /// b                                  3--4|
  /// flatMapLatest { $0.inner } --1--2--3--4|
  /// ```
  /// It completes when the source and the latest sequence have; it fails when one of them fails or `selector`
  /// throws.
  ///
  /// Under a race: as for `switchLatest`.
  public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    SwitchMap(source: asObservable(), selector: selector)
  }
}
