import Dispatch
import Synchronization

/// Events that wait in an array are delivered together, by one piece of work on the queue.
enum DrainFloor: Contender {
  static let name = "batched drain"

  static func observeOn(events: Int) -> Bool {
    let sum = Sum()
    let finish = Finish()
    let inbox = Inbox(DispatchQueue(label: "bench")) { number in
      if number < 0 { finish.reach() } else { sum.add(number) }
    }
    for number in 0..<events { inbox.append(number) }
    inbox.append(-1)
    finish.wait()
    return sum.value > 0
  }
}

private final class Inbox: Sendable {
  private struct State {
    var waiting: [Int] = []
    var isScheduled = false
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue
  private let deliver: @Sendable (Int) -> Void

  init(_ queue: DispatchQueue, _ deliver: @escaping @Sendable (Int) -> Void) {
    self.queue = queue
    self.deliver = deliver
  }

  func append(_ number: Int) {
    let mustSchedule = state.withLock { state in
      state.waiting.append(number)
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { queue.async { self.drain() } }
  }

  private func drain() {
    while true {
      let batch = state.withLock { state in
        let batch = state.waiting
        state.waiting = []
        state.isScheduled = !batch.isEmpty
        return batch
      }
      if batch.isEmpty { return }
      for number in batch { deliver(number) }
    }
  }
}
