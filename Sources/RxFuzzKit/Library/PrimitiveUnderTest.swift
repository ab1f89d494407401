/// One disposal primitive of a library, as an adapter binds it. All members are called from any thread.
public protocol PrimitiveUnderTest: AnyObject, Sendable {
  /// Hands a resource over; the primitive calls `release` once it releases it. Returns what takes it out again, where
  /// the primitive can do so and has taken it.
  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?
  /// Disposes it; a bag is disposed by dropping its last reference.
  func dispose()
  /// Whether it is disposed; nil where it does not know.
  func isDisposed() -> Bool?
  /// The number of the resource that it holds, -1 once it is disposed; nil where it does not know.
  func held() -> Int?
  /// The same as `hold`, of a resource that it shows by that number.
  func hold(_ number: Int, _ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)?
  /// Borrows; what is returned gives back.
  func borrow() -> @Sendable () -> Void
}

extension PrimitiveUnderTest {
  public func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? { nil }
  public func isDisposed() -> Bool? { nil }
  public func held() -> Int? { nil }
  public func hold(
    _ number: Int, _ release: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? { hold(release) }
  public func borrow() -> @Sendable () -> Void { {} }
}
