import Testing

@testable import RxCore

@Suite("The inbox")
struct InboxTests {
  /// Takes once, and says what was found.
  private static func take(_ inbox: Inbox<Int>) -> String {
    var buffer = TransitBuffer<Int>()
    defer { buffer.free() }
    switch inbox.take(into: &buffer) {
    case .elements:
      var elements: [Int] = []
      buffer.empty { elements.append($0) }
      return "\(elements)"
    case .ending(.completed): return "completed"
    case .ending(.error(let error)): return "\(error)"
    case .nothing: return "nothing"
    }
  }

  @Test("the first element calls for the taker, and so does the first after it found nothing")
  func calling() {
    let inbox = Inbox<Int>()
    #expect(inbox.put(1))
    #expect(!inbox.put(2))
    #expect(Self.take(inbox) == "[1, 2]")
    #expect(!inbox.put(3))
    #expect(Self.take(inbox) == "[3]")
    #expect(Self.take(inbox) == "nothing")
    #expect(inbox.put(4))
  }

  @Test("the ending comes after all elements, and the first one counts")
  func ending() {
    let inbox = Inbox<Int>()
    #expect(inbox.put(1))
    #expect(!inbox.end(with: .error(RxError.unknown)))
    #expect(!inbox.end(with: .completed))
    #expect(Self.take(inbox) == "[1]")
    #expect(Self.take(inbox) == "\(RxError.unknown)")
  }

  @Test("an ending alone calls for the taker")
  func endingAlone() {
    let inbox = Inbox<Int>()
    #expect(inbox.end(with: .completed))
    #expect(Self.take(inbox) == "completed")
  }

  @Test("what is discarded or never taken is released, and a delivered element before the next one")
  func release() {
    let inbox = Inbox<BooleanDisposable>()
    weak var first: BooleanDisposable?
    weak var second: BooleanDisposable?
    func put() {
      let made = (BooleanDisposable(), BooleanDisposable())
      (first, second) = made
      _ = inbox.put(made.0)
      _ = inbox.put(made.1)
    }
    put()
    inbox.discard()
    #expect(first == nil && second == nil)

    put()
    var buffer = TransitBuffer<BooleanDisposable>()
    _ = inbox.take(into: &buffer)
    var firstWasHeld: [Bool] = []
    buffer.empty { _ in firstWasHeld.append(first != nil) }
    #expect(firstWasHeld == [true, false])
    #expect(second == nil)
    buffer.free()

    put()
    _ = inbox.take(into: &buffer)
    buffer.free()
    #expect(first == nil && second == nil)
  }

  @Test("elements of racing threads are all taken, once, each thread's in order")
  func concurrent() {
    let elementsPerRacer = 5_000
    let inbox = Inbox<Int>()
    let calls = AtomicCounterBox()
    race(4) { racer in
      for number in 0..<elementsPerRacer {
        if inbox.put(racer * elementsPerRacer + number) { calls.increment() }
      }
    }
    #expect(calls.value == 1)
    var taken: [Int] = []
    var buffer = TransitBuffer<Int>()
    _ = inbox.take(into: &buffer)
    buffer.empty { taken.append($0) }
    buffer.free()
    #expect(taken.count == 4 * elementsPerRacer)
    for racer in 0..<4 {
      let own = taken.filter { $0 / elementsPerRacer == racer }
      #expect(own == Array(racer * elementsPerRacer..<(racer + 1) * elementsPerRacer))
    }
  }

  /// A counter that closures can share.
  private final class AtomicCounterBox: Sendable {
    private let counter = AtomicCounter()
    var value: Int { counter.value }
    func increment() { counter.increment() }
  }
}
