/// Decides how much earlier or later each racer starts, so that the outcomes are balanced.
///
/// A race that starts in step is one-sided: the same racer wins nearly always. So the start of the first
/// racer is shifted against the others by `centre`, which feedback moves until either side's effect comes
/// first about as often, plus a jitter that is uniform in a window scaled to the measured length of the
/// scripts. The window shrinks while racers miss each other and grows back while they meet.
///
/// Balance shows one meeting of two scripts, where each has as many as pairs of actions: a part of the races lets a
/// pair overlap that is drawn anew for each of them.
/// All lengths are in ticks of the cycle counter. Thread-safety: owned by one racer.
public struct OffsetController: Sendable {
  /// What is known of one finished race.
  public struct Observation: Sendable {
    /// Whether the first racer's effect came first: what others see of it.
    public var firstByEffect: Bool
    /// Whether the first racer's first action began first.
    public var firstByStart: Bool
    /// Whether the racers met at all.
    public var overlapped: Bool

    public init(firstByEffect: Bool, firstByStart: Bool, overlapped: Bool) {
      self.firstByEffect = firstByEffect
      self.firstByStart = firstByStart
      self.overlapped = overlapped
    }
  }

  private var generator: SeededGenerator
  /// The lane to delay where the effects of the others come late, from other threads, so that they can come first.
  private let delayedLane: Int?
  private let lanes: Int
  private var lengths: [MeasuredTicks]
  /// For each of the first two lanes where its actions end, counted from the start of its script.
  private var ends: [[MeasuredTicks]]
  /// Of the last draws, the latest in the lowest bit, those around the centre: only they show where balance is.
  private var centred: UInt64 = 0
  private var centre = 0.0
  private var spread = 0.5
  private var observations = 0
  private var effectsFirst = 0

  private static let lengthAtFirst = 1000.0
  private static let spreadMin = 0.02
  private static let spreadMax = 1.0
  /// Equilibrium of these two is about 2 misses in 100.
  private static let spreadAfterMiss = 0.88
  private static let spreadAfterMeeting = 1.0025
  /// Of so many races one starts anywhere from where the scripts just meet to where they just miss, and the next three
  /// let two actions overlap: what only their ends show is far from balance.
  private static let turns = 8
  private static let sweptTurns = 1
  private static let alignedTurns = 3
  /// Observations after which steps are small.
  private static let learningMax = 48
  /// The longest stall, in ticks.
  private static let stallMaxTicks = 20_000.0
  /// The mean delay, in ticks, beyond which a late effect is not waited for.
  private static let latenessMaxTicks = 400_000.0

  /// - `actions`: how many each lane's script has.
  public init(seed: UInt64, lanes: Int, delayedLane: Int?, actions: [Int] = []) {
    generator = SeededGenerator(seed: seed, stream: 0x6f66_6673)
    self.lanes = lanes
    self.delayedLane = delayedLane
    lengths = Array(repeating: MeasuredTicks(guess: Self.lengthAtFirst), count: lanes)
    ends = actions.prefix(2).map { count in
      (0..<count).map {
        MeasuredTicks(guess: Self.lengthAtFirst * Double($0 + 1) / Double(count))
      }
    }
    if delayedLane != nil { centre = 8 * Self.lengthAtFirst }
  }

  /// Whether the race with this number is worth looking at: all at first, later a sample.
  public func wantsObservation(of race: Int) -> Bool {
    observations < Self.learningMax || race & 3 == 0
  }

  /// Whether the lengths of that race are taken: of all that may be looked at, at first each, later a sample.
  public static func isMeasured(race: Int) -> Bool {
    race < RaceNoise.quietAtFirst || race & 3 == 3
  }

  /// Takes in the length of one racer's script.
  public mutating func measure(lane: Int, ticks: Double) {
    lengths[lane].take(ticks)
  }

  /// Takes in where one of a racer's actions ended, in ticks from the start of its script. Lanes but the first two do not
  /// matter.
  public mutating func measure(lane: Int, action: Int, end: Double) {
    guard ends.indices.contains(lane), ends[lane].indices.contains(action) else { return }
    ends[lane][action].take(end)
  }

