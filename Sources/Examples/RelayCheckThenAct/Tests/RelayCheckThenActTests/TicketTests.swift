import RelayCheckThenAct
import ScheduleTesting
import Synchronization
import Testing

@Suite("Tickets", .serialized)
struct TicketTests {
  @Test("the broken counter sells one ticket twice")
  func broken() throws {
    try withKnownIssue {
      try race { r in
        let tickets = BrokenTickets(1)
        let sold = Sold()
        for _ in 0..<2 {
          r.thread { if tickets.sell() { sold.count.add(1, ordering: .relaxed) } }
        }
        r.afterwards { #expect(sold.count.load(ordering: .relaxed) == 1) }
      }
    } matching: { _ in
      true
    }
  }

  @Test("the mended one sells it once")
  func mended() throws {
    try race(iterations: 2_000) { r in
      let tickets = MendedTickets(1)
      let sold = Sold()
      for _ in 0..<2 {
        r.thread { if tickets.sell() { sold.count.add(1, ordering: .relaxed) } }
      }
      r.afterwards { #expect(sold.count.load(ordering: .relaxed) == 1) }
    }
  }
}

/// Counts tickets.
private final class Sold: Sendable {
  let count = Atomic<Int>(0)
}
