import ScheduleKit
import Synchronization

/// Each two calls of one object at the same time. Under control a lock that is not taken shows as a data race, and one that
/// is held while something is called that takes it again as a deadlock; in free races what was broken crashes. An access
/// that no instrumentation announces, as that of a value which generic code copies, has a window of a few instructions: where
/// nobody asks afterwards what came of it, some runs make their calls many times.
public final class PairRun: LibraryCheckRun {
  /// One of them; made on a thread of its own.
  public typealias Call = @Sendable () -> Void

  /// Calls of an object as new, and what is wrong with it when two of them have been made.
  public struct Object: Sendable {
    let calls: [Call]
    let fault: (@Sendable () -> LibraryCheckFault?)?
    let letGo: (@Sendable () -> Void)?

    /// - Parameters:
    ///   - calls: in the same order each time.
    ///   - fault: asked once, on one thread, when both have returned; nil: nothing can be wrong but what shows by itself.
    ///   - letGo: called after that: ends what would keep the object alive, such as a subscription that neither call has disposed.
    public init(
      _ calls: [Call], fault: (@Sendable () -> LibraryCheckFault?)? = nil,
      letGo: (@Sendable () -> Void)? = nil
    ) {
      (self.calls, self.fault, self.letGo) = (calls, fault, letGo)
    }
  }

  private let calls: [Call]
  private let object: Object
  private let rounds: Int
  // Relaxed: only a number.
  private static let made = Atomic<Int>(0)
  /// One run of so many makes its calls so often.
  private static let runsUntilRounds = 16
  private static let roundsMax = 500

  init(_ object: Object, _ way: Int) {
    self.object = object
    let calls = object.calls
    let pairs = calls.indices.flatMap { first in (first..<calls.count).map { (first, $0) } }
    let (first, second) = pairs[(way - 1) % pairs.count]
    self.calls = [calls[first], calls[second]]
    let isRepeated =
      object.fault == nil
      && Self.made.wrappingAdd(1, ordering: .relaxed).oldValue % Self.runsUntilRounds == 0
    rounds = isRepeated ? Self.roundsMax : 1
  }

  public func perform(queue: Int) {
    let call = calls[queue]
    for _ in 0..<(SchedulePoint.isControlled ? 1 : rounds) { call() }
  }
  public func fault() -> LibraryCheckFault? {
    defer { object.letGo?() }
    return object.fault?()
  }
}

extension LibraryCheck {
  /// One way for each two of the calls of an object, a call with itself too.
  /// - Parameters:
  ///   - name: a word.
  ///   - count: how many calls there are. The object is not made to find out, for it may trap, and whoever asks for checks
  ///     shall go on.
  ///   - schedules: as of any check.
  ///   - object: makes it.
  public init(
    pairsOf name: String, _ count: Int, schedules: Int? = nil,
    _ object: @escaping @Sendable () -> PairRun.Object
  ) {
    self.init(
      name, ways: count * (count + 1) / 2, staysInCalls: true, schedules: schedules
    ) { way in
      let object = object()
      precondition(object.calls.count == count, "\(name) has \(object.calls.count) calls")
      return PairRun(object, way)
    }
  }

  /// The same of an object that is not asked afterwards.
  public init(
    pairsOf name: String, _ count: Int, _ calls: @escaping @Sendable () -> [PairRun.Call]
  ) {
    self.init(pairsOf: name, count) { PairRun.Object(calls()) }
  }
}
