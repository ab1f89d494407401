/// The schedulers that a library may have, each on a serial queue: none may lose an action, repeat one, or exchange two of
/// one thread.
public enum SchedulerKind: String, Hashable, Sendable, CaseIterable {
  /// One that is serial by itself.
  case serial = "scheduler"
  /// One that promises no more than its queue does.
  case concurrent = "concurrentScheduler"
  /// One whose actions are scheduled from inside of others.
  case recursive = "recursiveScheduler"
  /// The one of the main queue.
  case main = "mainScheduler"
  /// Another one of the main queue, from whose actions those of the first are scheduled.
  case concurrentMain = "concurrentMainScheduler"

  var usesMainQueue: Bool { self == .main || self == .concurrentMain }
}
