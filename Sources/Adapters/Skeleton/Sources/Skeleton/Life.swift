import Foundation

/// One subscription's life: ends once, and releases then what it was given.
///
/// Thread-safety: all members from any thread; what is released is released with no lock held.
public final class Life: @unchecked Sendable {
  // Safety: `lock` guards every variable.
  private let lock = NSLock()
  private var hasEnded = false
  private var endIsTaken = false
  private var releases: [@Sendable () -> Void] = []

  /// Whether nothing more is delivered.
  public var isOver: Bool { lock.withLock { hasEnded || endIsTaken } }

  /// Keeps what is to be done at the end; does it at once where that is past.
  public func atEnd(_ release: @escaping @Sendable () -> Void) {
    let isLate = lock.withLock {
      if !hasEnded { releases.append(release) }
      return hasEnded
    }
    if isLate { release() }
  }

  /// Ends it. Safe to call at any time, by anybody, any number of times.
  public func end() {
    let due = lock.withLock {
      hasEnded = true
      defer { releases = [] }
      return releases
    }
    for release in due { release() }
  }

  /// True for the one who may deliver the end.
  func takeEnd() -> Bool {
    lock.withLock {
      defer { endIsTaken = true }
      return !hasEnded && !endIsTaken
    }
  }
}
