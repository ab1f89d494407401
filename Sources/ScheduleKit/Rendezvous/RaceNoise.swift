/// What is added to a race, whatever is raced.
///
/// Many races are left as quick as they are, for some things show in the nanoseconds in which nothing is held up. But a
/// callback takes a few dozen of them, and only what comes into it shows that callbacks are not kept apart; and two
/// steps that must be one are so close together that hardly anything ever comes between. So some callbacks take their
/// time, and some racers stall where they have just synchronised.
/// Source of the stalls: Edelstein, Farchi, Goldin, Nir, Ratsaby, Ur, "Framework for testing multi-threaded Java
/// programs", CCPE 2003.
public enum RaceNoise: Hashable, Sendable {
  case none
  /// Callbacks of the caller go on for that many spins at least.
  case window(spins: UInt64)
  /// One racer, or every one, stalls after one of its operations that synchronise.
  case stall

  /// Races at the start of a batch that are left alone, so that what is measured is what is raced.
  public static let quietAtFirst = 32
  private static let spinsMin = 4
  private static let spinsMax = 24

  /// That of the race with this number in its batch.
  public static func of(race: Int) -> RaceNoise {
    guard race >= quietAtFirst else { return .none }
    switch race & 3 {
    case 0: return .stall
    case 1: return window(race: race)
    case 2: return isSlow ? window(race: race) : .stall
    default: return .none
    }
  }

  private static func window(race: Int) -> RaceNoise {
    let spins = UInt64(spinsMin + race / 4 * 7 % (spinsMax - spinsMin))
    return .window(spins: isSlow ? spins * slowFactor : spins)
  }

  /// Under ThreadSanitizer everything takes longer, and only locks are seen of what racers do that synchronises.
  private static let isSlow = BuildKind.current.hasThreadSanitizer
  private static let slowFactor: UInt64 = 16

  /// Spins for which callbacks go on in that race, at least.
  public static func spins(race: Int) -> UInt64 {
    if case .window(let spins) = of(race: race) { spins } else { 0 }
  }
}
