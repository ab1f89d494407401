import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Sleeps until there is news of a run's children, or for a tick at most.
enum NewsPoll {
  /// Whether a signal has come.
  static func wait(for workers: [WorkerHandle], signals: Int32) -> Bool {
    var descriptors = [pollfd(fd: signals, events: Int16(POLLIN), revents: 0)]
    for worker in workers {
      for descriptor in [worker.process.messages, worker.process.errors] where descriptor >= 0 {
        descriptors.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
      }
    }
    // A child whose pipe is closed is about to end: look again soon instead of waiting for a pipe.
    let ending = workers.contains { $0.process.messages < 0 }
    let milliseconds = ending ? 2 : CampaignLimits.tickMilliseconds
    poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    guard descriptors[0].revents != 0 else { return false }
    var bytes = [UInt8](repeating: 0, count: 16)
    if case .bytes = Descriptors.read(signals, into: &bytes) { return true }
    return false
  }
}
