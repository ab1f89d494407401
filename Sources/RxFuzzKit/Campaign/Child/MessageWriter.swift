import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The child's end of its message pipe.
///
/// Thread-safety: `send` from any thread; messages never mix.
final class MessageWriter: Sendable {
  private let descriptor: Int32
  private let busy = Atomic<Bool>(false)
  /// How often the watchdog looks whether another thread has finished its message, a millisecond apart.
  private static let attemptsMax = 2_000

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Writes the message; false when the parent is gone or another thread does not finish its message.
  @discardableResult
  func send(_ message: Message) -> Bool {
    var attempts = 0
    // Acquire pairs with the release below: one thread's bytes are all written before the next begins.
    while busy.exchange(true, ordering: .acquiring) {
      attempts += 1
      guard attempts < Self.attemptsMax else { return false }
      usleep(1_000)
    }
    defer { busy.store(false, ordering: .releasing) }
    return Descriptors.writeAll(message.bytes, to: descriptor)
  }
}
