import Testing

@testable import RxCore

@Suite("The first-in-first-out queue")
struct FifoTests {
  @Test("keeps the order through growth and compaction")
  func order() {
    var queue = Fifo<Int>()
    var received: [Int] = []
    for number in 0..<1_000 {
      queue.append(number)
      if !number.isMultiple(of: 3), let first = queue.popFirst() { received.append(first) }
    }
    while let first = queue.popFirst() { received.append(first) }
    #expect(received == Array(0..<1_000))
    #expect(queue.isEmpty)
    #expect(queue.popFirst() == nil)
  }
}
