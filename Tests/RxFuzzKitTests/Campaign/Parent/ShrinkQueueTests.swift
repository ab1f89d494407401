import Testing

@testable import RxFuzzKit

@Suite("The queue of what is to be shrunk")
struct ShrinkQueueTests {
  @Test("a trial whose child was killed from outside is tried again, once")
  func void() throws {
    let text = "rxf 1\nlibrary Paper\nchain feed a |> map +1\nqueue p completed a"
    var queue = ShrinkQueue<Finding>(library: PaperLibrary(), seconds: 60, engine: .stress)
    let finding = SimulatedFailure.finding(try ScenarioCodec.parse(text))
    #expect(queue.take(finding, index: 0, lock: FindingFingerprint(finding)))
    var number: UInt64 = 0
    func ended(isVoid: Bool) throws -> Int? {
      number += 1
      let trial = try #require(queue.nextTrial(number: number, now: 0))
      queue.ended(trial.unit, isVoid: isVoid)
      return queue.current?.shrinker.trials
    }
    #expect(try ended(isVoid: true) == 0)
    #expect(try ended(isVoid: true) == 1, "who kills it twice may do so for ever")
    #expect(try ended(isVoid: true) == 1)
    #expect(try ended(isVoid: false) == 2)
  }
}
