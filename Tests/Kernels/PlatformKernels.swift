import Dispatch
import ScheduleKit

/// Programs of dispatch's queues, work items and sources, each with a bug that such programs are known for.
enum PlatformKernels {
  static var all: [Kernel] {
    [
      Kernel(name: "cancelled_item", make: cancelledItem),
      Kernel(name: "resumed_early", make: resumedEarly),
      Kernel(name: "missing_barrier", make: missingBarrier),
      Kernel(name: "merged_data", make: mergedData),
      Kernel(name: "notified_early", make: notifiedEarly),
    ]
  }

  /// Whoever cancels an item believes that it has not run, and will not.
  private static func cancelledItem() -> Kernel.Instance {
    let (ran, failed) = (Shared(false), Shared(false))
    let queue = DispatchQueue(label: "kernel.item")
    let item = DispatchWorkItem { ran.write(true) }
    return Kernel.Instance(tasks: [
      { queue.async(execute: item) },
      {
        item.cancel()
        item.wait()
        if ran.read() { failed.write(true) }
      },
    ]) { failed.now }
  }

  /// A queue is held back until its configuration stands, and let go in the middle of it.
  private static func resumedEarly() -> Kernel.Instance {
    let (first, second, failed) = (Shared(0), Shared(0), Shared(false))
    let queue = DispatchQueue(label: "kernel.held", attributes: .initiallyInactive)
    return Kernel.Instance(tasks: [
      { queue.async { if first.read() != second.read() { failed.write(true) } } },
      {
        first.write(1)
        queue.activate()
        second.write(1)
      },
    ]) { failed.now }
  }

  /// Two writers of a concurrent queue, of which only one is a barrier.
  private static func missingBarrier() -> Kernel.Instance {
    let sum = Shared(0)
    let queue = DispatchQueue(label: "kernel.barrier", attributes: .concurrent)
    let add: @Sendable () -> Void = { sum.write(sum.read() + 1) }
    return Kernel.Instance(tasks: [
      { queue.async(flags: .barrier, execute: add) }, { queue.async(execute: add) },
      { queue.async(execute: add) },
    ]) { sum.now != 3 }
  }

  /// A source notifies its handler of several pieces of data at once, and the handler counts calls.
  private static func mergedData() -> Kernel.Instance {
    let calls = Shared(0)
    let source = DispatchSource.makeUserDataAddSource(queue: DispatchQueue(label: "kernel.data"))
    source.setEventHandler { calls.write(calls.read() + 1) }
    source.activate()
    return Kernel.Instance(tasks: [{ source.add(data: 1) }, { source.add(data: 1) }]) {
      source.cancel()
      return calls.now != 2
    }
  }

  /// What shall follow two items is notified of the end of the first one only.
  private static func notifiedEarly() -> Kernel.Instance {
    let (done, failed) = (Shared(0), Shared(false))
    let queue = DispatchQueue(label: "kernel.notified", attributes: .concurrent)
    let items = (0..<2).map { _ in DispatchWorkItem { done.write(done.read() + 1) } }
    items[0].notify(queue: queue) { if done.read() != 2 { failed.write(true) } }
    return Kernel.Instance(tasks: items.map { item in { queue.async(execute: item) } }) {
      failed.now
    }
  }
}
