import Testing

@testable import RxCore

/// The queue under test in a class, because the test macros copy what they look at.
private final class Line<Item: Sendable>: Sendable {
  private let queue = DrainQueue<Item>()
  func tryEnter() -> Bool { queue.tryEnter() }
  func push(_ item: Item) -> Bool { queue.push(item) }
  func drain(_ deliver: (Item) -> Void) { queue.drain(deliver) }
  func discard() { queue.discard() }
}

@Suite("The drain queue")
struct DrainQueueTests {
  /// A queue with a place for what was delivered; `delivered` is touched by owners only.
  private final class Subject: @unchecked Sendable {
    // Safety: the queue under test guards `delivered`; a data race here is a defect of the queue.
    let queue = Line<Int>()
    var delivered: [Int] = []
    func send(_ item: Int) {
      if queue.push(item) { queue.drain { delivered.append($0) } }
    }
    func sendFast(_ item: Int) {
      guard queue.tryEnter() else { return send(item) }
      delivered.append(item)
      queue.drain { delivered.append($0) }
    }
  }

  @Test("without contention the caller becomes the owner and delivers")
  func uncontended() {
    let subject = Subject()
    subject.send(1)
    subject.sendFast(2)
    subject.send(3)
    #expect(subject.delivered == [1, 2, 3])
  }

  @Test("while somebody is the owner, items wait in their order")
  func waiting() {
    let subject = Subject()
    #expect(subject.queue.tryEnter())
    #expect(!subject.queue.tryEnter())
    for item in 1...5 { subject.sendFast(item) }
    #expect(subject.delivered.isEmpty)
    subject.queue.drain { subject.delivered.append($0) }
    #expect(subject.delivered == [1, 2, 3, 4, 5])
    #expect(subject.queue.tryEnter())
  }

  @Test("an item sent from inside a delivery follows it and does not nest")
  func reentrance() {
    let queue = Line<Int>()
    var trace: [String] = []
    #expect(queue.push(1))
    queue.drain { item in
      trace.append("begin \(item)")
      if item < 4 { #expect(!queue.push(item + 1)) }
      trace.append("end \(item)")
    }
    #expect(
      trace == [
        "begin 1", "end 1", "begin 2", "end 2", "begin 3", "end 3", "begin 4", "end 4",
      ])
  }

  @Test("discarded items are released at once and not delivered, and the owner stays the owner")
  func discard() {
    let queue = Line<BooleanDisposable>()
    weak var item: BooleanDisposable?
    #expect(queue.tryEnter())
    do {
      let made = BooleanDisposable()
      item = made
      #expect(!queue.push(made))
    }
    #expect(item != nil)
    queue.discard()
    #expect(item == nil)
    #expect(!queue.tryEnter())
    queue.drain { _ in Issue.record("delivered a discarded item") }
    queue.discard()
    #expect(queue.tryEnter())
  }

  @Test("a queue that is dropped releases what waits in it, as a delivery does")
  func release() {
    weak var waiting: BooleanDisposable?
    weak var delivered: BooleanDisposable?
    do {
      let queue = Line<BooleanDisposable>()
      do {
        let made = BooleanDisposable()
        delivered = made
        if queue.push(made) { queue.drain { _ in } }
      }
      #expect(delivered == nil)
      let made = BooleanDisposable()
      waiting = made
      _ = queue.push(made)
    }
    #expect(waiting == nil)
  }

  @Test("items of racing threads are all delivered, once, each thread's in order")
  func concurrent() {
    let itemsPerRacer = 2_000
    let subject = Subject()
    race(4) { racer in
      for number in 0..<itemsPerRacer {
        let item = racer * itemsPerRacer + number
        if number.isMultiple(of: 2) { subject.send(item) } else { subject.sendFast(item) }
      }
    }
    #expect(subject.queue.tryEnter())
    #expect(subject.delivered.sorted() == Array(0..<4 * itemsPerRacer))
    for racer in 0..<4 {
      let own = subject.delivered.filter { $0 / itemsPerRacer == racer }
      #expect(own == own.sorted())
    }
  }

  @Test("discarding races with pushing and draining without losing ownership")
  func concurrentDiscard() {
    let subject = Subject()
    race(3) { racer in
      for item in 0..<2_000 {
        if racer == 0 { subject.queue.discard() } else { subject.send(item) }
      }
    }
    #expect(subject.queue.tryEnter())
  }
}
