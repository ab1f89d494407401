extension ObservableType {
  /// A sequence that is made anew for each subscription.
  /// ```
  /// a               --1--2--|     made when subscribed
  /// deferred { a }  --1--2--|
  /// ```
  /// What the factory throws becomes the sequence's error.
  ///
  /// Under a race: the factory runs inside `subscribe`, once, whatever is disposed meanwhile.
  public static func deferred(
    _ observableFactory: @escaping @Sendable () throws -> Observable<Element>
  ) -> Observable<Element> {
    Deferred(observableFactory)
  }
}

private final class Deferred<Element: Sendable>: Observable<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let factory: @Sendable () throws -> Observable<Element>

  init(_ factory: @escaping @Sendable () throws -> Observable<Element>) { self.factory = factory }

  override func attach(_ downstream: Stage<Element>) -> DisposeBase? {
    let source: Observable<Element>
    do { source = try factory() } catch {
      downstream.error(error)
      return nil
    }
    return source.attach(downstream)
  }
}
