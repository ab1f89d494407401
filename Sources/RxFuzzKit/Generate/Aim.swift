import ScheduleKit

/// What one scenario is drawn to meet: a race template, on a graph in which the raced events pass through one operator,
/// and through another one just before.
///
/// A draw without an aim meets whatever is common. Aims take turns instead, so that every pair of template and operator
/// has its scenario within a run of a million iterations, and every pair of operators below it within longer ones.
struct Aim: Sendable {
  let template: RaceTemplate
  let row: OperatorRow
  /// Feeds the row; nil: whatever the draw gives.
  var child: OperatorRow?
  /// Whether nothing stands around the row and nothing happens beside the template's race: what further operators and
  /// actions would hide shows there, and what only they bring about shows in the other half.
  var isPlain = false
  /// Which of the ways to write the row it is; nil: whatever the draw gives.
  var form: Int?
}

extension Aim {
  /// Whether the template can meet that operator: its race needs what graphs through the operator can offer.
  ///
  /// What only some operators are (timed, shared, ...) the operator must be itself; what sources offer, the
  /// sources below it may.
  static func fits(
    _ template: RaceTemplate, _ row: OperatorRow, subjectsSerialise: Bool
  ) -> Bool {
    let own = GraphCapabilities.Needs(of: row)
    guard template.needs.intersection(.ofOperators).isSubset(of: own) else { return false }
    let isSource = row.traits.contains(.feed)
    guard row.inputs.upperBound == 0 else {
      return subjectsSerialise || !template.needs.contains(.subject)
    }
    let sources = template.needs.intersection([.source, .twoDrivers, .subject])
    if sources.isEmpty { return true }
    if !isSource { return false }
    // One feed has one driver, and only a serialised subject has several.
    let isSerialised = subjectsSerialise && row.traits.contains(.hot)
    return isSerialised || sources == .source
  }
}

/// The aims of one library, in a fixed order, and whose turn it is.
struct AimTable: Sendable {
  /// Every pair of template and row that fit each other, some of them several times in a round.
  let pairs: [Aim]
  /// The rows that may feed an aim's row.
  let children: [OperatorRow]
  /// What a run begins with: each way to write each row, so that what is wrong with any of them soon has its race.
  let survey: [Sight]
  /// The most ways to write one row.
  private let formsMax: Int

  /// One way to write a row, with the pairs that it may be met in.
  struct Sight: Sendable {
    let pairs: [Int]
    /// Nil where there is one way only.
    let form: Int?
  }

  /// Turns of each template in a round.
  private static let turnsMin = 32

  /// Turns that a race of two drivers has in a round at an operator of several inputs.
  private static let turnsWhereSourcesMeet = 6

  /// Turns of each way to write a row before all pairs take turns: every other one plain, each with another template.
  private static let surveyRounds: UInt64 = 4

  /// Scenarios that share the iterations of a batch in the survey: what is wrong whoever comes first shows at once, and
  /// chance has its many iterations behind the survey.
  static let partsInSurvey: UInt64 = 8

  /// Of three batches in a row, the last one is drawn without an aim: what nobody thought of is met there.
  private static let period: UInt64 = 3
  private static let aimedInPeriod = period - 1

  init(rows: [OperatorRow], subjectsSerialise: Bool, hasVirtualTime: Bool = false) {
    let drawn = rows.filter { $0.weight > 0 }
    let templates = RaceTemplates.all.filter { hasVirtualTime || !$0.needs.contains(.clock) }
    pairs = templates.flatMap { template -> [Aim] in
      let fitting = drawn.filter {
        Aim.fits(template, $0, subjectsSerialise: subjectsSerialise)
      }
      guard !fitting.isEmpty else { return [] }
      // A template for few operators has as many turns as one for a dozen.
      let turns = (0..<max(fitting.count, Self.turnsMin)).map { fitting[$0 % fitting.count] }
      // Where sources meet it matters much who sends what: a few turns leave some of that out.
      let drivers = template.needs.union(template.wants).contains(.twoDrivers)
      let meeting = drivers ? fitting.filter(\.joinsSources) : []
      let more = (1..<Self.turnsWhereSourcesMeet).flatMap { _ in meeting }
      return (turns + more).map { Aim(template: template, row: $0) }
    }
    survey = Self.survey(drawn, pairs)
    formsMax = drawn.map(\.forms.count).max() ?? 0
    children = drawn.filter {
      !$0.traits.contains(.asynchronous) && ($0.inputs.upperBound > 0 || $0.traits.contains(.feed))
    }
  }

  private static func survey(_ rows: [OperatorRow], _ pairs: [Aim]) -> [Sight] {
    let places = Dictionary(grouping: pairs.indices) { pairs[$0].row.name }
    return rows.flatMap { row -> [Sight] in
      guard let own = places[row.name] else { return [] }
      if row.forms.isEmpty { return [Sight(pairs: own, form: nil)] }
      return row.forms.indices.map { Sight(pairs: own, form: $0) }
    }
  }

