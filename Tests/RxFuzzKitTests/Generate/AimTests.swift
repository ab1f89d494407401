import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("What scenarios are aimed at")
struct AimTests {
  private let generator = ScenarioGenerator(library: PaperLibrary())
  private static let batches = UInt64(1_000_000 / ScenarioGenerator.iterationsPerScenario)

  private struct Pair: Hashable {
    let template: String
    let row: String
  }

  private var due: Set<Pair> {
    Set(generator.aims.pairs.map { Pair(template: $0.template.name, row: $0.row.name) })
  }

  /// The pairs of template and operator that those batches meet.
  private func met(_ batches: some Sequence<UInt64>, seed: UInt64) -> Set<Pair> {
    var met: Set<Pair> = []
    for batch in batches {
      let drawn = generator.generate(seed: seed, batch: batch)
      for template in drawn.templates {
        for row in RacedPaths(drawn.scenario, template: template).rows {
          met.insert(Pair(template: template, row: row))
        }
      }
    }
    return met
  }

  @Test(
    "every template meets every operator it applies to within a million iterations",
    arguments: [42, 7] as [UInt64])
  func everyPair(seed: UInt64) {
    // The survey and one round of turns, two of three batches each.
    let round = generator.aims.surveyBatches + UInt64(generator.aims.pairs.count) * 3 / 2 + 3
    #expect(round <= Self.batches)
    let missing = due.subtracting(met(0..<round, seed: seed))
    #expect(missing.isEmpty, "\(missing.map { "\($0.template): \($0.row)" }.sorted())")
  }

  @Test("where sources meet, races of two drivers have several turns in a round")
  func meeting() {
    func turns(_ template: String, _ row: String) -> Int {
      generator.aims.pairs.count { $0.template.name == template && $0.row.name == row }
    }
    for row in ["merge", "takeUntil", "zip", "flatMap"] {
      #expect(turns("next ‖ error", row) == 6 && turns("next ‖ next", row) == 6)
      #expect(turns("next ‖ dispose", row) == 1)
    }
    #expect(turns("next ‖ error", "map") == 1)
    let aims = generator.aims
    var plain: Set<Bool> = []
    for number in 0..<UInt64(aims.pairs.count) {
      var choices = ChoiceStream(
        replaying: aims.turn(seed: 9, batch: aims.surveyBatches + number / 2 * 3 + number % 2))
      guard let aim = aims.draw(&choices), aim.template.name == "next ‖ error",
        aim.row.name == "takeUntil"
      else { continue }
      plain.insert(aim.isPlain)
    }
    #expect(plain == [true, false])
  }

  @Test("a run begins with each way to write each row, among others and then plain")
  func survey() {
    struct Sight: Hashable {
      let row: String
      let form: Int?
    }
    let aims = generator.aims
    let batches = aims.surveyBatches / 4
    func seen(_ round: UInt64) -> (sights: Set<Sight>, plain: Set<Bool>) {
      var (sights, plain) = (Set<Sight>(), Set<Bool>())
      for batch in round * batches..<(round + 1) * batches {
        for part in 0..<aims.parts(ofBatch: batch) {
          var choices = ChoiceStream(replaying: aims.turn(seed: 5, batch: batch, part: part))
          guard let aim = aims.draw(&choices) else { continue }
          sights.insert(Sight(row: aim.row.name, form: aim.form))
          plain.insert(aim.isPlain)
        }
      }
      return (sights, plain)
    }
    let due = Catalogue.rows.filter { $0.weight > 0 }.flatMap { row -> [Sight] in
      row.forms.isEmpty
        ? [Sight(row: row.name, form: nil)]
        : row.forms.indices.map { Sight(row: row.name, form: $0) }
    }
    for (round, isPlain) in [(0, false), (1, true), (2, false), (3, true)] {
      let (sights, plain) = seen(UInt64(round))
      #expect(sights == Set(due) && plain == [isPlain])
    }
    let turns = batches / 3 * 2 * AimTable.partsInSurvey
    #expect(turns >= due.count && turns < due.count + 2 * Int(AimTable.partsInSurvey))
    #expect(aims.parts(ofBatch: aims.surveyBatches) == 1)
  }

