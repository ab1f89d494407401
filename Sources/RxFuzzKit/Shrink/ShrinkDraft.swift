/// A scenario on its way to being smaller, with the choices that mean it, as long as they do.
struct ShrinkDraft: QueuedDraft {
  var scenario: Scenario
  /// The recording that the generator turns into exactly this scenario; nil once its structure was edited.
  var choices: [UInt32]?

  init(_ scenario: Scenario, choices: [UInt32]? = nil) {
    self.scenario = scenario
    self.choices = choices
  }

  var subject: Scenario { scenario }

  var queues: [[Action]] {
    get { scenario.queues }
    set {
      scenario.queues = newValue
      choices = nil
    }
  }

  /// The queues' actions, those before the race, and those of each reaction.
  var lists: [[Action]] {
    get { scenario.queues + [scenario.before] + scenario.reactions.map(\.actions) }
    set {
      let count = scenario.queues.count
      scenario.queues = Array(newValue[..<count])
      scenario.before = newValue[count]
      for (index, actions) in newValue[(count + 1)...].enumerated() {
        scenario.reactions[index].actions = actions
      }
      choices = nil
    }
  }

  func repaired() -> ShrinkDraft {
    let whole = ScenarioRepair.repaired(scenario)
    return ShrinkDraft(whole, choices: whole == scenario ? choices : nil)
  }

  func isFit(for library: any LibraryUnderTest) -> Bool {
    ScenarioValidation.validate(
      scenario, subjectsSerialise: library.serialisesSubjects,
      observersSend: library.observersSendElements) == nil
      && (try? ScenarioPlan(scenario, library: library)) != nil
  }

  static func size(of scenario: Scenario) -> ShrinkSize { ShrinkSize(scenario) }

  static func passes(for library: any LibraryUnderTest) -> [any ShrinkPass<ShrinkDraft>] {
    ShrinkPasses.ofScenarios(generator: ScenarioGenerator(library: library))
  }
}

extension Finding: ShrinkableFailure {
  var fingerprint: FindingFingerprint { FindingFingerprint(self) }
  var subject: Scenario { scenario }
  var races: UInt64 { (iteration ?? 0) + 1 }
  static var sizeUnit: String { "parts" }
  static var isExplorable: Bool { true }
  func title(ordinal: Int) -> String { "finding \(ordinal)" }

  /// With the recording that means the scenario, where a run has drawn it.
  func draft(for library: any LibraryUnderTest) -> ShrinkDraft {
    guard let seed, let iteration else { return ShrinkDraft(scenario) }
    let (batch, place) = iteration.quotientAndRemainder(
      dividingBy: UInt64(ScenarioGenerator.iterationsPerScenario))
    let generated = ScenarioGenerator(library: library).generate(
      seed: seed, batch: batch, iteration: place)
    return ShrinkDraft(
      scenario, choices: generated.scenario == scenario ? generated.choices : nil)
  }

  mutating func adopt(_ seen: Finding, of scenario: Scenario) {
    invariant = seen.invariant
    message = seen.message
    self.scenario = scenario
    records = seen.records
    details = seen.details
    schedule = seen.schedule
  }
}
