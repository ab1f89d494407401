/// Programs written anew after the public descriptions of SCTBench's buffers, queues and stacks.
enum StructureKernels {
  static var all: [Kernel] {
    [
      Kernel(
        name: "stringbuffer", published: .init(surw: 8, pos: 17.8, pct3: 194.9, rff: 15.4),
        make: stringBuffer),
      Kernel(
        name: "circular_buffer", published: .init(pos: 1.6, pct3: 5, rff: 1.6), make: circularBuffer
      ),
      Kernel(name: "queue", published: .init(pos: 1, pct3: 12, rff: 1), make: queue),
      Kernel(name: "stack", published: .init(pos: 2, pct3: 2.2, rff: 1.6), make: stack),
      Kernel(name: "wsq", published: .init(pos: 10.1, pct3: 12.1, rff: 10.1), make: workStealing),
    ]
  }

  /// Appending one buffer to another reads its length under the lock, lets go, and copies so many characters.
  private static func stringBuffer() -> Kernel.Instance {
    let (own, other) = (Mutex(), Mutex())
    let (length, failed) = (Shared(3), Shared(false))
    let eraseAndAppend = {
      other.locked { length.write(length.read() - 3) }
      other.locked { length.write(length.read() + 3) }
    }
    let append = {
      own.locked {
        let wanted = other.locked { length.read() }
        other.locked { if wanted > length.read() { failed.write(true) } }
      }
    }
    return Kernel.Instance(threads: [eraseAndAppend], main: append) { failed.now }
  }

  /// Sender and receiver take turns by two flags, but count rounds instead of turns: a round without a turn puts them out of step.
  private static func circularBuffer() -> Kernel.Instance {
    let rounds = 7
    let slots = (0..<10).map { _ in Shared(0) }
    let lock = Mutex()
    let (first, next, failed) = (Shared(0), Shared(0), Shared(false))
    let (maySend, mayReceive) = (Shared(true), Shared(false))
    let send = {
      for round in 0..<rounds {
        lock.locked {
          guard maySend.read() else { return }
          slots[next.read()].write(round)
          next.write((next.read() + 1) % slots.count)
          maySend.write(false)
          mayReceive.write(true)
        }
      }
    }
    let receive = {
      for round in 0..<rounds {
        lock.locked {
          guard mayReceive.read() else { return }
          first.write(first.read() + 1)
          if slots[first.read() - 1].read() != round { failed.write(true) }
          mayReceive.write(false)
          maySend.write(true)
        }
      }
    }
    return Kernel.Instance(threads: [send, receive]) { failed.now }
  }

  /// As the circular buffer, with what was stored kept in a second list to compare with, whose index is the receiver's round.
  private static func queue() -> Kernel.Instance {
    let size = 20
    let (elements, stored) = (
      (0..<size).map { _ in Shared(0) }, (0..<size).map { _ in Shared(0) }
    )
    let lock = Mutex()
    let (head, tail, failed) = (Shared(0), Shared(0), Shared(false))
    let (maySend, mayReceive) = (Shared(true), Shared(false))
    let enqueue = { (value: Int) in
      elements[tail.read()].write(value)
      tail.write(tail.read() + 1)
    }
    let send = {
      var value = 0
      lock.locked {
        enqueue(value)
        stored[0].write(value)
        if head.read() == tail.read() { failed.write(true) }
      }
      for round in 1..<size {
        lock.locked {
          guard maySend.read() else { return }
          value += 1
          enqueue(value)
          stored[round].write(value)
          maySend.write(false)
          mayReceive.write(true)
        }
      }
    }
    let receive = {
      for round in 0..<size {
        lock.locked {
          guard mayReceive.read() else { return }
          let value = elements[head.read()].read()
          head.write(head.read() + 1)
          if value != stored[round].read() { failed.write(true) }
          mayReceive.write(false)
          maySend.write(true)
        }
      }
    }
    return Kernel.Instance(threads: [send, receive]) { failed.now }
  }

  /// Whoever pops looks only once whether anything was ever pushed.
  private static func stack() -> Kernel.Instance {
    let rounds = 10
    let elements = (0..<rounds).map { _ in Shared(0) }
    let lock = Mutex()
    let (top, hasPushed, failed) = (Shared(0), Shared(false), Shared(false))
    let push = {
      for round in 0..<rounds {
        lock.locked {
          elements[top.read()].write(round)
          top.write(top.read() + 1)
          hasPushed.write(true)
        }
      }
    }
    let pop = {
      for _ in 0..<rounds {
        lock.locked {
          guard hasPushed.read() else { return }
          if top.read() == 0 { return failed.write(true) }
          top.write(top.read() - 1)
          _ = elements[top.read()].read()
        }
      }
    }
    return Kernel.Instance(threads: [push, pop]) { failed.now }
  }

  /// The owner creates a thief, pushes two items and takes one, twice, and takes what is left; each item goes once.
  private static func workStealing() -> Kernel.Instance {
    let items = (0..<4).map { _ in Shared(0) }
    let deque = StealingDeque()
    let take = { (item: Int?) in
      if let item { items[item].write(items[item].read() + 1) }
    }
    let steal = { for _ in 0..<2 { take(deque.steal()) } }
    let own = {
      for item in [0, 2] {
        deque.push(item)
        deque.push(item + 1)
        take(deque.pop())
      }
      for _ in 0..<2 { take(deque.pop()) }
    }
    return Kernel.Instance(threads: [steal], main: own) { items.contains { $0.now != 1 } }
  }
}
