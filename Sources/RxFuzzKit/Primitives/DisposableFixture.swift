import ScheduleKit
import Synchronization

/// One run of a script: the primitive, and what is noted of it.
///
/// Thread-safety: `perform` for each queue from one thread; `history` and `finish` when all of them are done.
final class DisposableFixture: PrimitiveFixture, @unchecked Sendable {
  // Safety: the element of `calls`, `loans` and `removals` for each queue is touched by its thread only, and read after
  // the race; the rest are constants and atomics.
  let script: DisposableScript
  private let primitive: any PrimitiveUnderTest
  private let counts: ReleaseCounts
  private let ticket = Atomic<Int>(0)
  private let calls: UnsafeMutablePointer<[PrimitiveHistory.Call]>
  private let loans: UnsafeMutablePointer<[Int: @Sendable () -> Void]>
  private let removals: UnsafeMutablePointer<[Int: @Sendable () -> Void]>
  private let library: any LibraryUnderTest

  /// - Precondition: the library has that kind of primitive.
  init(_ script: DisposableScript, library: any LibraryUnderTest) {
    (self.script, self.library) = (script, library)
    let counts = ReleaseCounts(script.resourceCount)
    self.counts = counts
    guard
      let made = library.makePrimitive(
        script.kind,
        resources: (0..<script.kind.resourcesAtStart).map { number in { counts.release(number) } })
    else { preconditionFailure("\(library.name) has no \(script.kind.rawValue)") }
    primitive = made
    let queues = script.queues.count
    calls = .allocate(capacity: queues)
    calls.initialize(repeating: [], count: queues)
    loans = .allocate(capacity: queues)
    loans.initialize(repeating: [:], count: queues)
    removals = .allocate(capacity: queues)
    removals.initialize(repeating: [:], count: queues)
  }

  deinit {
    let queues = script.queues.count
    calls.deinitialize(count: queues)
    calls.deallocate()
    loans.deinitialize(count: queues)
    loans.deallocate()
    removals.deinitialize(count: queues)
    removals.deallocate()
  }

  /// Does one queue's operations.
  func perform(queue: Int) {
    for operation in script.queues[queue] {
      if case .remove(let resource) = operation, removals[queue][resource] == nil, !canRemove {
        continue
      }
      let enter = draw()
      let answer = perform(operation, queue)
      let exit = draw()
      calls[queue].append(
        PrimitiveHistory.Call(
          queue: queue, operation: operation, enter: enter, exit: exit, answer: answer))
    }
  }

  /// Whether what was handed over can be taken out again, of one that nobody has disposed: where nothing can, to remove is to do
  /// nothing.
  private var canRemove: Bool {
    guard script.kind.resourcesAtStart == 0,
      let other = library.makePrimitive(script.kind, resources: [])
    else { return true }
    defer { other.dispose() }
    return other.hold(1, {}) != nil
  }

  /// What has happened.
  func history() -> PrimitiveHistory {
    PrimitiveHistory(
      calls: script.queues.indices.flatMap { calls[$0] }, releases: counts.values)
  }

  func violation() -> PrimitiveViolation? { history().violation(of: script) }

  func finish() {
    for queue in script.queues.indices {
      for giveBack in loans[queue].values { giveBack() }
    }
    primitive.dispose()
  }

  /// A resource that was handed over must have been released exactly once.
  func leftover() -> PrimitiveViolation? {
    // What shows its resource may keep the last one as long as it lives.
    if script.kind.showsResource { return nil }
    let first = script.kind.resourcesAtStart
    let handedOver = Array(0..<first) + Array(max(1, first)..<max(1, script.resourceCount))
    for resource in handedOver where counts.values[resource] != 1 {
      return PrimitiveViolation(
        .disp5,
        "resource \(resource) of \(script.kind.rawValue) was released \(counts.values[resource]) times"
      )
    }
    return nil
  }

  // Relaxed would do for order between threads that share nothing else; here a ticket is a real-time order, which
  // needs that what was drawn later is larger, and no more.
  private func draw() -> Int {
    SchedulePoint.yield()
    return ticket.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  private func perform(_ operation: DisposableOperation, _ queue: Int) -> PrimitiveHistory.Answer? {
    let (counts, asks) = (counts, script.kind.releasesInCalls)
    switch operation {
    case .hold(let resource):
      let primitive = primitive
      removals[queue][resource] = primitive.hold(resource) { [unowned primitive] in
        counts.release(resource)
        // What is released may use the primitive: nothing of its own is locked meanwhile.
        if asks { _ = primitive.isDisposed() }
      }
    case .remove(let resource): removals[queue][resource]?()
    case .dispose: primitive.dispose()
    case .ask: return primitive.isDisposed().map { .flag($0) }
    case .look: return primitive.held().map { .number($0) }
    case .borrow(let loan): loans[queue][loan] = primitive.borrow()
    case .giveBack(let loan): loans[queue][loan]?()
    }
    return nil
  }
}

/// How often each resource was released. Thread-safety: any thread.
final class ReleaseCounts: @unchecked Sendable {
  // Safety: the records are read when nobody releases any more.
  private let releases = RecordBuffer(recordsMax: releasesMax)
  private let count: Int

  /// Releases that one race can note.
  private static let releasesMax = 64

  init(_ count: Int) { self.count = count }

  func release(_ resource: Int) {
    SchedulePoint.yield()
    releases.append(kind: 1, lane: 0, subject: UInt16(truncatingIfNeeded: resource), value: 0)
  }

  /// Only while nobody releases.
  var values: [Int] {
    var values = Array(repeating: 0, count: count)
    for index in 0..<releases.count {
      let resource = Int(releases[index].subject)
      if resource < count { values[resource] += 1 }
    }
    return values
  }
}
