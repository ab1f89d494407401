import ScheduleKit

/// Which operations lanes perform on one object. A value; its text stands in replays.
struct LaneScenario: Hashable, CustomStringConvertible {
  /// An operation of the test, by its place in the list, with what its arguments are drawn from.
  struct Item: Hashable {
    var operation: Int
    var seed: UInt64
  }

  /// Done one after the other before the race.
  var before: [Item]
  var lanes: [[Item]]
  /// Done one after the other once the lanes have ended: it shows what state they have left.
  var after: [Item]

  private static let beforeMax = 2
  private static let afterMax = 2
  private static let itemsOfTwoMax = 3
  private static let itemsOfThreeMax = 2
  /// Arguments are drawn from so many seeds.
  private static let seeds = 64

  init(before: [Item], lanes: [[Item]], after: [Item] = []) {
    self.before = before
    self.lanes = lanes
    self.after = after
  }

  /// One with two lanes, or three of fewer operations.
  init(drawnFrom generator: inout SeededGenerator, operations: Int) {
    func items(_ count: Int, _ generator: inout SeededGenerator) -> [Item] {
      (0..<count).map { _ in
        Item(
          operation: generator.below(operations), seed: UInt64(generator.below(Self.seeds)))
      }
    }
    let count = generator.below(4) == 0 ? 3 : 2
    let most = count == 2 ? Self.itemsOfTwoMax : Self.itemsOfThreeMax
    before = items(generator.below(Self.beforeMax + 1), &generator)
    lanes = []
    for _ in 0..<count { lanes.append(items(1 + generator.below(most), &generator)) }
    after = items(generator.below(Self.afterMax + 1), &generator)
  }

  /// `0.3;1.17,0.4|1.2;1.1`: what is done before, then the lanes, then what is done after.
  var description: String {
    func text(_ items: [Item]) -> String {
      items.map { "\($0.operation).\($0.seed)" }.joined(separator: ",")
    }
    return "\(text(before));\(lanes.map(text).joined(separator: "|"));\(text(after))"
  }

  /// - Parameter operations: how many the test has.
  init?(parsing text: String, operations: Int) {
    let parts = text.split(separator: ";", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    func items(_ text: Substring) -> [Item]? {
      var items: [Item] = []
      for word in text.split(separator: ",") {
        let numbers = word.split(separator: ".").compactMap { UInt64($0) }
        guard numbers.count == 2, numbers[0] < operations else { return nil }
        items.append(Item(operation: Int(numbers[0]), seed: numbers[1]))
      }
      return items
    }
    guard let before = items(parts[0]), let after = items(parts[2]) else { return nil }
    let lanes = parts[1].split(separator: "|").compactMap(items)
    guard (2...Race.lanesMax).contains(lanes.count) else { return nil }
    self.before = before
    self.lanes = lanes
    self.after = after
  }

  /// Those with one operation less, and at least two lanes that do something.
  var smaller: [LaneScenario] {
    var result: [LaneScenario] = []
    for index in before.indices {
      var next = self
      next.before.remove(at: index)
      result.append(next)
    }
    for index in after.indices {
      var next = self
      next.after.remove(at: index)
      result.append(next)
    }
    for lane in lanes.indices {
      for index in lanes[lane].indices {
        var next = self
        next.lanes[lane].remove(at: index)
        next.lanes.removeAll { $0.isEmpty }
        if next.lanes.count >= 2 { result.append(next) }
      }
    }
    return result
  }
}
