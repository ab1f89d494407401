import Dispatch
import ScheduleKit
import Testing

@Suite("Who is at work for a serial queue")
struct QueueOccupancyTests {
  @Test("one thread may come in again from inside, and nobody else may")
  func overlap() {
    let occupancy = QueueOccupancy(queues: 2)
    #expect(occupancy.enter(1) == .entered)
    #expect(occupancy.enter(1) == .nested)
    let thread = DispatchQueue.global()
    let (arrived, met) = (DispatchSemaphore(value: 0), Met())
    thread.async {
      met.entries = [occupancy.enter(1), occupancy.enter(0)]
      occupancy.leave(0)
      arrived.signal()
    }
    arrived.wait()
    #expect(met.entries == [.overlapped, .entered])
    occupancy.leave(1)
    #expect(occupancy.enter(1) == .entered && occupancy.enter(0) == .entered)
    occupancy.vacate()
    #expect(occupancy.enter(0) == .entered)
  }

  private final class Met: @unchecked Sendable {
    // Safety: written before the semaphore is signalled, read after it was waited for.
    var entries: [QueueOccupancy.Entry] = []
  }
}
