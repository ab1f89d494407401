import Testing

@testable import RxFuzzKit

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
}
