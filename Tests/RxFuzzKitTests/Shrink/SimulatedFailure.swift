import ScheduleKit
import Testing

@testable import RxFuzzKit

/// Drives a shrinker without racing anything: a scenario fails where a predicate says so, in each race with
/// some probability.
struct SimulatedFailure {
  let fails: (Scenario) -> Bool
  var oneRaceIn: UInt64 = 1
  var chance = SeededGenerator(seed: 5)

  init(oneRaceIn: UInt64 = 1, fails: @escaping (Scenario) -> Bool) {
    self.fails = fails
    self.oneRaceIn = oneRaceIn
  }

  static func finding(_ scenario: Scenario, message: String = "broken") -> Finding {
    Finding(invariant: .term1, message: message, scenario: scenario)
  }

  /// Runs to the end and returns the shrinker.
  mutating func shrink(
    _ scenario: Scenario, choices: [UInt32]? = nil, library: PaperLibrary = PaperLibrary()
  ) -> Shrinker<Finding> {
    let finding = Self.finding(scenario)
    var shrinker = Shrinker(
      finding, lock: FindingFingerprint(finding), draft: ShrinkDraft(scenario, choices: choices),
      library: library)
    while let trial = shrinker.trial { shrinker.record(outcome(of: trial)) }
    return shrinker
  }

  private mutating func outcome(of trial: Shrinker<Finding>.Trial) -> Shrinker<Finding>.Outcome {
    guard fails(trial.subject) else { return .held(races: trial.races) }
    for race in 1...trial.races where chance.below(Int(oneRaceIn)) == 0 {
      return .failed(Self.finding(trial.subject), races: race)
    }
    return .held(races: trial.races)
  }
}

extension Shrinker {
  /// Runs to the end, where one trial of three fails again, and looks at what each trial would race.
  mutating func run(
    _ chance: inout SeededGenerator, failing: (Draft.Subject) -> Failure,
    look: (Draft.Subject) throws -> Void
  ) rethrows {
    var last = size
    while let trial {
      try look(trial.subject)
      if state == .confirming || chance.below(3) == 0 {
        record(.failed(failing(trial.subject), races: 1))
      } else {
        record(.held(races: trial.races))
      }
      #expect(size <= last)
      last = size
    }
    #expect(state == .minimal)
  }
}
