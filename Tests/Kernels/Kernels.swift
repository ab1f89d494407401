/// The programs, written anew after the public descriptions of SCTBench's.
enum Kernels {
  static var all: [Kernel] {
    [
      Kernel(name: "reorder_3", published: .init(pos: 222.7, pct3: 241.1, rff: 6.7)) {
        reorder(setters: 2)
      },
      Kernel(name: "reorder_5", published: .init(pct3: 1126, rff: 5.8)) { reorder(setters: 4) },
      Kernel(name: "reorder_10", published: .init(surw: 17, pct3: 2355.8, rff: 5.8)) {
        reorder(setters: 9)
      },
      Kernel(name: "twostage", published: .init(pos: 14.6, pct3: 8.9, rff: 8.2)) {
        twoStage(writers: 1)
      },
      Kernel(name: "twostage_20", published: .init(pos: 185.4, pct3: 187.6, rff: 21.7)) {
        twoStage(writers: 19)
      },
      Kernel(
        name: "stringbuffer", published: .init(surw: 8, pos: 17.8, pct3: 194.9, rff: 15.4),
        make: stringBuffer),
      Kernel(
        name: "bluetooth", published: .init(pos: 72.2, pct3: 160.8, rff: 44.9), make: bluetooth),
      Kernel(name: "account", published: .init(pos: 1, pct3: 8.6, rff: 1), make: account),
      Kernel(
        name: "circular_buffer", published: .init(pos: 1.6, pct3: 5, rff: 1.6), make: circularBuffer
      ),
      Kernel(name: "wsq", published: .init(pos: 10.1, pct3: 12.1, rff: 10.1), make: workStealing),
      Kernel(name: "lazy01", published: .init(pos: 5.2, pct3: 10.2, rff: 6.4), make: lazy),
      Kernel(
        name: "deadlock01", published: .init(pos: 4.3, pct3: 20.1, rff: 4.7), make: deadlock),
      Kernel(name: "six_switches", make: sixSwitches),
    ] + AsynchronousKernels.all + PlatformKernels.all
  }

  /// Setters write two variables one after the other; a checker must never see one written and not the other.
  private static func reorder(setters: Int) -> Kernel.Instance {
    let (a, b, failed) = (Shared(0), Shared(0), Shared(false))
    let set = {
      a.write(1)
      b.write(-1)
    }
    let check = {
      let isUnset = a.read() == 0 && b.read() == 0
      if !isUnset && !(a.read() == 1 && b.read() == -1) { failed.write(true) }
    }
    return Kernel.Instance(tasks: Array(repeating: set, count: setters) + [check]) { failed.now }
  }

  /// Two variables under two locks, written in two stages; a reader may come between the stages.
  private static func twoStage(writers: Int) -> Kernel.Instance {
    let (first, second) = (Mutex(), Mutex())
    let (one, two, failed) = (Shared(0), Shared(0), Shared(false))
    let write = {
      first.locked { one.write(1) }
      second.locked { two.write(one.read() + 1) }
    }
    let read = {
      let seen = first.locked { one.read() }
      guard seen != 0 else { return }
      if second.locked({ two.read() }) != seen + 1 { failed.write(true) }
    }
    return Kernel.Instance(tasks: Array(repeating: write, count: writers) + [read]) { failed.now }
  }

  /// Appending one buffer to another reads its length under the lock, lets go, and copies so many characters.
  private static func stringBuffer() -> Kernel.Instance {
    let lock = Mutex()
    let (length, failed) = (Shared(12), Shared(false))
    let append = {
      let wanted = lock.locked { length.read() }
      lock.locked { if wanted > length.read() { failed.write(true) } }
    }
    let erase = { lock.locked { length.write(length.read() - 6) } }
    return Kernel.Instance(tasks: [append, erase]) { failed.now }
  }

  /// A driver counts the requests in flight; stopping it looks at the count before a request has raised it.
  private static func bluetooth() -> Kernel.Instance {
    let (pending, isStopping, isIdle, isStopped, failed) = (
      Shared(1), Shared(false), Shared(false), Shared(false), Shared(false)
    )
    let lock = Mutex()
    let leave = {
      let left = lock.locked { () -> Int in
        pending.write(pending.read() - 1)
        return pending.read()
      }
      if left == 0 { isIdle.write(true) }
    }
    let add = {
      guard !isStopping.read() else { return }
      lock.locked { pending.write(pending.read() + 1) }
      if isStopped.read() { failed.write(true) }
      leave()
    }
    let stop = {
      isStopping.write(true)
      leave()
      if isIdle.read() { isStopped.write(true) }
    }
    return Kernel.Instance(tasks: [add, stop]) { failed.now }
  }

