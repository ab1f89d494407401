import Dispatch
import RxCore
import RxFuzzKit

/// A virtual-time scheduler of RxCore. Thread-safety: that of the scheduler.
final class VirtualClock: VirtualClockUnderTest {
  let scheduler = HistoricalScheduler()

  func advance(milliseconds: Int) {
    let nanoseconds = scheduler.clock.uptimeNanoseconds + UInt64(milliseconds) * 1_000_000
    scheduler.advanceTo(RxTime(uptimeNanoseconds: nanoseconds))
  }
}
