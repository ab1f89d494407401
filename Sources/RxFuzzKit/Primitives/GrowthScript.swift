import ScheduleKit

/// What a queue lets come and go through one subscription, round after round.
public enum GrowthOperation: Hashable, Sendable, CustomStringConvertible {
  /// Elements, through that form of that row.
  case elements(row: String, form: Int)
  /// Subscriptions of that form of that row, each taking the place of the one before.
  case subscriptions(row: String, form: Int)

  var row: String {
    switch self {
    case .elements(let row, _), .subscriptions(let row, _): row
    }
  }

  var form: Int {
    switch self {
    case .elements(_, let form), .subscriptions(_, let form): form
    }
  }

  public var description: String {
    let forms = Catalogue.row(named: row)?.forms ?? []
    let word = forms.indices.contains(form) ? " \(forms[form])" : ""
    switch self {
    case .elements: return "elements \(row)\(word)"
    case .subscriptions: return "subscriptions \(row)\(word)"
    }
  }

  /// What comes and goes, and one round of it; nil where the row cannot do so: it needs a queue, which another thread
  /// serves, or grows because it has to.
  func scenario(library: String) -> Scenario? {
    guard let row = Catalogue.row(named: row), !Self.isMeantToGrow(row, form: form) else {
      return nil
    }
    var parameters = row.parameters.map { kind in
      if case .count(let range) = kind { return range.upperBound }
      return kind.drawn.lowerBound
    }
    if !row.forms.isEmpty { parameters[0] = form }
    switch self {
    case .elements: return elements(row, parameters, library)
    case .subscriptions: return subscriptions(row, parameters, library)
    }
  }

  private func elements(_ row: OperatorRow, _ parameters: [Int], _ library: String) -> Scenario? {
    let count = row.inputs.lowerBound
    guard count > 0 else { return nil }
    // What an element stands for must end, so that it can go.
    let inputs = (0..<count).map {
      $0 > 0 && row.traits.contains(.chooses) ? Chain("just", [1]) : Chain("feed", [$0])
    }
    let chain = Chain(row.name, parameters, inputs: inputs)
    return round(of: chain, inputs.filter { $0.row == "feed" }.map { $0.parameters[0] }, library)
  }

  private func subscriptions(
    _ row: OperatorRow, _ parameters: [Int], _ library: String
  ) -> Scenario? {
    guard row.name != "feed" else { return nil }
    var own = parameters
    if let feed = row.parameters.firstIndex(of: .feed) { own[feed] = 1 }
    let inputs = (0..<row.inputs.lowerBound).map { _ in Chain("just", [1]) }
    let chain = Chain(
      "flatMapLatest", inputs: [Chain("feed", [0]), Chain(row.name, own, inputs: inputs)])
    return round(of: chain, [0], library)
  }

  private func round(of chain: Chain, _ feeds: [Int], _ library: String) -> Scenario? {
    let isTimed = ScenarioFacts.usesTime(chain)
    if !TimeValidation.allowsVirtualTime(chain) { return nil }
    var actions = feeds.map { Action.next(feed: $0, payload: 1) }
    if isTimed { actions += chain.clocks.map { .advance(clock: $0, milliseconds: 16) } }
    return Scenario(library: library, chain: chain, queues: [actions], isVirtual: isTimed)
  }

  /// Rows that remember every element.
  private static func isMeantToGrow(_ row: OperatorRow, form: Int) -> Bool {
    ["toArray", "replayAllRefCount", "replayAll"].contains(row.name)
      || row.forms.indices.contains(form) && row.forms[form] == "bindOptionalReplayRelay"
  }
}

/// What one queue lets come and go, and whether memory grows by it: GROW-1, raced with nothing.
public struct GrowthScript: Hashable, PrimitiveScript {
  static let name = "growth"

  public let queues: [[GrowthOperation]]
  var queueCount: Int { queues.count }
  /// What is counted is the same each time.
  var racesMax: Int { 2 }
  var schedulesMax: Int { 1 }
  var underControl: any PrimitiveScript {
    GrowthScript(queues: queues, rounds: Self.roundsUnderControl)
  }
  /// Whether its rounds are those of a controlled schedule.
  var isControlled: Bool { rounds == Self.roundsUnderControl }
  /// Rounds to warm up, and of the first span.
  let rounds: Int

  /// So many that what moves up now and then has done so by then.
  private static let roundsInFreedom = 96
  private static let roundsUnderControl = 8

  public init(queues: [[GrowthOperation]]) {
    self.init(queues: queues, rounds: Self.roundsInFreedom)
  }

  private init(queues: [[GrowthOperation]], rounds: Int) {
    (self.queues, self.rounds) = (queues, rounds)
  }

  /// Scripts of one queue that do everything whose growth can be counted in that library, once.
  static func scripts(of library: any LibraryUnderTest) -> [GrowthScript] {
    let all = operations(of: library)
    return stride(from: 0, to: all.count, by: PrimitiveLimits.operationsPerQueueMax).map {
      GrowthScript(queues: [Array(all[$0...].prefix(PrimitiveLimits.operationsPerQueueMax))])
    }
  }

  /// Everything whose growth can be counted in that library, in the order of the catalogue.
  static func operations(of library: any LibraryUnderTest) -> [GrowthOperation] {
    guard CountedHeap.isSupported else { return [] }
    return Catalogue.everywhere.filter { library.binding(forRow: $0.name) != nil }.flatMap { row in
      (0..<max(1, row.forms.count)).flatMap { form -> [GrowthOperation] in
        [.elements(row: row.name, form: form), .subscriptions(row: row.name, form: form)]
      }
    }.filter { plan(of: $0, library) != nil }
  }

  static func plan(
    of operation: GrowthOperation, _ library: any LibraryUnderTest
  ) -> ScenarioPlan? {
    guard let scenario = operation.scenario(library: library.name) else { return nil }
    return try? ScenarioPlan(scenario, library: library)
  }

  func makeFixture(library: any LibraryUnderTest) -> any PrimitiveFixture {
    GrowthFixture(self, library: library)
  }

  public var description: String {
    let lanes = queues.enumerated().map { queue, operations in
      "\(Letters.queue(queue)) \(operations.map(\.description).joined(separator: ", "))"
    }
    return "\(Self.name): \(lanes.joined(separator: " ‖ "))"
  }
}
