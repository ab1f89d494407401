/// What the engine adds to a race, whatever its scenario says.
///
/// Many races are left as quick as they are, for some things show in the nanoseconds in which nothing is held up. But a
/// delivery takes a few dozen of them, and only what comes into it shows that deliveries are not kept apart; and two
/// steps that must be one are so close together that hardly anything ever comes between. So some observers take their
/// time, and some racers stall where they have just synchronised.
/// Source of the stalls: Edelstein, Farchi, Goldin, Nir, Ratsaby, Ur, "Framework for testing multi-threaded Java
/// programs", CCPE 2003.
enum RaceNoise: Hashable, Sendable {
  case none
  /// Observers hold their in-flight window open for that many spins at least.
  case window(spins: UInt64)
  /// One racer, or every one, stalls after one of its operations that synchronise.
  case stall

  /// Races at the start of a batch that are left alone, so that their measurements are of the scenario.
  static let quietAtFirst = 32
  private static let spinsMin = 4
  private static let spinsMax = 24

  /// That of the race with this number in its batch.
  static func of(race: Int) -> RaceNoise {
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

  /// Spins for which observers hold their window open in that race, at least.
  static func spins(race: Int) -> UInt64 {
    if case .window(let spins) = of(race: race) { spins } else { 0 }
  }
}
