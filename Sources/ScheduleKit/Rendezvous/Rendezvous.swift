import CScheduleRuntime
import Synchronization

/// Where racers meet: a barrier between phases, and an agreed start for each race.
///
/// Thread-safety: one value shared by a fixed number of parties; each calls every method equally often and
/// in the same order. Waiting spins, then yields the core; what ends a wait for a party that hangs in
/// what is raced is the watchdog of the process.
public final class Rendezvous: Sendable {
  /// The most parties that can meet in one place.
  public static let partiesMax = 8

  private let parties: Int
  private let spinsMax: Int
  private let arrived = Atomic<Int>(0)
  private let startTicks = Atomic<UInt64>(0)
  private let idle = Atomic<UInt8>(0)

  /// How far ahead of the last arrival the agreed start lies: time for the news to reach every core.
  private static let startMarginTicks: UInt64 = 300
  /// Turns of spinning before a waiter yields, where every party has a core of its own: longer than any
  /// ordinary race, shorter than a time slice.
  private static let spinsMaxAlone = 4000
  /// The same where parties share cores, and the one waited for may need this very core: no longer than
  /// it takes to give the core away.
  private static let spinsMaxShared = 8

  /// - Parameters:
  ///   - parties: how many meet, at most `partiesMax`.
  ///   - sharesCores: whether there are fewer cores than parties, so that a wait must not hold on to one.
  public init(parties: Int, sharesCores: Bool) {
    self.parties = parties
    spinsMax = sharesCores ? Self.spinsMaxShared : Self.spinsMaxAlone
  }

  /// One party's place in the sequence of meetings. Owned by that party.
  public struct Place: Sendable {
    /// The party's number, below `partiesMax`.
    public private(set) var party: Int

    public init(party: Int) { self.party = party }

    /// The place of a party that joins the sequence where this one is in it.
    public func taken(by party: Int) -> Place {
      var place = self
      place.party = party
      return place
    }
    fileprivate var meetings = 0
    fileprivate var lastStart: UInt64 = 0
  }

  /// Returns when every party has called it. Everything before happens before everything after.
  public func meet(_ place: inout Place) {
    place.meetings += 1
    let expected = place.meetings * parties
    // Release what this party did, acquire what earlier arrivals did.
    guard arrived.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue < expected else {
      return
    }
    var turns = 0
    // Acquire: pairs with the arrivals of the others.
    while arrived.load(ordering: .acquiring) < expected { wait(&turns, place.party) }
    goOn(turns, place.party)
  }

  /// The parties that have waited for some time: what they compute is this wait, and nothing else. Any thread.
  public var waitingParties: [Int] {
    let mask = idle.load(ordering: .relaxed)
    return (0..<parties).filter { mask & (1 << UInt8($0)) != 0 }
  }

  /// How often parties have come here. Any thread.
  public var arrivals: Int { arrived.load(ordering: .relaxed) }

  /// Returns, with one agreed start in the near future, when every party has called it.
  ///
  /// - `earliest`: the start lies no earlier; equal in all parties.
  public func agreeOnStart(_ place: inout Place, earliest: UInt64) -> UInt64 {
    place.meetings += 1
    let expected = place.meetings * parties
    // As in `meet`: a barrier before each race. It orders earlier races only, none within one.
    if arrived.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue == expected {
      let start = max(csr_ticks() + Self.startMarginTicks, earliest)
      startTicks.store(start, ordering: .releasing)
      place.lastStart = start
      return start
    }
    var turns = 0
    var start = startTicks.load(ordering: .acquiring)
    while start == place.lastStart {
      wait(&turns, place.party)
      start = startTicks.load(ordering: .acquiring)
    }
    goOn(turns, place.party)
    place.lastStart = start
    return start
  }

  @inline(__always)
  private func wait(_ turns: inout Int, _ party: Int) {
    turns += 1
    if turns < spinsMax { return csr_pause() }
    // Relaxed: for a watchdog, which needs to see what is, not an order.
    if turns == spinsMax { idle.bitwiseOr(1 << UInt8(party), ordering: .relaxed) }
    csr_yield()
  }

  @inline(__always)
  private func goOn(_ turns: Int, _ party: Int) {
    if turns >= spinsMax { idle.bitwiseAnd(~(1 << UInt8(party)), ordering: .relaxed) }
  }
}
