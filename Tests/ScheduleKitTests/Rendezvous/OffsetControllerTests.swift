import Testing

@testable import ScheduleKit

@Suite("The start offsets")
struct OffsetControllerTests {
  /// Runs simulated races in which the second queue's effect comes `handicap` ticks late, and returns how
  /// often the first queue won among the last races.
  private func firstWins(handicap: Double, seed: UInt64) -> Int {
    var controller = OffsetController(seed: seed, lanes: 2, delayedLane: nil)
    let delays = UnsafeMutablePointer<UInt64>.allocate(capacity: 4)
    defer { delays.deallocate() }
    var wins = 0
    for race in 0..<4000 {
      controller.drawDelays(into: delays)
      let first = Double(delays[0])
      let second = Double(delays[1])
      let isFirst = first < second + handicap
      if race >= 3000 && isFirst { wins += 1 }
      for lane in 0..<2 { controller.measure(lane: lane, ticks: 1000) }
      controller.observe(
        OffsetController.Observation(
          firstByEffect: isFirst, firstByStart: first < second,
          overlapped: abs(first - second) < 1000))
    }
    return wins
  }

  @Test("they move until either side wins about as often", arguments: [-600.0, -100, 0, 250, 700])
  func balance(handicap: Double) {
    for seed in 1...5 as ClosedRange<UInt64> {
      let wins = firstWins(handicap: handicap, seed: seed)
      #expect(wins > 300 && wins < 700, "\(wins) of 1000")
    }
  }

  @Test("they depend on the seed alone")
  func determinism() {
    #expect(firstWins(handicap: 300, seed: 9) == firstWins(handicap: 300, seed: 9))
  }

  /// How often in a thousand races the short last action of the first queue overlaps the short first one of the second.
  private func meetings(actions: [Int]) -> Int {
    var controller = OffsetController(seed: 3, lanes: 2, delayedLane: nil, actions: actions)
    let delays = UnsafeMutablePointer<UInt64>.allocate(capacity: 4)
    defer { delays.deallocate() }
    let ends: [[Double]] = [[900, 1000], [100, 1000]]
    var meetings = 0
    for race in 0..<2_000 {
      controller.drawDelays(into: delays)
      let offset = Double(delays[0]) - Double(delays[1])
      if race >= 1_000, offset + 900 < 100, offset + 1_000 > 0 { meetings += 1 }
      for lane in 0..<2 {
        controller.measure(lane: lane, ticks: 1_000)
        for (action, end) in ends[lane].enumerated() {
          controller.measure(lane: lane, action: action, end: end)
        }
      }
      controller.observe(
        OffsetController.Observation(
          firstByEffect: offset < 0, firstByStart: offset < 0, overlapped: abs(offset) < 1_000))
    }
    return meetings
  }

  @Test("every two actions overlap in some of the races, however short and far apart they are")
  func aligned() {
    let meetings = meetings(actions: [2, 2])
    #expect(meetings > 70, "\(meetings) of 1000")
    #expect(self.meetings(actions: []) < meetings / 2)
  }
}