  @Test("one of three batches of the survey is explored: each way to write each row more than once")
  func surveyExplored() {
    let aims = generator.aims
    var seen: [[UInt32]: Int] = [:]
    for batch in stride(from: 0, to: aims.surveyBatches, by: 3) {
      for part in 0..<aims.parts(ofBatch: batch) {
        var choices = ChoiceStream(replaying: aims.turn(seed: 5, batch: batch, part: part))
        guard let aim = aims.draw(&choices) else { continue }
        let row = Catalogue.rows.firstIndex { $0.name == aim.row.name } ?? 0
        seen[[UInt32(row), UInt32(aim.form ?? 0)], default: 0] += 1
      }
    }
    #expect(seen.count == aims.survey.count)
    #expect(seen.values.allSatisfy { $0 >= 2 })
  }

  @Test("a turn's form is the one that the scenario has")
  func forms() {
    let aims = generator.aims
    for batch in 0..<aims.surveyBatches {
      let part = batch % AimTable.partsInSurvey
      var choices = ChoiceStream(replaying: aims.turn(seed: 2, batch: batch, part: part))
      guard let aim = aims.draw(&choices), let form = aim.form else { continue }
      let nodes = generator.scenario(seed: 2, batch: batch, part: part).chain.nodes
      #expect(nodes.contains { $0.row == aim.row.name && $0.parameters.first == form })
    }
  }

  @Test("chance alone would leave pairs out, so that the count above can fail")
  func chanceAlone() {
    let unaimed = (0..<UInt64(4_000)).lazy.map { $0 * 3 + 2 }
    #expect(due.subtracting(met(unaimed, seed: 42)).count > 50)
  }

  @Test("every row that can be drawn is due for some template, and every template for some row")
  func complete() {
    #expect(Set(due.map(\.row)) == Set(Catalogue.rows.filter { $0.weight > 0 }.map(\.name)))
    #expect(Set(due.map(\.template)) == Set(RaceTemplates.all.map(\.name)))
  }

  @Test("the races that are asked for are all among the templates")
  func asked() {
    let asked = [
      "completed ‖ dispose", "error ‖ dispose", "next ‖ completed", "next ‖ dispose",
      "next ‖ next", "subscribe ‖ dispose", "subscribe ‖ completed", "dispose ‖ dispose",
      "inner completed ‖ outer completed", "connect ‖ last dispose",
      "first subscribe ‖ last dispose", "timer ‖ dispose", "dispose inside onNext",
      "re-entrant on inside onNext", "subscribe inside onNext", "drop bag ‖ completed",
    ]
    #expect(Set(asked).isSubset(of: RaceTemplates.all.map(\.name)))
  }

  /// Scenarios that are aimed at that pair, and nothing beside.
  private func plainScenarios(_ template: String, _ row: String) -> [Scenario] {
    let aims = generator.aims
    return aims.pairs.indices.filter {
      aims.pairs[$0].template.name == template && aims.pairs[$0].row.name == row
    }.flatMap { pair in
      (0..<UInt64(60)).map { seed in
        var choices = ChoiceStream(
          generator: SeededGenerator(seed: seed, stream: UInt64(pair)),
          after: [UInt32(pair + 1), 0, 0, 0])
        return generator.scenario(&choices)
      }
    }
  }

  @Test("where two sources end at once, what else there is has ended before in some races")
  func others() {
    let merges = plainScenarios("completed ‖ completed", "merge").filter { $0.feeds.count == 3 }
    let decisive = merges.count {
      Set($0.actions.compactMap { if case .completed(let feed) = $0 { feed } else { nil } }).count
        == 3
    }
    #expect(decisive > merges.count / 5 && decisive < merges.count)
  }

