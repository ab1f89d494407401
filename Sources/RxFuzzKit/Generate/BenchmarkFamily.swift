import ScheduleKit

extension ScenarioGenerator {
  /// The family of scenarios that throughput is compared on: a `create` chain of 0 to 4 unary operators
  /// that completes on one queue while another disposes it.
  ///
  /// Cheap to build by hand, so that the usual way of racing can be measured on the same graphs.
  /// A function of (seed, batch) alone.
  public static func benchmarkFamily(library: String, seed: UInt64, batch: UInt64) -> Scenario {
    var choices = ChoiceStream(generator: SeededGenerator(seed: seed, stream: batch))
    let rows = ["map", "filter", "skip", "take", "do", "scan"].compactMap(Catalogue.row(named:))
    var chain = Chain("feed", [0])
    for _ in 0..<choices.draw(operatorsMax + 1) {
      let row = choices.element(of: rows)
      // `take 0` would end the chain before the race.
      let parameters = row.parameters.map { max($0.draw(&choices), row.name == "take" ? 1 : 0) }
      chain = Chain(row.name, parameters, inputs: [chain])
    }
    return Scenario(
      library: library, chain: chain,
      queues: [[.completed(feed: 0)], [.dispose(subscription: 1)]])
  }

  private static let operatorsMax = 4
}
