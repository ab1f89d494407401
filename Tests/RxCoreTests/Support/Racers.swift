import Dispatch

/// Runs `work` on as many threads as asked at about the same time, and returns when all have ended.
func race(_ racers: Int, _ work: @escaping @Sendable (Int) -> Void) {
  DispatchQueue.concurrentPerform(iterations: racers, execute: work)
}
