/// What makes a scenario lawful as far as time goes.
///
/// Real clocks run by themselves. A virtual clock is moved by one racing queue at most, since whoever moves it does
/// what is due; no observer moves one, for it may be running. On virtual time there are no queues that carry
/// anything: a row that hands over to one is not lawful.
enum TimeValidation {
  static func check(
    _ scenario: Scenario, placed: [(action: Action, place: ScenarioFault.Place)]
  ) throws(ScenarioFault) {
    if scenario.isVirtual { try checkRows(scenario.chain) }
    let clocks = scenario.clocks
    for (action, place) in placed {
      guard case .advance(let clock, let span) = action else { continue }
      try checkAdvance(clock, span, at: place, scenario, clocks: clocks)
    }
    _ = try ScenarioValidation.drivers(in: scenario, of: \.clock) { clock, first in
      "clock \(Letters.schedulerQueue(clock)) is advanced by queue \(Letters.queue(first)) "
        + "already, and a clock has one driver"
    }
  }

  /// Whether every row of the graph that delivers elsewhere does so because of a clock.
  static func allowsVirtualTime(_ chain: Chain) -> Bool { firstHandOver(in: chain) == nil }

  private static func firstHandOver(in chain: Chain) -> String? {
    chain.nodes.first { node in
      guard let traits = Catalogue.row(named: node.row)?.traits else { return false }
      return traits.contains(.asynchronous) && !traits.contains(.timed)
    }?.row
  }

  private static func checkRows(_ chain: Chain) throws(ScenarioFault) {
    guard let row = firstHandOver(in: chain) else { return }
    throw ScenarioFault(
      .time, "`\(row)` cannot hand over to a queue: on virtual time none carries anything")
  }

  private static func checkAdvance(
    _ clock: Int, _ span: Int, at place: ScenarioFault.Place, _ scenario: Scenario, clocks: [Int]
  ) throws(ScenarioFault) {
    guard scenario.isVirtual else {
      throw ScenarioFault(place, "`advance` needs `time virtual`: real clocks run by themselves")
    }
    guard clocks.contains(clock) else {
      throw ScenarioFault(
        place, "nothing in the chain goes by the clock \(Letters.schedulerQueue(clock))")
    }
    guard (0...ScenarioLimits.advanceMillisecondsMax).contains(span) else {
      throw ScenarioFault(
        place, "\(span)ms is not 0ms to \(ScenarioLimits.advanceMillisecondsMax)ms")
    }
    if case .reaction = place {
      throw ScenarioFault(place, "an observer may not advance a clock: it may be running")
    }
  }
}