  /// Deposit and withdrawal are locked; the check trusts two flags that are set before the sums are.
  private static func account() -> Kernel.Instance {
    let lock = Mutex()
    let (balance, hasPaidIn, hasPaidOut, failed) = (
      Shared(10), Shared(false), Shared(false), Shared(false)
    )
    let payIn = {
      hasPaidIn.write(true)
      lock.locked { balance.write(balance.read() + 5) }
    }
    let payOut = {
      hasPaidOut.write(true)
      lock.locked { balance.write(balance.read() - 3) }
    }
    let check = {
      lock.locked {
        if hasPaidIn.read(), hasPaidOut.read(), balance.read() != 12 { failed.write(true) }
      }
    }
    return Kernel.Instance(tasks: [check, payIn, payOut]) { failed.now }
  }

  /// The producer raises the count before it has stored the element.
  private static func circularBuffer() -> Kernel.Instance {
    let slots = (0..<4).map { _ in Shared(0) }
    let (count, failed) = (Shared(0), Shared(false))
    let produce = {
      for index in 0..<4 {
        count.write(index + 1)
        slots[index].write(index + 1)
      }
    }
    let consume = {
      for index in 0..<4 {
        guard count.read() > index else { return }
        if slots[index].read() != index + 1 { failed.write(true) }
      }
    }
    return Kernel.Instance(tasks: [produce, consume]) { failed.now }
  }

  /// A queue whose owner takes from the tail without the lock that thieves hold: the last element may go twice.
  private static func workStealing() -> Kernel.Instance {
    let lock = Mutex()
    let (head, tail) = (Shared(0), Shared(0))
    let taken = (0..<3).map { _ in Shared(0) }
    let take = { (index: Int) in taken[index].write(taken[index].read() + 1) }
    let own = {
      for _ in 0..<3 { tail.write(tail.read() + 1) }
      for _ in 0..<3 {
        let last = tail.read() - 1
        guard last >= head.read() else { return }
        tail.write(last)
        take(last)
      }
    }
    let steal = {
      for _ in 0..<2 {
        lock.lock()
        let first = head.read()
        if first < tail.read() {
          head.write(first + 1)
          lock.unlock()
          take(first)
        } else {
          lock.unlock()
        }
      }
    }
    return Kernel.Instance(tasks: [own, steal]) { taken.contains { $0.now > 1 } }
  }

  /// Three tasks, each a step of its own under one lock; the last one in this order fails.
  private static func lazy() -> Kernel.Instance {
    let lock = Mutex()
    let (sum, failed) = (Shared(0), Shared(false))
    return Kernel.Instance(tasks: [
      { lock.locked { sum.write(sum.read() + 1) } },
      { lock.locked { sum.write(sum.read() + 2) } },
      { lock.locked { if sum.read() >= 3 { failed.write(true) } } },
    ]) { failed.now }
  }

  /// Two tasks take turns at one word, with steps of their own in between; only the one order in which every turn
  /// is taken, six switches in all, fails.
  private static func sixSwitches() -> Kernel.Instance {
    let turn = Shared(0)
    let take = { (own: Shared<Int>, expected: Int) in
      turn.replace(expected, by: expected + 1)
      own.write(own.read() + 1)
    }
    let (own, other) = (Shared(0), Shared(0))
    return Kernel.Instance(tasks: [
      { for expected in [0, 2, 4, 6] { take(own, expected) } },
      { for expected in [1, 3, 5] { take(other, expected) } },
    ]) { turn.now == 7 }
  }

  /// Two locks taken in both orders.
  private static func deadlock() -> Kernel.Instance {
    let (first, second, sum) = (Mutex(), Mutex(), Shared(0))
    let work = { (outer: Mutex, inner: Mutex) in
      outer.locked { inner.locked { sum.write(sum.read() + 1) } }
    }
    return Kernel.Instance(tasks: [{ work(first, second) }, { work(second, first) }]) { false }
  }
}
