import RxFuzzKit
import ScheduleKit

/// Schedules of one small scenario under control, on one core: two queues, two operators.
struct ExploreMethod {
  private static let text = """
    rxf 1
    library RxCore
    chain feed a |> map +1 |> take 2
    queue p next a 1, completed a
    queue q dispose 1
    """
  private let runner: ScenarioRunner

  init(library: any LibraryUnderTest) throws {
    runner = try ScenarioRunner(try ScenarioCodec.parse(Self.text), library: library)
  }

  static let header =
    Table.pad("strategy, two queues and two operators", 40) + Table.padLeft("schedules/s", 12)
    + Table.padLeft("choices each", 14) + Table.padLeft("findings", 10)

  /// Runs schedules for so many seconds; a row of the table.
  func row(_ strategy: StrategyRow, seconds: Double) -> String {
    let clock = ContinuousClock()
    let start = clock.now
    let report = ScheduleHunt(runner, strategy: strategy, seed: 42).hunt(schedulesMax: .max) { _ in
      start.duration(to: clock.now).inSeconds < seconds
    }
    let perSecond = Double(report.schedules) / start.duration(to: clock.now).inSeconds
    let choices = report.schedules == 0 ? 0 : report.decisions / report.schedules
    return Table.pad(strategy.name, 40) + Table.padLeft("\(Int(perSecond))", 12)
      + Table.padLeft("\(choices)", 14)
      + Table.padLeft(report.failure == nil ? "0" : "1", 10)
  }
}
