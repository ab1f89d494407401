/// A queue with an owner, who works at its tail, and a thief, who takes from its head under a lock, as in Cilk's protocol.
///
/// Its bug: it is full only when every slot is taken, where one must stay free for a thief who has raised the head and not read yet.
final class StealingDeque: Sendable {
  private let lock = Mutex()
  private let (head, tail) = (Shared(0), Shared(0))
  private let slots = Shared([Shared(0), Shared(0)])

  private func slot(_ index: Int) -> Shared<Int> {
    let slots = slots.read()
    return slots[index % slots.count]
  }

  func steal() -> Int? {
    lock.locked {
      let first = head.read()
      head.write(first + 1)
      guard first < tail.read() else {
        head.write(first)
        return nil
      }
      return slot(first).read()
    }
  }

  func pop() -> Int? {
    let last = tail.read() - 1
    tail.write(last)
    if head.read() <= last { return slot(last).read() }
    tail.write(last + 1)
    return lock.locked { popAlone() }
  }

  private func popAlone() -> Int? {
    let last = tail.read() - 1
    tail.write(last)
    var found: Int?
    if head.read() <= last { found = slot(last).read() } else { tail.write(last + 1) }
    if head.read() > last {
      head.write(0)
      tail.write(0)
      found = nil
    }
    return found
  }

  func push(_ item: Int) {
    let next = tail.read()
    if next < head.read() + slots.now.count {
      slot(next).write(item)
      tail.write(next + 1)
    } else {
      lock.locked { pushAlone(item) }
    }
  }

  private func pushAlone(_ item: Int) {
    let old = slots.now
    var first = head.read()
    let count = tail.read() - first
    first %= old.count
    head.write(first)
    tail.write(first + count)
    if count >= old.count - 1 {
      let kept = (0..<count).map { old[(first + $0) % old.count].read() }
      slots.write((0..<old.count * 2).map { Shared($0 < count ? kept[$0] : 0) })
      head.write(0)
      tail.write(count)
    }
    let next = tail.read()
    slot(next).write(item)
    tail.write(next + 1)
  }
}
