#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Weighs children now and then: one that takes too much memory finishes its batch and makes room for another
/// one; one that takes far too much is killed.
struct MemoryScale {
  private let kibibytesMax: UInt64?
  private var weighedMilliseconds: UInt64 = 0

  /// - Parameter megabytesMax: what one child may take; nil: as much as it wants.
  init(megabytesMax: Int?) { kibibytesMax = megabytesMax.map { UInt64($0) * 1_024 } }

  /// Returns how many children were asked to end.
  mutating func weigh(_ workers: [WorkerHandle], now: UInt64) -> UInt64 {
    guard let kibibytesMax,
      now - weighedMilliseconds >= UInt64(CampaignLimits.tickMilliseconds)
    else { return 0 }
    weighedMilliseconds = now
    var retired: UInt64 = 0
    for worker in workers {
      let resident = worker.residentKibibytes
      if resident > kibibytesMax, worker.process.takesWork {
        worker.retire()
        retired += 1
      }
      if resident > kibibytesMax * CampaignLimits.memoryFactorMax {
        worker.kill(.memory, signal: SIGKILL)
      }
    }
    return retired
  }
}
