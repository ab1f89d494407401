import ScheduleKit

/// How a run went over time: running sums at a bounded number of moments.
public struct RunTimeline: Hashable, Sendable {
  /// The sums at one moment.
  struct Sample: Hashable, Sendable {
    var milliseconds: UInt64
    var raced: UInt64
    var schedules: UInt64
    var findings: UInt64
  }

  /// More are thinned out to half of them.
  static let samplesMax = 240

  private(set) var samples: [Sample] = []
  private var spacing: UInt64 = 0

  /// Without a moment.
  public init() {}

  init(samples: [Sample]) { for sample in samples { add(sample) } }

  /// Takes in how things stand. Moments that lie closer together than the bound allows are left out.
  public mutating func add(_ progress: CampaignProgress) {
    add(
      Sample(
        milliseconds: progress.elapsedMilliseconds, raced: progress.raced,
        schedules: progress.schedules, findings: UInt64(progress.findings)))
  }

  /// Takes in the last moment, however close it is to the one before.
  mutating func end(_ progress: CampaignProgress) {
    if let last = samples.last, last.milliseconds >= progress.elapsedMilliseconds {
      samples.removeLast()
    }
    spacing = 0
    add(progress)
  }

  private mutating func add(_ sample: Sample) {
    if let last = samples.last, sample.milliseconds < last.milliseconds + spacing { return }
    samples.append(sample)
    guard samples.count >= Self.samplesMax else { return }
    samples = samples.enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    spacing = max(1, 2 * (samples[1].milliseconds - samples[0].milliseconds))
  }

  /// What stood at that moment.
  private func sample(at milliseconds: UInt64) -> Sample {
    samples.last { $0.milliseconds <= milliseconds }
      ?? Sample(milliseconds: milliseconds, raced: 0, schedules: 0, findings: 0)
  }

  /// Both runs as one whose parts began at the same time.
  static func merged(_ first: RunTimeline, _ second: RunTimeline) -> RunTimeline {
    let moments = Set((first.samples + second.samples).map(\.milliseconds)).sorted()
    return RunTimeline(
      samples: moments.map { moment in
        let (one, other) = (first.sample(at: moment), second.sample(at: moment))
        return Sample(
          milliseconds: moment, raced: one.raced + other.raced,
          schedules: one.schedules + other.schedules, findings: one.findings + other.findings)
      })
  }
}
