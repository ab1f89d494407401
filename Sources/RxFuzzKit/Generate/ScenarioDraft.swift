/// A scenario that grows part by part and stays lawful: an addition that would not be is left out.
struct ScenarioDraft {
  /// Actions that one queue is given, of the more that a corpus file may hold.
  private static let actionsPerQueueMax = 4
  /// Subscriptions of one scenario, of the more that a corpus file may hold.
  private static let subscriptionsMax = 3
  static let beforeMax = 3

  let capabilities: GraphCapabilities
  private var scenario: Scenario

  init(library: String, capabilities: GraphCapabilities) {
    self.capabilities = capabilities
    scenario = Scenario(library: library, chain: capabilities.chain, queues: [[], []])
  }

  /// The scenario with its payloads numbered 1, 2, 3, ... in the order of `Scenario.actions`.
  func numbered() -> Scenario {
    var payload = 0
    func numbered(_ action: Action) -> Action {
      guard case .next(let feed, _) = action else { return action }
      payload += 1
      return .next(feed: feed, payload: payload)
    }
    var result = scenario
    result.before = scenario.before.map(numbered)
    result.queues = scenario.queues.map { $0.map(numbered) }
    for index in result.reactions.indices {
      result.reactions[index].actions = scenario.reactions[index].actions.map(numbered)
    }
    return result
  }

  /// Adds a race to the first two queues; false where it does not fit what is there.
  mutating func add(_ race: Race) -> Bool {
    attempt { scenario in
      scenario.before += race.before
      scenario.queues[0] += race.first
      scenario.queues[1] += race.second
      scenario.reactions += race.reactions
      scenario.holders.merge(race.holders) { _, new in new }
      scenario.holdSpins = max(scenario.holdSpins, race.holdSpins)
      scenario.isVirtual = scenario.isVirtual || race.isVirtual
    }
  }

  /// Where a graph may go by virtual time, it mostly does: such a race waits for nothing and its judge knows all.
  mutating func drawTime(_ choices: inout ChoiceStream) {
    guard !capabilities.clocks.isEmpty, scenario.isVirtual || choices.unusual(3, outOf: 4) else {
      return
    }
    scenario.isVirtual = true
    for clock in capabilities.clocks {
      // A clock has one driver.
      let queue = driver(of: clock) ?? choices.draw(2)
      for _ in 0..<1 + choices.draw(2) {
        let step = capabilities.advance(&choices, clock: clock)
        let position = choices.draw(scenario.queues[queue].count + 1)
        _ = attempt { $0.queues[queue].insert(step, at: position) }
      }
    }
    if choices.unusual(1, outOf: 4) {
      let step = capabilities.advance(&choices, clock: capabilities.clocks[0])
      _ = attempt { $0.before.append(step) }
    }
  }

  private func driver(of clock: Int) -> Int? {
    scenario.queues.firstIndex { $0.contains { $0.clock == clock } }
  }

  /// Mostly one subscription; a second and third are there from the start, arrive, or leave.
  mutating func addSubscriptions(_ choices: inout ChoiceStream) {
    let wanted = 1 + choices.drawWeighted([80, 15, 5])
    let present = Set(scenario.subscriptions)
    for number in 1...Self.subscriptionsMax where number <= wanted && !present.contains(number) {
      switch choices.draw(3) {
      case 0: _ = attempt { $0.before.append(.subscribe(subscription: number)) }
      case 1: _ = insert(.dispose(subscription: number), intoOneOf: 2, &choices)
      default: _ = insert(.subscribe(subscription: number), intoOneOf: 2, &choices)
      }
    }
  }

