import Dispatch

/// One library, or one hand-written way, that can be put beside the others.
///
/// Each method runs its graph with so many events, or so many times, and returns when all of it is done. What a
/// contender does not have it answers with false, and its cell stays empty.
protocol Contender {
  static var name: String { get }

  /// create → filter → map → skip.
  static func createChain(events: Int) -> Bool
  /// subject → filter → map → skip.
  static func subjectChain(events: Int) -> Bool
  /// Subscribes and disposes a chain of so many operators, filters and maps in turn, whose source emits nothing.
  static func subscribe(operators: Int, times: Int) -> Bool
  /// Two sources that emit half of the events each, merged.
  static func mergeOfTwo(events: Int) -> Bool
  /// Events delivered on a serial queue.
  static func observeOn(events: Int) -> Bool
  /// A shared stream with so many observers; each event is delivered to all of them.
  static func share(observers: Int, events: Int) -> Bool
}

extension Contender {
  static func createChain(events: Int) -> Bool { false }
  static func subjectChain(events: Int) -> Bool { false }
  static func subscribe(operators: Int, times: Int) -> Bool { false }
  static func mergeOfTwo(events: Int) -> Bool { false }
  static func observeOn(events: Int) -> Bool { false }
  static func share(observers: Int, events: Int) -> Bool { false }
}

/// What observers add their elements to, so that nothing can be left out as unused.
final class Sum: @unchecked Sendable {
  // Safety: written by one delivery at a time, read when all have been made.
  @exclusivity(unchecked) private(set) var value = 0

  @inline(__always)
  func add(_ element: Int) { value &+= element }
}

/// Where the thread that measures waits for another one to have delivered everything.
final class Finish: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func reach() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
