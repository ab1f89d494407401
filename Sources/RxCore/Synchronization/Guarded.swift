/// A value behind a lock.
///
/// `update` runs under the lock, so its body calls nothing out.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
  // Safety: `value` is guarded by `lock`.
  private let lock = Lock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func read() -> Value { lock.withLock { value } }

  /// Changes the value; the old parts of it are released after the lock is.
  package func update(_ change: (inout Value) -> Void) { updated(change) }

  /// The same, and returns what `change` decided.
  @discardableResult
  package func updated<Decision>(_ change: (inout Value) -> Decision) -> Decision {
    let (old, decision) = lock.withLock {
      let old = value
      let decision = change(&value)
      return (old, decision)
    }
    withExtendedLifetime(old) {}
    return decision
  }
}
