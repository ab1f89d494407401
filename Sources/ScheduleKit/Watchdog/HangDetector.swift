import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Ends a process that gets nowhere while it races something in itself.
///
/// Thread-safety: all members from any thread.
public final class HangDetector: @unchecked Sendable {
  // Safety: `count`, `words` and `isOver` are guarded by `gate`; the rest are constants.
  private let gate = DispatchSemaphore(value: 1)
  private var count = 0
  private var words = ""
  private var isOver = false
  private let seconds: Int
  private let onHang: @Sendable (String) -> Never
  private static let lookMilliseconds: Int32 = 300

  /// - Parameters:
  ///   - seconds: how long it may be that `goOn` is not called, not counting the time in which the process gets no
  ///     processor.
  ///   - onHang: receives what hung, says so, and ends the process; called on a thread of its own.
  public init(seconds: Int, onHang: @escaping @Sendable (String) -> Never) {
    self.seconds = seconds
    self.onHang = onHang
  }

  /// Watches from now on until the process ends, or `stop`; false where the system has no thread for it.
  public func start() -> Bool { PlainThread.start { self.watch() } }

  /// Something has been done, and what those words say comes next.
  public func goOn(_ words: String) {
    gate.wait()
    count += 1
    self.words = words
    gate.signal()
  }

  /// Watches no longer.
  public func stop() {
    gate.wait()
    isOver = true
    gate.signal()
  }

  private var state: (count: Int, words: String)? {
    gate.wait()
    defer { gate.signal() }
    return isOver ? nil : (count, words)
  }

  private func watch() {
    var clock = InactivityClock()
    var last = 0
    while true {
      poll(nil, 0, Self.lookMilliseconds)
      guard let now = state else { return }
      if now.count == last { clock.look(ThreadActivity()) } else { clock.moved() }
      last = now.count
      guard clock.still >= UInt64(seconds) * 1_000 else { continue }
      onHang(now.words)
    }
  }
}
