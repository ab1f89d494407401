import ScheduleKit

/// How the shrinking of one finding went, for people.
public struct ShrinkReport: Hashable, Sendable {
  public var state: ShrinkState
  /// Operators, actions and reactions before and after; operations of a primitive's script.
  public var partsBefore: Int
  public var parts: Int
  public var trials = 0
  public var milliseconds: UInt64 = 0
  /// What they are called.
  public var unit: String

  init(
    state: ShrinkState, partsBefore: Int, parts: Int, trials: Int = 0, milliseconds: UInt64 = 0,
    unit: String = Finding.sizeUnit
  ) {
    self.unit = unit
    self.state = state
    self.partsBefore = partsBefore
    self.parts = parts
    self.trials = trials
    self.milliseconds = milliseconds
  }

  /// Whether the failure was seen again.
  public var wasReproduced: Bool { state != .notReproduced && state != .confirming }

  /// One line, for example `shrunk from 14 to 4 parts in 212 trials, 3.1 s`.
  public var words: String {
    let cost =
      "in \(NumberWords.counted(UInt64(trials), "trial")), "
      + NumberWords.duration(milliseconds: milliseconds)
    switch state {
    case .notReproduced, .confirming:
      return "not shrunk: too rare to be distinguished from a pass \(cost)"
    case .minimal where parts == partsBefore: return "minimal as it was found, \(cost)"
    case .minimal: return "shrunk from \(partsBefore) to \(parts) \(unit) \(cost)"
    case .cut where parts == partsBefore: return "not shrunk: its time was up"
    case .cut, .shrinking:
      return "shrunk from \(partsBefore) to \(parts) \(unit) \(cost), when its time was up"
    }
  }
}
