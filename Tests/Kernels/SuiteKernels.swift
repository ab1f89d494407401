/// Programs of the kind that the examples and tests of Coyote, Fray, Shuttle and Loom are made of, written anew; there are no
/// published figures for them.
enum SuiteKernels {
  static var all: [Kernel] {
    [
      Kernel(name: "one_condition", make: oneCondition),
      Kernel(name: "philosophers_3", make: { philosophers(3) }),
      Kernel(name: "treiber_aba", make: treiberStack),
      Kernel(name: "ticket_lock", make: ticketLock),
      Kernel(name: "seqlock", make: sequenceLock),
      Kernel(name: "lock_upgrade", make: lockUpgrade),
      Kernel(name: "lost_wakeup", make: lostWakeUp),
      Kernel(name: "last_reference", make: lastReference),
      Kernel(name: "closed_channel", make: closedChannel),
      Kernel(name: "lost_permit", make: lostPermit),
      Kernel(name: "used_barrier", make: usedBarrier),
    ]
  }

  /// A buffer of one place whose producers and consumers wait at one condition and wake one of all who wait, who may be of the wrong kind.
  private static func oneCondition() -> Kernel.Instance {
    let (lock, changed, isFull) = (Mutex(), Condition(), Shared(false))
    let turn = { (fills: Bool) in
      {
        lock.locked {
          while isFull.read() == fills { changed.wait(lock) }
          isFull.write(fills)
          changed.signal()
        }
      }
    }
    return Kernel.Instance(threads: [turn(false), turn(false), turn(true), turn(true)]) { false }
  }

  /// Everybody takes the left fork first.
  private static func philosophers(_ count: Int) -> Kernel.Instance {
    let forks = (0..<count).map { _ in Mutex() }
    let meals = Shared(0)
    return Kernel.Instance(
      threads: (0..<count).map { seat in
        { forks[seat].locked { forks[(seat + 1) % count].locked { _ = meals.add(1) } } }
      }
    ) { false }
  }

  /// A lock-free stack whose nodes come back: a head that is the same again has another successor.
  private static func treiberStack() -> Kernel.Instance {
    // Nodes are numbers, 0 stands for none: 1 lies on 2, and 2 on 3.
    let head = Shared(1)
    let next = [0, 2, 3, 0].map { Shared($0) }
    let taken = (0..<4).map { _ in Shared(0) }
    let pop = { () -> Int in
      while true {
        let top = head.read()
        guard top != 0 else { return 0 }
        let below = next[top].read()
        if head.replace(top, by: below) { return top }
      }
    }
    let push = { (node: Int) in
      while true {
        let top = head.read()
        next[node].write(top)
        if head.replace(top, by: node) { return }
      }
    }
    let keep = { (node: Int) in if node != 0 { taken[node].add(1) } }
    return Kernel.Instance(threads: [
      {
        keep(pop())
        keep(pop())
      },
      {
        let first = pop()
        keep(pop())
        if first != 0 { push(first) }
      },
    ]) { taken.contains { $0.now > 1 } }
  }

  /// Tickets are drawn by a read and a write, so that two may draw the same.
  private static func ticketLock() -> Kernel.Instance {
    let (next, serving, inside, failed) = (Shared(0), Shared(0), Shared(0), Shared(false))
    let work = {
      let ticket = next.read()
      next.write(ticket + 1)
      // Whoever's turn has not come gives up, for nobody waits in a loop here.
      guard serving.read() == ticket else { return }
      if inside.add(1) > 1 { failed.write(true) }
      inside.add(-1)
      serving.write(ticket + 1)
    }
    return Kernel.Instance(threads: [work, work, work]) { failed.now }
  }

