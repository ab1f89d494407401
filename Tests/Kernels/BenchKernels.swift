/// Programs written anew after the public descriptions of SCTBench's small ones: variables, flags and locks.
enum BenchKernels {
  static var all: [Kernel] {
    [
      Kernel(name: "reorder_3", published: .init(pos: 222.7, pct3: 241.1, rff: 6.7)) {
        reorder(setters: 2)
      },
      Kernel(name: "reorder_4", published: .init(pos: 1463.6, pct3: 395.3, rff: 6.2)) {
        reorder(setters: 3)
      },
      Kernel(name: "reorder_5", published: .init(pct3: 1126, rff: 5.8)) { reorder(setters: 4) },
      Kernel(name: "reorder_10", published: .init(surw: 17, pct3: 2355.8, rff: 5.8)) {
        reorder(setters: 9)
      },
      Kernel(name: "reorder_20", published: .init(pct3: 2127.7, rff: 5.8)) {
        reorder(setters: 10, checkers: 10)
      },
      Kernel(name: "twostage", published: .init(pos: 14.6, pct3: 8.9, rff: 8.2)) {
        twoStage(writers: 1)
      },
      Kernel(name: "twostage_20", published: .init(pos: 185.4, pct3: 187.6, rff: 21.7)) {
        twoStage(writers: 19)
      },
      Kernel(
        name: "bluetooth", published: .init(pos: 72.2, pct3: 160.8, rff: 44.9), make: bluetooth),
      Kernel(name: "account", published: .init(pos: 1, pct3: 8.6, rff: 1), make: account),
      Kernel(name: "lazy01", published: .init(pos: 5.2, pct3: 10.2, rff: 6.4), make: lazy),
      Kernel(
        name: "deadlock01", published: .init(pos: 4.3, pct3: 20.1, rff: 4.7), make: deadlock),
      Kernel(name: "carter01", published: .init(pos: 2.1, pct3: 5.2, rff: 1.9), make: carter),
      Kernel(
        name: "token_ring", published: .init(pos: 7, pct3: 7.7, rff: 5.1), make: tokenRing),
      Kernel(name: "wronglock", published: .init(pos: 1, pct3: 88.2, rff: 1)) {
        wrongLock(others: 7)
      },
      Kernel(name: "wronglock_3", published: .init(pos: 1, pct3: 40.3, rff: 1)) {
        wrongLock(others: 3)
      },
      Kernel(name: "six_switches", make: sixSwitches),
    ]
  }