  @Test("a race that ends sources is given sources that can end, and others the rest as well")
  func ending() {
    func endless(_ template: String) -> Int {
      plainScenarios(template, "zip").count { scenario in
        scenario.chain.inputs.prefix(2).contains {
          Catalogue.row(named: $0.row)?.traits.contains(.endless) ?? false
        }
      }
    }
    #expect(endless("next ‖ completed") == 0)
    #expect(endless("next ‖ next") > 20)
  }

  @Test("two drivers are mostly two sources, where there are two")
  func drivers() {
    let races = plainScenarios("next ‖ next", "merge")
    let apart = races.count { $0.queues[0].first?.feed != $0.queues[1].first?.feed }
    #expect(apart > races.count * 7 / 10 && apart < races.count)
  }

  @Test("rounds give a pair of operators after another its turn")
  func links() {
    let aims = generator.aims
    var turns: Set<[UInt32]> = []
    let pairs = UInt64(aims.pairs.count)
    for round in 0..<UInt64(4) {
      // Two of three batches are aimed.
      let start = round * pairs
      for number in start..<start + 50 {
        let turn = aims.turn(seed: 1, batch: aims.surveyBatches + number / 2 * 3 + number % 2)
        #expect(turn[0] > 0)
        turns.insert(turn)
      }
    }
    #expect(turns.count == 200)
  }

  @Test("a scenario that is aimed at a pair of operators holds it, and drives what passes through")
  func aimed() {
    let aims = generator.aims
    var (held, asked) = (0, 0)
    for batch in 0..<UInt64(6_000) where batch % 3 != 2 {
      let turn = aims.turn(seed: 3, batch: batch)
      var choices = ChoiceStream(replaying: turn)
      guard let aim = aims.draw(&choices), let child = aim.child, aim.row.inputs.upperBound > 0
      else { continue }
      let scenario = generator.scenario(seed: 3, batch: batch)
      asked += 1
      let link = RacedPaths.Link(row: aim.row.name, input: child.name)
      if RacedPaths(scenario, template: aim.template.name).links.contains(link) { held += 1 }
    }
    #expect(asked > 1_000)
    // A child that cannot be driven as the race needs gives way.
    #expect(held > asked * 3 / 4)
  }

  @Test(
    "half of the turns are plain: the operator on its own sources, two queues, one subscriber to begin with"
  )
  func plain() {
    let aims = generator.aims
    var (plain, others) = (0, 0)
    for batch in 0..<UInt64(6_000) where batch % 3 != 2 {
      var choices = ChoiceStream(replaying: aims.turn(seed: 3, batch: batch))
      guard let aim = aims.draw(&choices) else { continue }
      guard aim.isPlain else {
        others += 1
        continue
      }
      plain += 1
      let drawn = generator.generate(seed: 3, batch: batch)
      #expect(drawn.scenario.queues.count == 2)
      #expect(drawn.scenario.chain.row == aim.row.name)
      let isFlat = drawn.scenario.chain.inputs.allSatisfy { $0.inputs.isEmpty }
      #expect(isFlat)
      #expect(drawn.templates.count == 1)
    }
    #expect(plain > 1_800 && others > 1_800)
  }

  @Test("two ends at an operator where sources meet are mostly those of two sources")
  func twoEnds() {
    let aims = generator.aims
    let names = ["completed ‖ completed", "error ‖ completed", "error ‖ error"]
    var (apart, asked) = (0, 0)
    for batch in 0..<UInt64(20_000) where batch % 3 != 2 {
      var choices = ChoiceStream(replaying: aims.turn(seed: 3, batch: batch))
      guard let aim = aims.draw(&choices), names.contains(aim.template.name),
        aim.row.inputs.lowerBound > 1
      else { continue }
      let scenario = generator.scenario(seed: 3, batch: batch)
      let ended = scenario.queues.prefix(2).joined().compactMap { action -> Int? in
        switch action {
        case .completed(let feed), .error(let feed): feed
        case .next, .subscribe, .dispose, .drop, .advance: nil
        }
      }
      asked += 1
      if Set(ended).count > 1 { apart += 1 }
    }
    #expect(asked > 100)
    #expect(apart > asked * 2 / 3, "\(apart) of \(asked)")
  }
}