  /// A reader compares the numbers before and after, and does not mind that the one before is odd: a writer is at work.
  private static func sequenceLock() -> Kernel.Instance {
    let (sequence, one, two, failed) = (Shared(0), Shared(0), Shared(0), Shared(false))
    let write = { (value: Int) in
      sequence.add(1)
      one.write(value)
      two.write(value)
      sequence.add(1)
    }
    let read = {
      let before = sequence.read()
      let (first, second) = (one.read(), two.read())
      if sequence.read() == before, first != second { failed.write(true) }
    }
    return Kernel.Instance(threads: [{ for value in 1...3 { write(value) } }, read]) { failed.now }
  }

  /// Two readers want to become writers, and each waits until the other has stopped reading.
  private static func lockUpgrade() -> Kernel.Instance {
    let (lock, changed) = (Mutex(), Condition())
    let (readers, value) = (Shared(0), Shared(0))
    let upgrade = {
      lock.locked { _ = readers.add(1) }
      let seen = value.read()
      lock.locked {
        while readers.read() > 1 { changed.wait(lock) }
        value.write(seen + 1)
        readers.add(-1)
        changed.broadcast()
      }
    }
    return Kernel.Instance(threads: [upgrade, upgrade]) { false }
  }

  /// Whoever waits looks whether it must before it holds the lock; the signal in between wakes nobody.
  private static func lostWakeUp() -> Kernel.Instance {
    let (lock, changed, isReady) = (Mutex(), Condition(), Shared(false))
    return Kernel.Instance(threads: [
      {
        guard !isReady.read() else { return }
        lock.locked { changed.wait(lock) }
      },
      {
        isReady.write(true)
        lock.locked { changed.signal() }
      },
    ]) { false }
  }

  /// A count of references is lowered in one step and looked at in another, so that two may find that they were the last.
  private static func lastReference() -> Kernel.Instance {
    let (references, frees) = (Shared(3), Shared(0))
    let release = {
      references.add(-1)
      if references.read() == 0 { frees.add(1) }
    }
    return Kernel.Instance(threads: [release, release, release]) { frees.now > 1 }
  }

  /// A sender sees that a channel is open and sends; the receiver has closed it and taken the last message in between.
  private static func closedChannel() -> Kernel.Instance {
    let (isClosed, waiting, received, sent) = (Shared(false), Shared(0), Shared(0), Shared(0))
    let send = {
      guard !isClosed.read() else { return }
      sent.add(1)
      waiting.add(1)
    }
    let close = {
      isClosed.write(true)
      let rest = waiting.read()
      waiting.add(-rest)
      received.add(rest)
    }
    return Kernel.Instance(threads: [send, send], main: close) { sent.now != received.now }
  }

  /// Somebody who waits for a permit gives up when the permit has just been handed over, and nobody has it then.
  private static func lostPermit() -> Kernel.Instance {
    let (lock, changed) = (Mutex(), Condition())
    let (permits, isWaiting) = (Shared(0), Shared(false))
    let release = {
      lock.locked {
        if isWaiting.read() { return isWaiting.write(false) }
        permits.add(1)
        changed.signal()
      }
    }
    let tryForAWhile = {
      let hasPermit = lock.locked {
        let isFree = permits.read() > 0
        if isFree { permits.add(-1) } else { isWaiting.write(true) }
        return isFree
      }
      if hasPermit { return release() }
      lock.locked { isWaiting.write(false) }
    }
    let next = { lock.locked { while permits.read() == 0 { changed.wait(lock) } } }
    return Kernel.Instance(threads: [tryForAWhile, release, next]) { false }
  }

  /// A barrier that is used twice without a number of the round: who is quick waits in the second round before the first has been left.
  private static func usedBarrier() -> Kernel.Instance {
    let (lock, changed) = (Mutex(), Condition())
    let members = 2
    let arrived = Shared(0)
    let wait = {
      lock.locked {
        if arrived.add(1) == members { changed.broadcast() }
        while arrived.read() < members { changed.wait(lock) }
      }
      lock.locked { if arrived.read() == members { arrived.write(0) } }
    }
    let work = {
      wait()
      wait()
    }
    return Kernel.Instance(threads: [work, work]) { false }
  }
}
