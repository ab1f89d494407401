/// Decides how much earlier or later each racer starts, so that a scenario's outcomes are balanced.
///
/// A race that starts in step is one-sided: the same racer wins nearly always. So the start of the first
/// queue is shifted against the others by `centre`, which feedback moves until either side's effect comes
/// first about as often, plus a jitter that is uniform in a window scaled to the measured length of the
/// scripts. The window shrinks while racers miss each other and grows back while they meet.
/// All lengths are in ticks of the cycle counter. Thread-safety: owned by one racer.
struct OffsetController {
  /// What is known of one finished race.
  struct Observation {
    /// Whether the first queue's effect came first: a delivery, an attachment or a detachment.
    var firstByEffect: Bool
    /// Whether the first queue's first action began first.
    var firstByStart: Bool
    var overlapped: Bool
  }

  private var generator: SeededGenerator
  /// The lane to delay where deliveries come from other queues, so that they can win against a dispose.
  private let delayedLane: Int?
  private let lanes: Int
  private var lengths: [Double]
  private var centre = 0.0
  private var spread = 0.5
  private var observations = 0
  private var effectsFirst = 0

  private static let lengthAtFirst = 1000.0
  /// Share of a new measurement in the running length; outliers count as twice the length at most.
  private static let lengthGain = 0.125
  private static let spreadMin = 0.02
  private static let spreadMax = 1.0
  /// Equilibrium of these two is about 2 misses in 100.
  private static let spreadAfterMiss = 0.88
  private static let spreadAfterMeeting = 1.0025
  /// One race in this many starts anywhere from where the scripts just meet to where they just miss: what
  /// only their ends show is far from balance.
  private static let sweptOneIn = 4
  /// Observations after which steps are small.
  private static let learningMax = 48
  /// The mean delay, in ticks, beyond which an asynchronous delivery is not waited for.
  private static let latenessMaxTicks = 400_000.0

  init(seed: UInt64, lanes: Int, delayedLane: Int?) {
    generator = SeededGenerator(seed: seed, stream: 0x6f66_6673)
    self.lanes = lanes
    self.delayedLane = delayedLane
    lengths = Array(repeating: Self.lengthAtFirst, count: lanes)
    if delayedLane != nil { centre = 8 * Self.lengthAtFirst }
  }

  /// Whether the race with this number is worth looking at: all at first, later a sample.
  func wantsObservation(of race: Int) -> Bool { observations < Self.learningMax || race & 3 == 0 }

  /// Takes in the length of one racer's script.
  mutating func measure(lane: Int, ticks: Double) {
    let length = lengths[lane]
    lengths[lane] = length + (min(ticks, 2 * length) - length) * Self.lengthGain
  }

  /// Moves the centre toward balance and the window toward overlap.
  mutating func observe(_ observation: Observation) {
    observations += 1
    if observation.firstByEffect { effectsFirst += 1 }
    if let delayedLane { return observeDelivery(observation, delayedLane: delayedLane) }
    let step = window(of: 1) * (observations < Self.learningMax ? 0.12 : 0.03)
    let first = isOneSided ? observation.firstByStart : observation.firstByEffect
    centre += first ? step : -step
    spread *= observation.overlapped ? Self.spreadAfterMeeting : Self.spreadAfterMiss
    spread = min(max(spread, Self.spreadMin), Self.spreadMax)
    // Beyond these the scripts could not meet: the first queue would start after the others' end, or
    // end before their start.
    centre = min(max(centre, -0.9 * lengths[0]), 0.9 * others)
  }

  /// Fills one delay for each lane, relative to the agreed start. The smallest is about 0.
  mutating func drawDelays(into delays: UnsafeMutablePointer<UInt64>) {
    let unit = Double(generator.next() >> 11) * 0x1p-53
    if let delayedLane {
      for lane in 0..<lanes { delays[lane] = 0 }
      delays[delayedLane] = UInt64(2 * centre * unit)
      return
    }
    let offset =
      generator.below(Self.sweptOneIn) == 0
      ? unit * (lengths[0] + others) - lengths[0] : centre + (2 * unit - 1) * window(of: spread)
    delays[0] = UInt64(max(0, offset))
    for lane in 1..<lanes { delays[lane] = UInt64(max(0, -offset)) }
    for lane in 2..<max(2, lanes) {
      delays[lane] += UInt64(generator.below(Int(window(of: spread)) + 1))
    }
  }

  private var others: Double { lanes > 1 ? lengths[1] : lengths[0] }

  private func window(of share: Double) -> Double { share * 0.5 * (lengths[0] + others) }

  /// Whether the order of effects does not depend on who starts first, so that it is no guide.
  private var isOneSided: Bool {
    observations >= Self.learningMax && (effectsFirst == 0 || effectsFirst == observations)
  }

  private mutating func observeDelivery(_ observation: Observation, delayedLane: Int) {
    let shortest = 0.25 * max(lengths[0], others)
    // Where nothing is ever delivered first, or always, waiting longer only costs time.
    if isOneSided {
      centre = shortest
      return
    }
    let delayedWasFirst = observation.firstByEffect == (delayedLane == 0)
    let factor = observations < Self.learningMax ? 1.3 : 1.06
    centre *= delayedWasFirst ? factor : 1 / factor
    centre = min(max(centre, shortest), Self.latenessMaxTicks)
  }
}
