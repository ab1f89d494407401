import CScheduleRuntime

/// Sees whether two threads are at work for one serial queue at once, and adds no order between them.
///
/// Thread-safety: `enter` and `leave` from any thread; `vacate` only while nobody is inside that will leave.
public final class QueueOccupancy: @unchecked Sendable {
  // Safety: the words are touched by relaxed atomic operations in C only.
  private let queues: UnsafeMutablePointer<csr_occupancy>
  private let count: Int

  public init(queues count: Int) {
    self.count = count
    queues = .allocate(capacity: count)
    queues.initialize(repeating: csr_occupancy(), count: count)
  }

  deinit { queues.deallocate() }

  /// What coming in met: nobody, the caller itself, or another thread.
  public enum Entry: Sendable {
    case entered, nested, overlapped
  }

  /// The caller begins to work for that queue.
  public func enter(_ queue: Int) -> Entry {
    switch csr_occupancy_enter(queues + queue) {
    case CSR_ENTERED: .entered
    case CSR_NESTED: .nested
    default: .overlapped
    }
  }

  /// Ends what `enter` answered with `.entered`, on the same thread.
  public func leave(_ queue: Int) { csr_occupancy_leave(queues + queue) }

  /// Forgets those that were abandoned inside.
  public func vacate() { queues.update(repeating: csr_occupancy(), count: count) }
}
