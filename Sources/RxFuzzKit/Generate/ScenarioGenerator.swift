import ScheduleKit

/// Draws scenarios from a stream of choices: a graph, one race template on it, and, but for plain aims, some noise.
///
/// Every scenario is lawful in the sense of `ScenarioValidation`. The same choices mean the same scenario for
/// the same library, and zero is the simplest choice everywhere, so that lowering or cutting a recording
/// yields a simpler scenario. Thread-safety: a value without shared state.
public struct ScenarioGenerator: Sendable {
  /// Iterations of a batch: they share one scenario, or, in the survey at the start of a run, a few.
  public static let iterationsPerScenario = 128

  private let library: String
  private let subjectsSerialise: Bool
  private let observersSend: Bool
  private let hasVirtualTime: Bool
  private let graphs: GraphDraw
  /// What scenarios are aimed at, in turn.
  let aims: AimTable

  public init(library: any LibraryUnderTest) {
    self.library = library.name
    subjectsSerialise = library.serialisesSubjects
    observersSend = library.observersSendElements
    let rows = (Catalogue.everywhere + Catalogue.own).filter {
      library.binding(forRow: $0.name) != nil
    }
    graphs = GraphDraw(rows: rows)
    hasVirtualTime = library.hasVirtualClocks
    aims = AimTable(
      rows: rows, subjectsSerialise: library.serialisesSubjects, hasVirtualTime: hasVirtualTime)
  }

  /// The scenario of one batch of a run, or of a part of it (see `parts(ofBatch:)`): a function of these alone, for one
  /// library.
  public func scenario(seed: UInt64, batch: UInt64, part: UInt64 = 0) -> Scenario {
    generate(seed: seed, batch: batch, part: part).scenario
  }

  /// The scenarios of a run, in the order in which it races them; without end.
  public func scenarios(seed: UInt64) -> some Sequence<Scenario> {
    (0...).lazy.flatMap { (batch: UInt64) in
      (0..<aims.parts(ofBatch: batch)).lazy.map { scenario(seed: seed, batch: batch, part: $0) }
    }
  }

  /// The scenario that those choices mean.
  public func scenario(_ choices: inout ChoiceStream) -> Scenario {
    generate(&choices).scenario
  }

  /// As `scenario(seed:batch:part:)`, with its templates and choices.
  public func generate(seed: UInt64, batch: UInt64, part: UInt64 = 0) -> GeneratedScenario {
    var choices = ChoiceStream(
      generator: SeededGenerator(
        seed: seed, stream: Self.streamNumber(batch: batch, part: part)),
      after: aims.turn(seed: seed, batch: batch, part: part))
    return generate(&choices)
  }

  /// As `scenario(_:)`, with its templates and choices.
  public func generate(_ choices: inout ChoiceStream) -> GeneratedScenario {
    let aim = aims.draw(&choices)
    let (chain, focus) = graphs.graph(&choices, aim: aim, subjectsSerialise: subjectsSerialise)
    let capabilities = GraphCapabilities(
      chain: chain, subjectsSerialise: subjectsSerialise, observersSend: observersSend,
      hasVirtualTime: hasVirtualTime, focus: focus)
    var draft = ScenarioDraft(library: library, capabilities: capabilities)
    // Plain ones have two, so that of all scenarios six of seven do.
    let queues = 2 + choices.drawWeighted([78, 15, 7])
    let (name, race) = drawRace(on: capabilities, aim: aim, &choices)
    let isLawful = draft.add(race)
    precondition(isLawful, "the race template \(name) breaks the rules of scenarios")
    var templates = [name]
    if aim?.isPlain ?? false {
      draft.drawTime(&choices)
      draft.drawHold(&choices)
      return GeneratedScenario(
        scenario: draft.numbered(), templates: templates, choices: choices.recorded)
    }
    if choices.unusual(1, outOf: 8) {
      let (second, race) = drawRace(on: capabilities, aim: nil, &choices)
      if second != name, draft.add(race) { templates.append(second) }
    }
    draft.drawTime(&choices)
    draft.addSubscriptions(&choices)
    draft.addNoise(queues: queues, &choices)
    draft.drawHolders(&choices)
    draft.drawHold(&choices)
    return GeneratedScenario(
      scenario: draft.numbered(), templates: templates, choices: choices.recorded)
  }

  /// Takes the template of the aim, or draws one of the applicable ones, and draws its race, with either queue first.
  private func drawRace(
    on capabilities: GraphCapabilities, aim: Aim?, _ choices: inout ChoiceStream
  ) -> (name: String, race: Race) {
    let aimed = aim.map(\.template).flatMap {
      $0.needs.isSubset(of: capabilities.offers) ? $0 : nil
    }
    let applicable = RaceTemplates.all.filter { $0.needs.isSubset(of: capabilities.offers) }
    let template = aimed ?? applicable[choices.drawWeighted(applicable.map(\.weight))]
    guard let race = template.race(on: capabilities, &choices) else {
      preconditionFailure("the race template \(template.name) refuses what it says it needs")
    }
    return (template.name, choices.unusual(1, outOf: 2) ? race.swapped : race)
  }
}