  /// Setters write two variables one after the other; a checker must never see one written and not the other.
  private static func reorder(setters: Int, checkers: Int = 1) -> Kernel.Instance {
    let (a, b, failed) = (Shared(0), Shared(0), Shared(false))
    let set = {
      a.write(1)
      b.write(-1)
    }
    let check = {
      let isUnset = a.read() == 0 && b.read() == 0
      if !isUnset && !(a.read() == 1 && b.read() == -1) { failed.write(true) }
    }
    return Kernel.Instance(
      threads: Array(repeating: set, count: setters) + Array(repeating: check, count: checkers)
    ) { failed.now }
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
    return Kernel.Instance(threads: Array(repeating: write, count: writers) + [read]) { failed.now }
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
      if !isStopping.read() {
        lock.locked { pending.write(pending.read() + 1) }
        if isStopped.read() { failed.write(true) }
      }
      leave()
    }
    let stop = {
      isStopping.write(true)
      leave()
      if isIdle.read() { isStopped.write(true) }
    }
    return Kernel.Instance(threads: [stop], main: add) { failed.now }
  }

  /// Deposit and withdrawal are locked. The check, created before them, expects a wrong sum, which shows only where both were
  /// made before it.
  private static func account() -> Kernel.Instance {
    let lock = Mutex()
    let (balance, hasPaidIn, hasPaidOut, failed) = (
      Shared(1), Shared(false), Shared(false), Shared(false)
    )
    let payIn = {
      lock.locked {
        balance.write(balance.read() + 2)
        hasPaidIn.write(true)
      }
    }
    let payOut = {
      lock.locked {
        balance.write(balance.read() - 4)
        hasPaidOut.write(true)
      }
    }
    let check = {
      lock.locked {
        if hasPaidIn.read(), hasPaidOut.read(), balance.read() != 1 - 2 - 4 { failed.write(true) }
      }
    }
    return Kernel.Instance(threads: [check, payIn, payOut]) { failed.now }
  }

  /// Three tasks, each a step of its own under one lock; the last one in this order fails.
  private static func lazy() -> Kernel.Instance {
    let lock = Mutex()
    let (sum, failed) = (Shared(0), Shared(false))
    return Kernel.Instance(threads: [
      { lock.locked { sum.write(sum.read() + 1) } },
      { lock.locked { sum.write(sum.read() + 2) } },
      { lock.locked { if sum.read() >= 3 { failed.write(true) } } },
    ]) { failed.now }
  }

  /// Two locks taken in both orders.
  private static func deadlock() -> Kernel.Instance {
    let (first, second, sum) = (Mutex(), Mutex(), Shared(0))
    let work = { (outer: Mutex, inner: Mutex) in
      outer.locked { inner.locked { sum.write(sum.read() + 1) } }
    }
    return Kernel.Instance(threads: [{ work(first, second) }, { work(second, first) }]) { false }
  }

  /// Two groups count their members under one lock, and the first member of a group takes a second one, which it waits for with the
  /// first in its hands; two more threads do nothing.
  private static func carter() -> Kernel.Instance {
    let (counts, group) = (Mutex(), Mutex())
    let visit = { (members: Shared<Int>) in
      counts.lock()
      members.write(members.read() + 1)
      if members.read() == 1 { group.lock() }
      counts.unlock()
      counts.lock()
      members.write(members.read() - 1)
      if members.read() == 0 { group.unlock() }
      counts.unlock()
    }
    let (first, second) = (Shared(0), Shared(0))
    return Kernel.Instance(threads: [{ visit(first) }, { visit(second) }, {}, {}]) { false }
  }

  /// Three threads pass a number on, each in one step; whoever checks once all have done so expects one number everywhere.
  private static func tokenRing() -> Kernel.Instance {
    let lock = Mutex()
    let (one, two, three, failed) = (Shared(1), Shared(2), Shared(1), Shared(false))
    let done = (0..<3).map { _ in Shared(false) }
    let pass = { (index: Int, step: @escaping () -> Void) in
      {
        lock.locked {
          step()
          done[index].write(true)
        }
      }
    }
    let check = {
      lock.locked {
        guard done.allSatisfy({ $0.read() }) else { return }
        if one.read() != two.read() || two.read() != three.read() { failed.write(true) }
      }
    }
    return Kernel.Instance(threads: [
      pass(0) { one.write((three.read() + 1) % 4) }, pass(1) { two.write(one.read()) },
      pass(2) { three.write(two.read()) }, check,
    ]) { failed.now }
  }

  /// One thread trusts a lock which the others, who change the same number, do not take: they have another one.
  private static func wrongLock(others: Int) -> Kernel.Instance {
    let (right, wrong) = (Mutex(), Mutex())
    let (number, failed) = (Shared(0), Shared(false))
    let add = {
      right.locked {
        let seen = number.read()
        number.write(number.read() + 1)
        if number.read() != seen + 1 { failed.write(true) }
      }
    }
    let addToo = { wrong.locked { number.write(number.read() + 1) } }
    return Kernel.Instance(threads: [add] + Array(repeating: addToo, count: others)) { failed.now }
  }

  /// Two tasks take turns at one word, with steps of their own in between; only the one order in which every turn
  /// is taken, six switches in all, fails. Nobody has published it; its tasks start at once.
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
}
