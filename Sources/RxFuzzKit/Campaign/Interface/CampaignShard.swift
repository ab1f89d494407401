import ScheduleKit

/// One of several parts that a campaign is divided into, so that each may run in a process or on a machine of its own.
///
/// Whose work is whose follows from its number alone, never from time or speed: together the shards do what the campaign
/// does without them, each piece once. Thread-safety: a value.
public struct CampaignShard: Hashable, Sendable, CustomStringConvertible {
  /// Its place, from 0.
  public let index: UInt64
  /// How many there are.
  public let count: UInt64

  /// A campaign that is not divided.
  public static let whole = CampaignShard(uncheckedIndex: 0, count: 1)
  /// Most parts that a campaign may have.
  public static let countMax: UInt64 = 1_000_000
  /// Iterations of generated scenarios that stay together, so that a worker is given several batches at once.
  public static let blockIterations = 16 * UInt64(ScenarioGenerator.iterationsPerScenario)

  /// Nil where there is no such part.
  public init?(index: UInt64, count: UInt64) {
    guard (1...Self.countMax).contains(count), index < count else { return nil }
    self.init(uncheckedIndex: index, count: count)
  }

  private init(uncheckedIndex index: UInt64, count: UInt64) {
    self.index = index
    self.count = count
  }

  /// For example `2/8`, counted from 1.
  public var description: String { "\(index + 1)/\(count)" }
  /// Whether it is all there is.
  public var isWhole: Bool { count == 1 }

  /// The shard whose work of number zero is this one's work of that number.
  func shifted(by number: Int) -> CampaignShard {
    let shift = UInt64(number) % count
    return CampaignShard(uncheckedIndex: (index + count - shift) % count, count: count)
  }

  /// The first number from there on that is this shard's.
  func next(from number: UInt64) -> UInt64 { number + (index + count - number % count) % count }

  /// The first iteration from there on that is this shard's, or `end`.
  func nextIteration(from iteration: UInt64, end: UInt64) -> UInt64 {
    let block = iteration / Self.blockIterations
    let own = next(from: block)
    if own == block { return min(iteration, end) }
    let (first, overflow) = own.multipliedReportingOverflow(by: Self.blockIterations)
    return overflow ? end : min(first, end)
  }

  /// How many iterations from there on belong to one block.
  func iterationsInBlock(from iteration: UInt64) -> UInt64 {
    isWhole ? .max : Self.blockIterations - iteration % Self.blockIterations
  }

  /// How many of those iterations are this shard's.
  func iterations(in range: Range<UInt64>) -> UInt64 {
    iterations(below: range.upperBound) - iterations(below: range.lowerBound)
  }

  private func iterations(below end: UInt64) -> UInt64 {
    let cycle = count * Self.blockIterations
    let first = index * Self.blockIterations
    let rest = end % cycle
    return end / cycle * Self.blockIterations
      + min(Self.blockIterations, rest - min(rest, first))
  }
}
