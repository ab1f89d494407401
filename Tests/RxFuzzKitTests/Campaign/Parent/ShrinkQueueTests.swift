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
    return queue.jobs.first?.shrinker.trials
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

  @Test("of each lane one trial is out, and what each has shown is its own")
  func lanes() throws {
    var queue = ShrinkQueue<Finding>(
      library: PaperLibrary(), seconds: 60, engine: .stress, lanes: 2)
    let texts = ["map +1", "skip 1", "take 1"].map {
      "rxf 1\nlibrary Paper\nchain feed a |> \($0)\nqueue p next a 1, completed a"
    }
    for (index, text) in texts.enumerated() {
      let finding = SimulatedFailure.finding(try ScenarioCodec.parse(text))
      let isTaken = queue.take(finding, index: index, lock: FindingFingerprint(finding))
      #expect(isTaken)
    }
    #expect(queue.demand == TrialDemand(engine: .stress, needsFreshChild: false))
    let firstTrial = queue.nextTrial(number: 1, now: 0)
    let first = try #require(firstTrial)
    let secondTrial = queue.nextTrial(number: 2, now: 0)
    let second = try #require(secondTrial)
    let third = queue.nextTrial(number: 3, now: 0)
    #expect(third == nil && queue.demand == nil, "two lanes, two trials")
    #expect(first.subject != second.subject)
    queue.heard(SimulatedFailure.finding(second.subject), in: second.unit)
    queue.ended(second.unit)
    queue.ended(first.unit)
    #expect(queue.jobs.map(\.index) == [0, 1])
    #expect(queue.jobs.map { $0.shrinker.trials } == [1, 1])
    #expect(queue.jobs.map { $0.seen == nil } == [true, false])
    // No trial is out, so that time stands still for both.
    for time in [1, 70_000] as [UInt64] {
      let ended = queue.takeEnded(now: time)
      #expect(ended == nil)
    }
    let left = queue.abandon(now: 70_000)
    #expect(left.map(\.index) == [0, 1, 2])
    #expect(!queue.isBusy)
  }
}
