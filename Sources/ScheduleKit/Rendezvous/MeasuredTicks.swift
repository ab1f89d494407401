/// A length in ticks that is measured again and again, each time with some noise.
///
/// The first measurements are of cold code and differ from a guess by orders of magnitude, all the more in a build that
/// is slow, so the shortest of them is what counts. Later ones move it slowly.
struct MeasuredTicks: Sendable {
  /// The running mean; a guess as long as nothing is measured.
  private(set) var mean: Double
  private var count = 0

  /// Measurements that count as cold.
  private static let coldMax = 4
  /// Share of a new measurement in the mean; outliers count as twice the mean at most.
  private static let gain = 0.125

  init(guess: Double) { mean = guess }

  mutating func take(_ ticks: Double) {
    count += 1
    guard count > Self.coldMax else {
      mean = count == 1 ? ticks : min(mean, ticks)
      return
    }
    mean += (min(ticks, 2 * mean) - mean) * Self.gain
  }
}
