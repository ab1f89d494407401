/// Cuts blocks out of the recorded choices, or sets them to zero, and lets the generator say what that means.
///
/// It sees what edits of the structure cannot: a graph that was drawn differently from the start. Only
/// coarse blocks are tried, because the other passes do the fine work in fewer races.
/// Source: MacIver and Donaldson, "Test-case reduction via test-case generation", ECOOP 2020.
struct ShortenChoicesPass: ShrinkPass {
  let name = "shorten choices"
  let generator: ScenarioGenerator
  private static let blocksMax = 8

  init(generator: ScenarioGenerator) { self.generator = generator }

  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft] {
    guard let choices = draft.choices, choices.count > 1 else { return [] }
    var candidates: [ShrinkDraft] = []
    var blocks = 2
    while blocks <= Self.blocksMax, blocks <= choices.count {
      for block in 0..<blocks {
        let range = block * choices.count / blocks..<(block + 1) * choices.count / blocks
        var cut = choices
        cut.removeSubrange(range)
        var zeroed = choices
        zeroed.replaceSubrange(range, with: repeatElement(0, count: range.count))
        candidates += [self.draft(cut), self.draft(zeroed)]
      }
      blocks *= 2
    }
    return candidates
  }

  private func draft(_ choices: [UInt32]) -> ShrinkDraft {
    var stream = ChoiceStream(replaying: choices)
    let generated = generator.generate(&stream)
    return ShrinkDraft(generated.scenario, choices: generated.choices)
  }
}
