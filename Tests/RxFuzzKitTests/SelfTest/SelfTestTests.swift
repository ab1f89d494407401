import Testing

@testable import RxFuzzKit

@Suite("The self-test", .serialized, .timeLimit(.minutes(3)))
struct SelfTestTests {
  @Test(
    "without control, every defect is detected, and nothing is reported without one",
    .enabled(if: !ExploreEngine.isSupported))
  func detection() { expectDetections() }

  @Test("each defect has a case, and there is a scenario without one for each engine")
  func complete() {
    let planted = Set(SelfTestCase.all.filter { !$0.expected.isEmpty }.map(\.defect))
    #expect(planted == Set(PlantedDefect.allCases).subtracting([.none]))
    let healthy = SelfTestCase.all.filter { $0.expected.isEmpty }
    #expect(healthy.allSatisfy { $0.defect == .none })
    #expect(Set(healthy.map(\.engine)) == [.stress, .explore])
  }

  @Test(
    "a defect that is not detected, another invariant, and a finding without a defect are not good")
  func verdicts() throws {
    let defects = SelfTestCase.all.filter { !$0.expected.isEmpty }
    let healthy = SelfTestCase.all.filter { $0.expected.isEmpty }
    let testCase = try #require(defects.first)
    let clean = try #require(healthy.first)
    func isGood(_ testCase: SelfTestCase, _ detectedBy: [InvariantName], _ obstacle: String? = nil)
      -> Bool
    {
      SelfTest.Result(testCase: testCase, attempts: 1, detectedBy: detectedBy, obstacle: obstacle)
        .isGood
    }
    let right = try #require(testCase.expected.first)
    #expect(isGood(testCase, [right]))
    #expect(!isGood(testCase, []))
    #expect(!isGood(testCase, [right, .crash1]))
    #expect(!isGood(testCase, [right], "it could not be run"))
    #expect(isGood(clean, []))
    #expect(!isGood(clean, [.leak1]))
  }
}

extension ExploreSuites {
  /// Among those that one process may run one at a time only.
  @Suite("The self-test under control", .serialized, .timeLimit(.minutes(3)))
  struct SelfTestCaseTests {
    @Test("every defect is detected in this build, and nothing is reported without one")
    func detection() { expectDetections() }
  }
}

private func expectDetections() {
  let selfTest = SelfTest(seed: 7)
  #expect(!SelfTest.cases.isEmpty)
  for testCase in SelfTest.cases {
    let result = selfTest.run(testCase)
    #expect(
      result.isGood,
      "\(testCase.engine) \(testCase.defect.rawValue): \(result.detectedBy) \(result.obstacle ?? "")"
    )
    #expect(result.attempts > 0)
  }
}
