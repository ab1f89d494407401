import Testing

@testable import RxFuzzKit

@Suite("The self-test", .serialized, .timeLimit(.minutes(3)))
struct SelfTestTests {
  @Test(
    "without control, every alarm rings, and silence is kept where nothing is wrong",
    .enabled(if: !ExploreEngine.isSupported))
  func alarms() { expectAlarms() }

  @Test("each defect has an alarm, and there is a scenario without one for each engine")
  func complete() {
    let planted = Set(SelfTestCase.all.filter { !$0.rings.isEmpty }.map(\.defect))
    #expect(planted == Set(PlantedDefect.allCases).subtracting([.none]))
    let silent = SelfTestCase.all.filter { $0.rings.isEmpty }
    #expect(silent.allSatisfy { $0.defect == .none })
    #expect(Set(silent.map(\.engine)) == [.stress, .explore])
  }

  @Test("an alarm that is silent, another one that rings, and a false one are not good")
  func verdicts() throws {
    let defects = SelfTestCase.all.filter { !$0.rings.isEmpty }
    let silences = SelfTestCase.all.filter { $0.rings.isEmpty }
    let alarm = try #require(defects.first)
    let silence = try #require(silences.first)
    func isGood(_ alarm: SelfTestCase, _ rung: [InvariantName], _ obstacle: String? = nil) -> Bool {
      SelfTest.Result(alarm: alarm, attempts: 1, rung: rung, obstacle: obstacle).isGood
    }
    let right = try #require(alarm.rings.first)
    #expect(isGood(alarm, [right]))
    #expect(!isGood(alarm, []))
    #expect(!isGood(alarm, [right, .crash1]))
    #expect(!isGood(alarm, [right], "it could not be run"))
    #expect(isGood(silence, []))
    #expect(!isGood(silence, [.leak1]))
  }
}

extension ExploreSuites {
  /// Among those that one process may run one at a time only.
  @Suite("The self-test under control", .serialized, .timeLimit(.minutes(3)))
  struct SelfTestCaseTests {
    @Test("every alarm of this build rings, and silence is kept where nothing is wrong")
    func alarms() { expectAlarms() }
  }
}

private func expectAlarms() {
  let selfTest = SelfTest(seed: 7)
  #expect(!SelfTest.alarms.isEmpty)
  for alarm in SelfTest.alarms {
    let result = selfTest.run(alarm)
    #expect(
      result.isGood,
      "\(alarm.engine) \(alarm.defect.rawValue): \(result.rung) \(result.obstacle ?? "")")
    #expect(result.attempts > 0)
  }
}