  /// Moves the centre toward balance and the window toward overlap.
  /// - `drawsSince`: how many delays have been drawn since those of that race.
  public mutating func observe(_ observation: Observation, drawsSince: Int = 0) {
    observations += 1
    if observation.firstByEffect { effectsFirst += 1 }
    guard delayedLane != nil || centred >> UInt64(drawsSince) & 1 == 1 else { return }
    if let delayedLane { return observeLateEffect(observation, delayedLane: delayedLane) }
    let step = window(of: 1) * (observations < Self.learningMax ? 0.12 : 0.03)
    let first = isOneSided ? observation.firstByStart : observation.firstByEffect
    centre += first ? step : -step
    spread *= observation.overlapped ? Self.spreadAfterMeeting : Self.spreadAfterMiss
    spread = min(max(spread, Self.spreadMin), Self.spreadMax)
    // Beyond these the scripts could not meet: the first queue would start after the others' end, or
    // end before their start.
    centre = min(max(centre, -0.9 * own), 0.9 * others)
  }

  /// Fills one delay for each lane, relative to the agreed start. The smallest is about 0.
  public mutating func drawDelays(into delays: UnsafeMutablePointer<UInt64>) {
    let unit = Double(generator.next() >> 11) * 0x1p-53
    if let delayedLane {
      for lane in 0..<lanes { delays[lane] = 0 }
      delays[delayedLane] = UInt64(2 * centre * unit)
      return
    }
    let offset = offset(unit)
    delays[0] = UInt64(max(0, offset))
    for lane in 1..<lanes { delays[lane] = UInt64(max(0, -offset)) }
    for lane in 2..<max(2, lanes) {
      delays[lane] += UInt64(generator.below(Int(window(of: spread)) + 1))
    }
  }

  /// Fills how long each racer stalls somewhere in its script. One does, or every one: for about as long as another one
  /// takes for all of its own.
  /// - `stalls`: whether anybody does.
  public mutating func drawStalls(into ticks: UnsafeMutablePointer<UInt64>, stalls: Bool) {
    for lane in 0..<lanes { ticks[lane] = 0 }
    guard stalls else { return }
    let chosen = generator.below(lanes + 1)
    for lane in 0..<lanes where chosen == lane || chosen == lanes {
      let share = 0.25 + Double(generator.next() >> 11) * 0x1p-53
      ticks[lane] = UInt64(min(share * (lane == 0 ? others : own), Self.stallMaxTicks))
    }
  }

  /// How much later than the others the first lane starts; `unit` is uniform below 1.
  private mutating func offset(_ unit: Double) -> Double {
    centred <<= 1
    let turn = generator.below(Self.turns)
    let canAlign = ends.count == 2 && ends[0].count * ends[1].count > 1
    if turn < Self.sweptTurns || turn < 2 * Self.sweptTurns && !canAlign {
      return unit * (own + others) - own
    }
    guard canAlign, turn < Self.sweptTurns + Self.alignedTurns else {
      centred |= 1
      let wide = 2 * unit - 1
      // Every other one stays close to balance, where what one racer checks and what the other one does coincide.
      let part = generator.below(2) == 0 ? wide : wide * wide * wide
      return centre + part * window(of: spread)
    }
    // From where the first one's action ends as the other one begins, to where it begins as the other one ends.
    let (own, other) = (drawAction(lane: 0), drawAction(lane: 1))
    return other.begin - own.end + unit * (other.end - own.begin - other.begin + own.end)
  }

  private mutating func drawAction(lane: Int) -> (begin: Double, end: Double) {
    let number = generator.below(ends[lane].count)
    return (number == 0 ? 0 : ends[lane][number - 1].mean, ends[lane][number].mean)
  }

  private var own: Double { lengths[0].mean }

  private var others: Double { lengths[lanes > 1 ? 1 : 0].mean }

  private func window(of share: Double) -> Double { share * 0.5 * (own + others) }

  /// Whether the order of effects does not depend on who starts first, so that it is no guide.
  private var isOneSided: Bool {
    observations >= Self.learningMax && (effectsFirst == 0 || effectsFirst == observations)
  }

  private mutating func observeLateEffect(_ observation: Observation, delayedLane: Int) {
    let shortest = 0.25 * max(own, others)
    // Where no effect is ever first, or always, waiting longer only costs time.
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
