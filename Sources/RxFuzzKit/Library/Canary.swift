/// An object whose life shows whether the library has released the closures it was given.
///
/// One for each iteration; every closure that a binding hands to the library calls `touch` and thereby
/// captures it. LEAK-1 holds when, after everything was disposed and dropped, nobody else refers to it.
public final class Canary: Sendable {
  public init() {}
  /// Call it in a closure to capture the canary there.
  @inline(never) public func touch() {}
}