  /// Fills the further queues, and adds a few actions and reactions that no template asked for.
  mutating func addNoise(queues: Int, _ choices: inout ChoiceStream) {
    for queue in 2..<max(2, queues) {
      scenario.queues.append([.dispose(subscription: 1)])
      let action = noise(&choices)
      _ = attempt { $0.queues[queue] = [action] }
    }
    for _ in 0..<choices.drawWeighted([5, 3, 2, 1]) {
      let action = noise(&choices)
      _ = insert(action, intoOneOf: queues, &choices)
    }
    if choices.unusual(1, outOf: 6), !capabilities.sources.isEmpty {
      let source = capabilities.source(&choices)
      _ = attempt { $0.before.append(.next(feed: source, payload: 0)) }
    }
    if choices.unusual(1, outOf: 12) {
      let trigger: Reaction.Trigger =
        switch choices.draw(6) {
        case 0: .next(ordinal: 1)
        case 1: .completed
        case 2: .error
        case 3: .next(ordinal: 2)
        case 4: .disposed
        default: .closure(ordinal: 1 + choices.draw(4))
        }
      let action = noise(&choices)
      let subscription = choices.element(of: scenario.subscriptions)
      let reaction = Reaction(subscription: subscription, trigger: trigger, actions: [action])
      _ = attempt { $0.reactions.append(reaction) }
    }
  }

  /// What holds each subscription; where that is a bag, some dispose calls become its last release.
  mutating func drawHolders(_ choices: inout ChoiceStream) {
    for number in scenario.subscriptions where scenario.holders[number] == nil {
      switch choices.drawWeighted([14, 2, 2, 2]) {
      case 0: break
      case 1: scenario.holders[number] = .serial
      case 2: scenario.holders[number] = .composite
      default:
        scenario.holders[number] = .bag
        guard choices.unusual(1, outOf: 2) else { continue }
        for queue in scenario.queues.indices {
          guard
            let position = scenario.queues[queue].firstIndex(of: .dispose(subscription: number))
          else { continue }
          scenario.queues[queue][position] = .drop(subscription: number)
          break
        }
      }
    }
  }

  private static let holdSpinsMaxOfTimers = 64

  /// Mostly observers return at once; now and then they hold their window open, up to a few hundred spins.
  mutating func drawHold(_ choices: inout ChoiceStream) {
    let spins: Int
    switch choices.drawWeighted([16, 3, 1]) {
    case 0: spins = 0
    case 1: spins = 1 + choices.draw(32)
    default: spins = 33 + choices.draw(256)
    }
    // A race that needs a slow observer keeps it.
    scenario.holdSpins = max(scenario.holdSpins, spins)
    // The observers of a whole batch share a timer's queue, which must come to an end before they are due again.
    guard !scenario.isVirtual, ScenarioFacts.usesTime(scenario.chain) else { return }
    scenario.holdSpins = min(scenario.holdSpins, Self.holdSpinsMaxOfTimers)
  }

  /// Draws an action that may or may not be lawful where it is put.
  private func noise(_ choices: inout ChoiceStream) -> Action {
    let present = scenario.subscriptions
    let hasSources = !capabilities.sources.isEmpty
    switch choices.drawWeighted([2, hasSources ? 6 : 0, hasSources ? 1 : 0, hasSources ? 1 : 0, 1])
    {
    case 0: return .dispose(subscription: choices.element(of: present))
    case 1: return .next(feed: capabilities.source(&choices), payload: 0)
    case 2: return .completed(feed: capabilities.source(&choices))
    case 3: return .error(feed: capabilities.source(&choices))
    default: return .subscribe(subscription: min(present.count + 1, Self.subscriptionsMax))
    }
  }

  private mutating func insert(
    _ action: Action, intoOneOf queues: Int, _ choices: inout ChoiceStream
  ) -> Bool {
    let queue = choices.draw(queues)
    let position = choices.draw(scenario.queues[queue].count + 1)
    return attempt { $0.queues[queue].insert(action, at: position) }
  }

  /// Makes the change if the scenario stays lawful and small.
  private mutating func attempt(_ change: (inout Scenario) -> Void) -> Bool {
    var changed = scenario
    change(&changed)
    let isSmall =
      changed.before.count <= Self.beforeMax
      && changed.queues.allSatisfy { $0.count <= Self.actionsPerQueueMax }
    guard isSmall,
      ScenarioValidation.validate(
        changed, subjectsSerialise: capabilities.subjectsSerialise,
        observersSend: capabilities.observersSend) == nil
    else { return false }
    scenario = changed
    return true
  }
}
