/// Lowers numbers: the hold, operators' parameters, triggers; and lets a plain feed stand for a subject.
struct SimplifyParametersPass: ShrinkPass {
  let name = "simplify parameters"

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    let scenario = draft.scenario
    return plainFeeds(scenario) + holds(scenario) + parameters(scenario) + triggers(scenario)
      + advances(scenario)
  }

  /// Each source that scripts drive becomes a simpler one of them, wherever its letter stands.
  private func plainFeeds(_ scenario: Scenario) -> [ShrinkDraft] {
    scenario.feeds.flatMap { feed in
      ["feed", "subject"].map { row in
        var simpler = scenario
        simpler.chain = Self.replacingSources(of: feed, by: row, in: scenario.chain)
        return ShrinkDraft(simpler)
      }
    }
  }

  private static func replacingSources(of feed: Int, by row: String, in chain: Chain) -> Chain {
    guard !chain.inputs.isEmpty else { return chain.label == feed ? Chain(row, [feed]) : chain }
    var copy = chain
    copy.inputs = chain.inputs.map { replacingSources(of: feed, by: row, in: $0) }
    return copy
  }

  private func holds(_ scenario: Scenario) -> [ShrinkDraft] {
    guard scenario.holdSpins > 0 else { return [] }
    return [0, scenario.holdSpins / 2].map { spins in
      var simpler = scenario
      simpler.holdSpins = spins
      return ShrinkDraft(simpler)
    }
  }

  private func parameters(_ scenario: Scenario) -> [ShrinkDraft] {
    let chain = scenario.chain
    return chain.paths.flatMap { path -> [ShrinkDraft] in
      let node = chain.node(at: path)
      let kinds = Catalogue.row(named: node.row)?.parameters ?? []
      return zip(node.parameters.indices, kinds).flatMap { index, kind -> [ShrinkDraft] in
        // A feed's letter says which script drives it; `RenamePass` tidies letters up.
        guard kind != .feed else { return [] }
        let value = node.parameters[index]
        let simplest = kind.drawn.lowerBound
        let lower = Set([simplest, (simplest + value) / 2, value - 1]).filter {
          $0 < value && $0 >= simplest
        }
        return lower.sorted().map { number in
          var simpler = node
          simpler.parameters[index] = number
          var edited = scenario
          edited.chain = chain.replacing(path, with: simpler)
          return ShrinkDraft(edited)
        }
      }
    }
  }

  /// All clocks are moved by less.
  private func advances(_ scenario: Scenario) -> [ShrinkDraft] {
    guard scenario.isVirtual else { return [] }
    return [{ $0 / 2 }, { max(0, $0 - 1) }].map { (shorter: (Int) -> Int) in
      ShrinkDraft(scenario.editingActions { $0.map { $0.renumbered(span: shorter) } })
    }
  }

  private func triggers(_ scenario: Scenario) -> [ShrinkDraft] {
    scenario.reactions.indices.compactMap { index in
      let trigger = scenario.reactions[index].trigger
      guard let ordinal = trigger.ordinal, ordinal > 1 else { return nil }
      var simpler = scenario
      simpler.reactions[index].trigger = trigger.at(ordinal - 1)
      return ShrinkDraft(simpler)
    }
  }
}
