/// The queue of work that the current thread has put off until the work at hand is done.
///
/// A thread is on its trampoline between the outermost `run` and its return. Asking costs one look at a
/// thread-specific pointer; the queue itself is made only when something is put off.
enum Trampoline {
  private static let slot = ThreadSpecific()

  /// Marks a thread that is on its trampoline and has put nothing off: an address no object has.
  private static var emptyMark: UnsafeMutableRawPointer? { UnsafeMutableRawPointer(bitPattern: 1) }

  /// Whether the current thread is not on its trampoline.
  static var isRunRequired: Bool { slot.value == nil }

  /// Does `work` at once; if this thread was not on its trampoline, everything put off follows before the return.
  @inline(__always)
  static func run<Result>(_ work: () -> Result) -> Result {
    guard isRunRequired else { return work() }
    slot.value = emptyMark
    let result = work()
    if slot.value != emptyMark { drain() }
    slot.value = nil
    return result
  }

  /// Puts `item` off. The current thread must be on its trampoline.
  static func putOff(_ item: TrampolineItem) {
    if let pointer = slot.value, pointer != emptyMark {
      Unmanaged<TrampolineQueue>.fromOpaque(pointer).takeUnretainedValue().items.append(item)
    } else {
      let queue = TrampolineQueue()
      queue.items.append(item)
      slot.value = Unmanaged.passRetained(queue).toOpaque()
    }
  }

  private static func drain() {
    guard let pointer = slot.value else { return }
    let queue = Unmanaged<TrampolineQueue>.fromOpaque(pointer).takeRetainedValue()
    while let item = queue.items.popFirst() { item.invoke() }
  }
}

/// Work that was put off, and the disposable that withdraws it.
class TrampolineItem: DisposeBase, @unchecked Sendable {
  // Safety: adds no state.
  func invoke() { Violation.abstractMethod.trap() }
}

/// One thread's queue; touched by that thread only.
private final class TrampolineQueue {
  var items = Fifo<TrampolineItem>()
}
