import ScheduleKit
import Synchronization

/// Counts what closures of a graph open and close: resources that are not sources, and callbacks that come in pairs.
///
/// It is no part of the trace, because nothing but the number matters. Thread-safety: `open` and `close` from any
/// thread; the rest only while nobody does either.
public final class ResourceCounts: Sendable {
  /// Largest number that one iteration can count; what is more is not judged.
  static let resourcesMax = 64

  // Relaxed throughout: only numbers are read, after the race's barrier, and an edge would hide a race of the library.
  private let opened = Atomic<Int>(0)
  /// One bit for each that was closed, and for each that was closed again.
  private let closed = Atomic<UInt64>(0)
  private let closedAgain = Atomic<UInt64>(0)

  init() {}

  /// Something was opened: to be closed once, under the number that is returned.
  public func open() -> Int { opened.wrappingAdd(1, ordering: .relaxed).oldValue }

  /// What has that number is closed.
  public func close(_ number: Int) {
    SchedulePoint.yield()
    guard number < Self.resourcesMax else { return }
    let bit: UInt64 = 1 << UInt64(number)
    let before = closed.bitwiseOr(bit, ordering: .relaxed).oldValue
    if before & bit != 0 { closedAgain.bitwiseOr(bit, ordering: .relaxed) }
  }

  /// How many are still open.
  var openCount: Int {
    min(opened.load(ordering: .relaxed), Self.resourcesMax)
      - closed.load(ordering: .relaxed).nonzeroBitCount
  }

  /// How many were closed more than once.
  var closedAgainCount: Int { closedAgain.load(ordering: .relaxed).nonzeroBitCount }

  func reset() {
    guard opened.load(ordering: .relaxed) > 0 else { return }
    opened.store(0, ordering: .relaxed)
    closed.store(0, ordering: .relaxed)
    closedAgain.store(0, ordering: .relaxed)
  }
}
