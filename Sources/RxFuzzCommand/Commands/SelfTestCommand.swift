import RxFuzzKit
import ScheduleKit

/// `selftest`: shows on this machine that the alarms ring, and that there is silence where nothing is wrong.
struct SelfTestCommand {
  /// The runs of a seed differ, as those of any race do; that of the alarms drives the jitter only.
  private static let seed: UInt64 = 42

  let command: CommandName
  let console: Console

  func run() -> ExitCode {
    console.print(
      "\(command.shown) \(ToolVersion.text)  plants defects into a small library of its own  "
        + "build \(BuildKind.current)")
    if !ScenarioRunner.isSupported { console.print("note: \(ExploreEngine.unsupportedNotice)") }
    console.print(Self.row("alarm", "engine", "after", "planted"))
    let selfTest = SelfTest(seed: Self.seed)
    var isGood = true
    for alarm in SelfTest.alarms {
      let result = selfTest.run(alarm)
      isGood = isGood && result.isGood
      let line = Self.line(result)
      console.print(result.isGood ? line : console.style.alarming(line))
      if let obstacle = result.obstacle { console.complain("\(command.shown): \(obstacle)") }
    }
    console.print(
      isGood
        ? console.style.calm("every alarm rings, and the healthy library is silent")
        : console.style.alarming("an alarm that should ring is silent, or rings for nothing"))
    return isGood ? .clean : .internalError
  }

  private static func line(_ result: SelfTest.Result) -> String {
    let rung = result.rung.map(\.rawValue).joined(separator: " ")
    let unit =
      switch result.alarm.engine {
      case .stress: "race"
      case .explore: "schedule"
      }
    var line = row(
      rung.isEmpty ? "silent" : rung, result.alarm.engine.rawValue,
      NumberWords.counted(UInt64(result.attempts), unit), result.alarm.defect.rawValue)
    if !result.isGood {
      let expected = result.alarm.rings.map(\.rawValue).sorted().joined(separator: " or ")
      line += "  EXPECTED \(expected.isEmpty ? "silence" : expected)"
    }
    return line
  }

  private static func row(_ alarm: String, _ engine: String, _ after: String, _ planted: String)
    -> String
  {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    return "\(padded(alarm, 14))  \(padded(engine, 8))  \(padded(after, 16))  \(planted)"
  }
}
