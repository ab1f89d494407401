/// The part of an emitted test that is the same for every scenario and every library.
enum TestSupport {
  static let text = """
    // What follows is the same for every scenario.

    // Some libraries have a type of the same name.
    private typealias Atomic = Synchronization.Atomic

    private struct RaceError: Error {}

    private enum Check { case oneTerminal, nothingAfterTerminal, noOverlap, notTwoThreads, nothingAfterDisposal, oneDisposal, oneEnd }

    /// Counts what observers and resources go through, without a lock that would order the racers.
    private final class RaceLog: Sendable {
      enum Event { case next(Int), error, completed }

      private final class Subscription: Sendable {
        let running = Atomic(0), elements = Atomic(0), terminals = Atomic(0)
        /// Written in each call, with nothing that orders it: ThreadSanitizer reports calls that the library does not order.
        nonisolated(unsafe) var calls = 0
        let hasEnded = Atomic(false), isSubscribed = Atomic(false), isDisposed = Atomic(false)
        /// Calls that began while another had not ended, and those of them that another thread was in; who came last.
        let overlaps = Atomic(0), meetings = Atomic(0), thread = Atomic(0)
        let afterTerminal = Atomic(0), afterDisposal = Atomic(0), ends = Atomic(0)
        /// What was delivered, in the order in which the deliveries began.
        let kept: [Kept], deliveries = Atomic(0)
        init(keeps count: Int) { kept = (0..<count).map { _ in Kept() } }
      }

      private final class Kept: Sendable { let code = Atomic(0) }

      private final class Resource: Sendable { let disposals = Atomic(0) }

      private let subscriptions: [Subscription]
      private let resources = (0..<64).map { _ in Resource() }
      private let acquired = Atomic(0)
      private let touches = Atomic(0)
      private let spins: Int
      private let showsOrder: Bool
      /// What is done in calls of closures, given the ordinal of the call, from 1; set before the race and after it.
      nonisolated(unsafe) var insideClosures: (@Sendable (Int) -> Void)?

      init(subscriptions: Int, spins: Int, keepsEvents: Bool = false, showsOrder: Bool = false) {
        self.showsOrder = showsOrder
        self.subscriptions = (0..<subscriptions).map { _ in Subscription(keeps: keepsEvents ? 16 : 0) }
        self.spins = spins
      }

      /// An observer is called; `reaction` is what it does, given how often it was called before, from 1.
      func deliver(_ event: Event, to number: Int, reaction: (Int) -> Void = { _ in }) {
        let one = subscriptions[number - 1]
        if showsOrder { one.calls += 1 }
        let (me, isAlone) = (pthread_self().hashValue, one.running.add(1, ordering: .acquiringAndReleasing).newValue == 1)
        let last = one.thread.exchange(me, ordering: .acquiringAndReleasing)
        if !isAlone { one.overlaps.count() }
        if !isAlone, last != me { one.meetings.count() }
        let place = one.deliveries.count() - 1
        if place < one.kept.count { one.kept[place].code.store(event.code, ordering: .releasing) }
        if one.hasEnded.load(ordering: .acquiring) { one.afterTerminal.count() }
        if one.isDisposed.load(ordering: .acquiring), one.isSubscribed.load(ordering: .acquiring) {
          one.afterDisposal.count()
        }
        spin(spins)
        reaction(event.isElement ? one.elements.count() : one.terminals.count())
        if !event.isElement { one.hasEnded.store(true, ordering: .releasing) }
        one.running.subtract(1, ordering: .acquiringAndReleasing)
      }

      /// An observer is notified that its subscription has ended; `reaction` as above.
      func end(_ number: Int, reaction: (Int) -> Void = { _ in }) {
        reaction(subscriptions[number - 1].ends.count())
      }

      func subscribed(_ number: Int) {
        subscriptions[number - 1].isSubscribed.store(true, ordering: .releasing)
      }

      func disposed(_ number: Int) {
        subscriptions[number - 1].isDisposed.store(true, ordering: .releasing)
      }

      /// A closure that the library was given is called.
      func touch() {
        guard let insideClosures else { return }
        insideClosures(touches.count())
      }

      /// The same, for an expression.
      func touched<Value>(_ value: Value) -> Value {
        touch()
        return value
      }

      /// A source is subscribed; what is returned is released by its disposal.
      func acquire() -> Int {
        touch()
        return acquired.count() - 1
      }

      /// A source has begun to send, and its subscriber does not hold it yet: long enough for a whole delivery.
      func linger() {
        if spins > 0 { spin(4 * spins) }
      }

      func release(_ resource: Int) {
        touch()
        if resource < resources.count { resources[resource].disposals.count() }
      }

      /// What each subscription got, for example `1: next 2, completed; 2: nothing`.
      var outcome: String {
        subscriptions.enumerated().map { index, one in
          let codes = one.kept.prefix(one.deliveries.value).map { $0.code.value }
          let words = codes.map { code in
            switch code & 3 {
            case 1: "next \\(code >> 2)"
            case 2: "error"
            default: "completed"
            }
          }
          return "\\(index + 1): " + (words.isEmpty ? "nothing" : words.joined(separator: ", "))
        }.joined(separator: "; ")
      }

      /// The outcome, where it is none of these.
      func faults(beside lawful: Set<String>) -> [String] {
        lawful.contains(outcome) ? [] : ["unlawful outcome: \\(outcome)"]
      }

      func faults(of checks: [Check]) -> [String] {
        var faults: [String] = []
        for (index, one) in subscriptions.enumerated() {
          let who = "subscription \\(index + 1)"
          if checks.contains(.oneTerminal), one.terminals.value > 1 {
            faults.append("\\(who) got \\(one.terminals.value) terminal events")
          }
          if checks.contains(.nothingAfterTerminal), one.afterTerminal.value > 0 {
            faults.append("\\(who) got an event after the terminal one")
          }
          if checks.contains(.noOverlap), one.overlaps.value > 0 {
            faults.append("\\(who) got two events at once")
          }
          if checks.contains(.notTwoThreads), one.meetings.value > 0 {
            faults.append("\\(who) got two events at once, on two threads")
          }
          // One event may have been on its way.
          if checks.contains(.nothingAfterDisposal), one.afterDisposal.value > 1 {
            faults.append("\\(who) got \\(one.afterDisposal.value) events after dispose had returned")
          }
          if checks.contains(.oneEnd), one.ends.value > 1 {
            faults.append("\\(who) was notified \\(one.ends.value) times that it had ended")
          }
        }
        guard checks.contains(.oneDisposal) else { return faults }
        for index in 0..<min(acquired.value, resources.count) {
          let times = resources[index].disposals.value
          if times != 1 { faults.append("resource \\(index + 1) was disposed \\(times) times") }
        }
        return faults
      }
    }

    extension RaceLog.Event {
      fileprivate var isElement: Bool { if case .next = self { true } else { false } }
      /// Elements count up to 40 bits.
      fileprivate var code: Int {
        switch self {
        case .next(let element): (element & (1 << 40 - 1)) << 2 | 1
        case .error: 2
        case .completed: 3
        }
      }
    }

    extension Atomic where Value == Int {
      /// Adds one; returns the sum.
      @discardableResult
      fileprivate borrowing func count() -> Int { wrappingAdd(1, ordering: .relaxed).newValue }
      fileprivate var value: Int { load(ordering: .acquiring) }
    }

    /// Runs the scripts at the same time, each on a queue of its own; false where one does not end.
    private func raced(_ round: Int, _ scripts: [@Sendable () -> Void]) -> Bool {
      let start = Start(count: scripts.count)
      let leader = round % scripts.count
      // Rounds in which observers take their time last longer.
      let kind = round & 14 == 14 ? 4 : 0
      let (queues, group) = (scripts.map { _ in DispatchQueue(label: "racer") }, DispatchGroup())
      for (index, script) in scripts.enumerated() {
        queues[index].async(group: group) {
          start.arrive()
          // They take turns in being first; the others join somewhere in its course.
          if index != leader { Pace.all[leader + kind].waitForPart(chance: round &* 4 &+ index) }
          let begin = DispatchTime.now().uptimeNanoseconds
          script()
          Pace.all[index + kind].note(DispatchTime.now().uptimeNanoseconds - begin, of: scripts.count)
        }
      }
      guard group.wait(timeout: .now() + 60) == .success else { return false }
      // The script itself is released when its queue is idle.
      for queue in queues { queue.sync {} }
      return true
    }

    /// Where racers wait for one another.
    private final class Start: Sendable {
      private let missing: Atomic<Int>
      private let unready: Atomic<Int>
      init(count: Int) {
        missing = Atomic(count)
        unready = Atomic(count)
      }

      /// Whoever is missing may need this very core; once all are here, they go on in the same moment.
      func arrive() {
        meet(missing, turnsMax: 1_000)
        meet(unready, turnsMax: 10_000)
      }

      private func meet(_ count: borrowing Atomic<Int>, turnsMax: Int) {
        count.subtract(1, ordering: .acquiringAndReleasing)
        var turns = 0
        while count.load(ordering: .acquiring) > 0 {
          turns += 1
          if turns > turnsMax { sched_yield() }
        }
      }
    }

    /// How long a racer's script takes.
    private final class Pace: Sendable {
      static let all = (0..<8).map { _ in Pace() }
      private let nanoseconds = Atomic<UInt64>(1_000)

      /// Scripts that run alone say nothing; what was interrupted counts little.
      func note(_ length: UInt64, of racers: Int) {
        if racers == 1 { return }
        let known = nanoseconds.load(ordering: .relaxed)
        nanoseconds.store(known - known / 8 + min(length, 2 * known) / 8 + 1, ordering: .relaxed)
      }

      func waitForPart(chance: Int) {
        let mixed = (UInt64(chance) &+ 1) &* 0x9E37_79B9_7F4A_7C15
        let part = (mixed ^ mixed >> 29) % (nanoseconds.load(ordering: .relaxed) + 1)
        let end = DispatchTime.now().uptimeNanoseconds + part
        while DispatchTime.now().uptimeNanoseconds < end {}
      }
    }

    private func spin(_ times: Int) {
      let done = Atomic(0)
      while done.count() <= times {}
    }

    private func pause(milliseconds: Int) {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + .milliseconds(milliseconds))
    }
    """
}
