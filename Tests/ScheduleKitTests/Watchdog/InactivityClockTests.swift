import Testing

@testable import ScheduleKit

#if canImport(Glibc)
  import Glibc
#endif

@Suite("For how long something stands still that could move")
struct InactivityClockTests {
  private static let millisecond: UInt64 = 1_000_000

  /// Readings of one process, 300 milliseconds apart.
  private struct Process {
    var now = ThreadActivity(nanoseconds: 0, accounts: [:])
    var clock = InactivityClock()
    var known: Set<Int32> = []
    var arrivals = 0

    /// - Parameter threads: of each what it ran in that time and was kept from running, in milliseconds, and whether it
    ///   wants to go on.
    mutating func pass(
      _ threads: [Int32: (ran: UInt64, kept: UInt64, wants: Bool)], milliseconds: UInt64 = 300
    ) {
      now.nanoseconds += milliseconds * millisecond
      for (thread, did) in threads {
        let then =
          now.accounts[thread]
          ?? ThreadActivity.Account(ran: 0, ready: 0, wantsProcessor: false)
        now.accounts[thread] = ThreadActivity.Account(
          ran: then.ran + did.ran * millisecond, ready: then.ready + did.kept * millisecond,
          wantsProcessor: did.wants)
      }
      clock.look(now, waitingInLoops: known, arrivals: arrivals)
    }
  }

  /// On a busy machine each runs now and then, sees that the other has come, and is on its way to the next meeting.
  @Test(
    "racers that meet again and again move, though both are seen waiting", arguments: [true, false])
  func meeting(areMeeting: Bool) {
    var process = Process()
    process.known = [1, 2]
    for _ in 0...20 {
      if areMeeting { process.arrivals += 1 }
      process.pass([1: (1, 290, true), 2: (1, 290, true), 3: (0, 0, false)])
    }
    #expect(process.clock.still == (areMeeting ? 0 : 6_000))
    #expect(process.clock.asleep == (areMeeting ? 0 : 6_000))
  }

  @Test("threads that all sleep stand still for as long as they do")
  func asleep() {
    var process = Process()
    for _ in 0...10 { process.pass([1: (0, 0, false), 2: (0, 0, false)]) }
    #expect(process.clock.still == 3_000)
    #expect(process.clock.asleep == 3_000)
    #expect(process.clock.starved == 0)
    #expect(!process.clock.isAtWork)
  }

  @Test("a thread that could go on and is never let proves nothing")
  func starved() {
    var process = Process()
    for _ in 0...1_000 { process.pass([1: (0, 0, true), 2: (0, 0, false)]) }
    #expect(process.clock.still == 0)
    #expect(process.clock.asleep == 0)
    #expect(process.clock.starved == 300_000)
  }

  @Test("of a thread that is let now and then only what it ran counts")
  func share() {
    var process = Process()
    for _ in 0...100 { process.pass([1: (3, 290, true), 2: (0, 0, false)]) }
    #expect(process.clock.still == 300)
    #expect(process.clock.asleep == 0)
  }

  @Test("a thread that computes does not make up for one that is not let")
  func unfair() {
    var process = Process()
    for _ in 0...100 { process.pass([1: (290, 10, true), 2: (0, 0, true)]) }
    #expect(process.clock.still == 0)
  }

  @Test("a thread that computes and computes is at work")
  func working() {
    var process = Process()
    for _ in 0...10 { process.pass([1: (300, 0, true), 2: (0, 0, false)]) }
    #expect(process.clock.still == 3_000)
    #expect(process.clock.isAtWork)
    #expect(process.clock.asleep == 0)
  }

  @Test("a thread that sleeps now and then as it likes keeps nobody from standing still")
  func briefly() {
    var process = Process()
    for _ in 0...10 { process.pass([1: (290, 10, true), 2: (30, 5, false)]) }
    #expect(process.clock.still == 2_900)
    #expect(process.clock.isAtWork)
    process.clock.moved()
    // It would have gone on, had it been let.
    for _ in 0...10 { process.pass([1: (290, 10, true), 2: (30, 5, true)]) }
    #expect(process.clock.still == 300)
  }

  @Test("who waits in a loop does nothing, but has to have had a look")
  func loops() {
    var process = Process()
    process.known = [1]
    for _ in 0...10 { process.pass([1: (300, 0, true), 2: (0, 0, false)]) }
    #expect(process.clock.still == 3_000)
    #expect(process.clock.asleep == 3_000)
    #expect(!process.clock.isAtWork)
    process.clock.moved()
    // Everybody has arrived, and the one who waits has not been let to see it.
    for _ in 0...10 { process.pass([1: (0, 0, true), 2: (0, 0, false)]) }
    #expect(process.clock.still == 0)
    #expect(process.clock.asleep == 0)
  }

  @Test("a thread that has just come is not taken for one that sleeps")
  func newThread() {
    var process = Process()
    process.pass([1: (0, 0, false)])
    process.pass([1: (0, 0, false), 2: (0, 0, true)])
    #expect(process.clock.still == 0)
    process.pass([3: (1, 0, false)])
    #expect(process.clock.asleep == 0)
  }

  @Test("begins again when it has moved, and counts no time before the first look")
  func moved() {
    var process = Process()
    for _ in 0...10 { process.pass([1: (0, 0, false)]) }
    process.clock.moved()
    #expect(process.clock.still == 0)
    process.pass([1: (0, 0, false)])
    #expect(process.clock.still == 0)
    process.pass([1: (0, 0, false)])
    #expect(process.clock.still == 300)
  }

  @Test(
    "counts no hour in which nobody looked, no time that runs backwards, and none it is not called for"
  )
  func stopped() {
    var process = Process()
    process.pass([1: (0, 0, false)])
    process.pass([1: (0, 0, false)], milliseconds: 3_600_000)
    #expect(process.clock.still == 1_000)
    var earlier = process.now
    earlier.nanoseconds -= 500 * Self.millisecond
    process.clock.look(earlier)
    #expect(process.clock.still == 1_000)
    process.clock.look(nil)
    #expect(process.clock.still == 1_000)
    #expect(process.clock.starved > 0)
  }

  @Test("where the system keeps no accounts, all time counts, and nobody is known to sleep")
  func noAccounts() {
    var process = Process()
    for _ in 0...10 { process.pass([:]) }
    #expect(process.clock.still == 3_000)
    #expect(process.clock.asleep == 0)
  }

  @Test("reads the accounts of this process, in which a thread that computes is seen to")
  func reading() throws {
    #if os(Linux)
      let before = try #require(ThreadActivity())
      #expect(try #require(ThreadActivity(process: getpid())).accounts.count >= 1)
      #expect(try #require(ThreadActivity()).nanoseconds >= before.nanoseconds)
    #endif
  }
}
