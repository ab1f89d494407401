import RxFuzzKit
import ScheduleKit

/// `selftest`: shows on this machine that planted defects are detected, and that nothing is reported without one.
struct SelfTestCommand {
  /// The runs of a seed differ, as those of any race do; that of the self-test drives the jitter only.
  private static let seed: UInt64 = 42

  let hangSeconds: Int
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    let watch = HangWatch(seconds: hangSeconds, command: command) { words in
      HangWatch.Meaning(code: .internalError, error: "the self-test got nowhere: \(words)")
    }
    try watch.start()
    console.print(
      "\(command.shown) \(ToolVersion.text)  plants defects into a small library of its own  "
        + "build \(BuildKind.current)")
    if !ScenarioRunner.isSupported { console.print("note: \(ExploreEngine.unsupportedNotice)") }
    console.print(Self.row("detected by", "engine", "after", "planted"))
    let selfTest = SelfTest(seed: Self.seed)
    var isGood = true
    for testCase in SelfTest.cases where !console.isClosed {
      let words = testCase.defect.rawValue
      let result = selfTest.run(testCase) { watch.goOn(words) }
      if let missing = Exhaustion.whileExploring() { throw .exhausted(missing) }
      if !result.isGood, let missing = Exhaustion.beforeRun() { throw .exhausted(missing) }
      isGood = isGood && result.isGood
      let line = Self.line(result)
      console.print(result.isGood ? line : console.style.failure(line))
      if let obstacle = result.obstacle { console.complain("\(command.shown): \(obstacle)") }
    }
    watch.stop()
    console.print(
      isGood
        ? console.style.success(
          "every planted defect is detected, and nothing is reported without one")
        : console.style.failure(
          "a planted defect is not detected, or something is reported without one"))
    return isGood ? .clean : .internalError
  }

  private static func line(_ result: SelfTest.Result) -> String {
    let detectedBy = result.detectedBy.map(\.rawValue).joined(separator: " ")
    let unit =
      switch result.testCase.engine {
      case .stress: "race"
      case .explore: "schedule"
      }
    var line = row(
      detectedBy.isEmpty ? "nothing" : detectedBy, result.testCase.engine.rawValue,
      NumberWords.counted(UInt64(result.attempts), unit), result.testCase.defect.rawValue)
    if !result.isGood {
      let expected = result.testCase.expected.map(\.rawValue).sorted().joined(separator: " or ")
      line += "  EXPECTED \(expected.isEmpty ? "nothing" : expected)"
    }
    return line
  }

  private static func row(
    _ detectedBy: String, _ engine: String, _ after: String, _ planted: String
  )
    -> String
  {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    return "\(padded(detectedBy, 14))  \(padded(engine, 8))  \(padded(after, 16))  \(planted)"
  }
}
