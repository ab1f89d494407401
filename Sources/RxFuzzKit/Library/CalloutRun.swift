/// While one thread is inside a closure that the library calls, a call of another thread returns: no lock is held while the
/// library calls out. Who waits there for a lock of his own, which the other thread has, waits for ever else: so it is LIVE-1.
///
/// A case says who calls out, by the gate, and who calls in meanwhile. Thread-safety: as `LibraryCheckRun`.
public final class CalloutRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: each queue does its own part; the rest is behind gates.
  /// Makes, around a gate, what calls out and what calls in meanwhile.
  public typealias Case = @Sendable (CalloutGate) -> (act: () -> Void, call: () -> Void)

  private let gate = CalloutGate()
  private let act: () -> Void
  private let call: () -> Void
  private let mustCallOut: Bool

  /// - Parameters:
  ///   - mustCallOut: whether it is a failure where the closure is not called.
  ///   - make: gives what calls out and what calls in meanwhile, as new.
  public init(mustCallOut: Bool = true, _ make: Case) {
    self.mustCallOut = mustCallOut
    (act, call) = make(gate)
  }

  public func perform(queue: Int) {
    guard queue == 1 else {
      gate.begin()
      act()
      return gate.open()
    }
    gate.awaitOpen()
    call()
    gate.leave()
  }

  public func fault() -> LibraryCheckFault? {
    gate.isEntered || !mustCallOut
      ? nil : LibraryCheckFault(.val1, "a closure that is to be called is not called")
  }
}

/// The closure that is called, and the call that is to return meanwhile. Thread-safety: any thread.
public final class CalloutGate: Sendable {
  private let begun = CheckedGate()
  private let opened = CheckedGate()
  private let entered = CheckedGate()
  private let left = CheckedGate()

  /// Called from the closure: waits, the first time that it is called once the race has begun, until the other thread's call has
  /// returned.
  public func enter() {
    guard begun.isOpen, !entered.isOpen else { return }
    awaitCall()
  }

  /// Called from an earlier closure: the other thread may begin.
  public func open() { opened.pass() }

  /// Called from the closure after that. The other thread begins when it is clear who waits: its own call may come to a closure,
  /// too, and would wait for itself.
  public func awaitCall() {
    entered.pass()
    open()
    left.wait()
  }

  fileprivate func begin() { begun.pass() }
  fileprivate func awaitOpen() { opened.wait() }
  fileprivate func leave() { left.pass() }
  fileprivate var isEntered: Bool { entered.isOpen }
}
