import ScheduleKit

/// The scenarios that a child leaves out, most of the time: those that hold what is known to end its process.
struct Avoidance: Sendable {
  /// Cores that a message carries at most.
  static let coresMax = 32

  /// Small failing scenarios.
  private let scenarios: [Scenario]
  private let cores: [ScenarioCore]
  /// Of so many batches that hold one of them, one is raced; 1: all are.
  let period: UInt64

  init(_ scenarios: [Scenario] = [], period: UInt64 = 1) {
    self.scenarios = Array(scenarios.prefix(Self.coresMax))
    self.period = period
    cores = self.scenarios.map(ScenarioCore.init)
  }

  /// What `add(to:)` gave; nothing is left out where there was nothing.
  init(_ fields: FieldText) {
    let scenarios = (0..<Self.coresMax).compactMap { number in
      fields["avoid\(number)"].flatMap { try? ScenarioCodec.parse($0) }
    }
    self.init(scenarios, period: fields.number("period") ?? 1)
  }

  func add(to fields: inout FieldText) {
    guard period > 1, !scenarios.isEmpty else { return }
    fields.add("period", period)
    for (number, scenario) in scenarios.enumerated() {
      fields.add("avoid\(number)", ScenarioCodec.print(scenario))
    }
  }

  /// Whether the scenario of that batch is left out.
  func leavesOut(_ scenario: Scenario, batch: UInt64) -> Bool {
    guard period > 1, batch % period != 0 else { return false }
    return cores.contains { $0.isContained(in: scenario) }
  }
}
