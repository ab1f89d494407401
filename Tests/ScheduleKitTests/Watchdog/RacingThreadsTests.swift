import Testing

@testable import ScheduleKit

@Suite("Threads that race")
struct RacingThreadsTests {
  @Test("stand where they have met, while they race")
  func standing() {
    let racers = RacingThreads()
    #expect(racers.standing == nil)
    let rendezvous = Rendezvous(parties: 1, sharesCores: false)
    racers.begin([rendezvous])
    racers.enter(thread: 7, racer: 0)
    #expect(racers.standing == RacingThreads.Standing(waiting: [], arrivals: 0, racers: [7]))
    var place = Rendezvous.Place(party: 0)
    rendezvous.meet(&place)
    _ = rendezvous.agreeOnStart(&place, earliest: 0)
    #expect(racers.standing == RacingThreads.Standing(waiting: [], arrivals: 2, racers: [7]))
    racers.end()
    #expect(racers.standing == nil)
  }
}