  /// Turns of each round of the survey: whole batches, half of them explored.
  private var surveyTurnsInRound: UInt64 {
    let explored = 2 * Self.partsInSurvey
    return (UInt64(survey.count) + explored - 1) / explored * explored
  }

  /// Batches of the survey; behind them all pairs take turns, round after round.
  var surveyBatches: UInt64 {
    surveyTurnsInRound * Self.surveyRounds / Self.partsInSurvey / Self.aimedInPeriod * Self.period
  }

  /// Scenarios that share the iterations of that batch.
  func parts(ofBatch batch: UInt64) -> UInt64 { batch < surveyBatches ? Self.partsInSurvey : 1 }

  /// The first four choices of a scenario: which pair, whether there is more than that, which child, which form; 0 is none.
  /// - Parameters:
  ///   - batch: of the run.
  ///   - part: below `parts(ofBatch:)`.
  func turn(seed: UInt64, batch: UInt64, part: UInt64 = 0) -> [UInt32] {
    guard !pairs.isEmpty, batch % Self.period < Self.aimedInPeriod else { return [0, 0, 0, 0] }
    if batch < surveyBatches {
      return surveyTurn(seed: seed, Self.aimed(before: batch) * Self.partsInSurvey + part)
    }
    return roundTurn(seed: seed, Self.aimed(before: batch) - Self.aimed(before: surveyBatches))
  }

  /// Batches with an aim before that one.
  private static func aimed(before batch: UInt64) -> UInt64 {
    batch / period * aimedInPeriod + batch % period
  }

  private func surveyTurn(seed: UInt64, _ number: UInt64) -> [UInt32] {
    let (round, turn) = number.quotientAndRemainder(dividingBy: surveyTurnsInRound)
    // Every other batch is explored: what was in one of them is in none of the next round, and the other way round.
    let place = round.isMultiple(of: 2) ? turn : turn ^ Self.partsInSurvey
    var chance = SeededGenerator(seed: seed, stream: ~1)
    let start = UInt64(chance.below(survey.count))
    let index = (place * Self.stride(of: survey.count) + start) % UInt64(survey.count)
    let sight = survey[Int(index)]
    // Of the neighbours, which are alike, each meets another template; so does the same one in the next round.
    let step = UInt64(sight.pairs.count) / Self.surveyRounds + 1
    let pair = (index + start + round * step) % UInt64(sight.pairs.count)
    return [
      UInt32(sight.pairs[Int(pair)] + 1), round.isMultiple(of: 2) ? 1 : 0, 0,
      UInt32((sight.form ?? -1) + 1),
    ]
  }

  private func roundTurn(seed: UInt64, _ number: UInt64) -> [UInt32] {
    let (round, place) = number.quotientAndRemainder(dividingBy: UInt64(pairs.count))
    var chance = SeededGenerator(seed: seed, stream: ~0)
    let start = UInt64(chance.below(pairs.count))
    let parity = UInt64(chance.below(2))
    let pair = (place * Self.stride(of: pairs.count) + start) % UInt64(pairs.count)
    // Each round gives the pair its next child; where they begin differs from pair to pair.
    let child = (round + pair &* 7) % UInt64(children.count + 1)
    // Every other turn of a pair is plain; of neighbours, which are alike, one begins so, the seed says which.
    return [UInt32(pair + 1), UInt32((round + pair + parity) & 1), UInt32(child), 0]
  }

  /// Takes the aim that the next four choices mean.
  func draw(_ choices: inout ChoiceStream) -> Aim? {
    let pair = choices.draw(pairs.count + 1)
    let isPlain = choices.draw(2) == 0
    let child = choices.draw(children.count + 1)
    let form = choices.draw(formsMax + 1)
    guard pair > 0 else { return nil }
    var aim = pairs[pair - 1]
    aim.isPlain = isPlain
    aim.child = child > 0 && !isPlain ? children[child - 1] : nil
    aim.form = form > 0 && form <= aim.row.forms.count ? form - 1 : nil
    return aim
  }

  /// A step that visits every place once and leaves none of a run's parts to its end: near the golden section, and
  /// without a factor in common with the count.
  private static func stride(of count: Int) -> UInt64 {
    var step = max(1, count * 618 / 1_000)
    while greatestCommonDivisor(step, count) != 1 { step += 1 }
    return UInt64(step)
  }

  private static func greatestCommonDivisor(_ first: Int, _ second: Int) -> Int {
    second == 0 ? first : greatestCommonDivisor(second, first % second)
  }
}

extension OperatorRow {
  /// Whether events of several sources meet in it.
  fileprivate var joinsSources: Bool { inputs.upperBound > 1 }
}
