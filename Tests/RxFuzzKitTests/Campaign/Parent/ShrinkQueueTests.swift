import Testing

@testable import RxFuzzKit

@Suite("The queue of what is to be shrunk")
struct ShrinkQueueTests {
  /// Ends the next trial without its failure; returns how many have been recorded then.
  private static func endTrial(
    of queue: inout ShrinkQueue<Finding>, number: UInt64, isVoid: Bool
  ) -> Int? {
    guard let trial = queue.nextTrial(number: number, now: 0) else { return nil }
    queue.ended(trial.unit, isVoid: isVoid)
    return queue.current?.shrinker.trials
  }

  @Test("a trial whose child was killed from outside is tried again, once")
  func void() throws {
    let text = "rxf 1\nlibrary Paper\nchain feed a |> map +1\nqueue p completed a"
    var queue = ShrinkQueue<Finding>(library: PaperLibrary(), seconds: 60, engine: .stress)
    let finding = SimulatedFailure.finding(try ScenarioCodec.parse(text))
    let isTaken = queue.take(finding, index: 0, lock: FindingFingerprint(finding))
    #expect(isTaken)
    var trials: [Int?] = []
    for (number, isVoid) in [true, true, true, false].enumerated() {
      trials.append(Self.endTrial(of: &queue, number: UInt64(number), isVoid: isVoid))
    }
    #expect(trials == [0, 1, 1, 2], "who kills it twice may do so for ever")
  }
}
