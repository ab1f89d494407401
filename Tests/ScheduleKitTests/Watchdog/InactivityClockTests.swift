import Testing

@testable import ScheduleKit

@Suite("For how long something stands still")
struct InactivityClockTests {
  @Test("adds up what passes between looks, until it moves")
  func standing() {
    var clock = InactivityClock(now: 1_000)
    for look in 1...30 { clock.look(now: 1_000 + UInt64(look) * 100, hasMoved: false) }
    #expect(clock.still == 3_000)
    clock.look(now: 4_100, hasMoved: true)
    #expect(clock.still == 0)
    clock.look(now: 4_200, hasMoved: false)
    #expect(clock.still == 100)
  }

  @Test("counts no hour in which nobody looked, and no time that runs backwards")
  func stopped() {
    var clock = InactivityClock(now: 1_000)
    clock.look(now: 3_601_000, hasMoved: false)
    #expect(clock.still == 1_000)
    clock.look(now: 500, hasMoved: false)
    #expect(clock.still == 1_000)
  }
}
