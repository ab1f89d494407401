import Foundation

/// What hears the events of a flow.
public struct Listener: Sendable {
  public let next: @Sendable (Int) -> Void
  /// The end: nil for completion.
  public let ended: @Sendable ((any Error)?) -> Void

  public init(
    next: @escaping @Sendable (Int) -> Void, ended: @escaping @Sendable ((any Error)?) -> Void
  ) {
    self.next = next
    self.ended = ended
  }

  /// Hears nothing once that life is over, and ends it with its own end.
  func guarded(by life: Life) -> Listener {
    Listener(
      next: { if !life.isOver { next($0) } },
      ended: { error in
        guard life.takeEnd() else { return }
        ended(error)
        life.end()
      })
  }
}

/// The smallest reactive library that can be raced: a sequence of numbers that is pushed to whoever listens.
///
/// All stages of one subscription share its `Life`, and the last gate before the listener looks at it. Thread-safety: a
/// value without state.
public struct Flow: Sendable {
  private let start: @Sendable (Listener, Life) -> Void

  /// A flow of its own making: nothing passes after its end, and what it gave to its life is released then.
  /// - Parameter start: begins to send events to that listener, and gives what it must release to that life.
  public init(_ start: @escaping @Sendable (Listener, Life) -> Void) {
    self.init(stage: { listener, whole in
      let life = Life()
      whole.atEnd { life.end() }
      start(listener.guarded(by: life), life)
    })
  }

  private init(stage start: @escaping @Sendable (Listener, Life) -> Void) { self.start = start }

  /// Begins to listen; ending the life that is returned stops it.
  public func listen(_ listener: Listener) -> Life {
    let life = Life()
    start(listener.guarded(by: life), life)
    return life
  }

  /// Each element, changed.
  public func map(_ change: @escaping @Sendable (Int) -> Int) -> Flow {
    Flow(stage: { listener, life in
      start(Listener(next: { listener.next(change($0)) }, ended: listener.ended), life)
    })
  }

  /// The elements that pass a test.
  public func filter(_ accepts: @escaping @Sendable (Int) -> Bool) -> Flow {
    Flow(stage: { listener, life in
      start(
        Listener(next: { if accepts($0) { listener.next($0) } }, ended: listener.ended), life)
    })
  }

  /// The elements of all flows; ends when all have completed, or with the first error.
  public static func merge(_ flows: [Flow]) -> Flow {
    Flow(stage: { listener, life in
      let meeting = Meeting(listener, flows: flows.count)
      for flow in flows {
        flow.start(Listener(next: { meeting.next($0) }, ended: { meeting.ended($0) }), life)
      }
    })
  }
}

/// Where several flows meet: one event after the other, under a recursive lock.
private final class Meeting: @unchecked Sendable {
  // Safety: `lock` guards `running` and `hasEnded`.
  private let lock = NSRecursiveLock()
  private let listener: Listener
  private var running: Int
  private var hasEnded = false

  init(_ listener: Listener, flows: Int) {
    self.listener = listener
    running = flows
  }

  func next(_ element: Int) {
    lock.withLock { if !hasEnded { listener.next(element) } }
  }

  func ended(_ error: (any Error)?) {
    lock.withLock {
      running -= 1
      guard !hasEnded, error != nil || running == 0 else { return }
      hasEnded = true
      listener.ended(error)
    }
  }
}
