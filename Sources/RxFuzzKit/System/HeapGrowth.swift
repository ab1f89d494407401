import ScheduleKit

/// What each of many rounds leaves allocated.
struct HeapGrowth: Sendable {
  var objects = 0.0
  var bytes = 0.0

  /// Less than one object for every other round, or half a word for each, is an array that has grown once.
  private static let objectsMax = 0.5
  private static let bytesMax = 4.0

  /// Whether it goes on for ever.
  var isEndless: Bool { objects >= Self.objectsMax || bytes >= Self.bytesMax }

  /// What is wrong then: bytes, or objects where something else was freed meanwhile that was as large.
  var words: String {
    let amount =
      bytes >= 1 ? "\(Int(bytes)) bytes" : "\((objects * 10).rounded() / 10) objects"
    return "what has come and gone stays allocated: \(amount) of each round"
  }

  /// How much each round leaves allocated by the calling thread: the smaller of what two spans say, so that what grows once
  /// does not count. As many rounds as the first span has warm up.
  static func counted(rounds: Int, _ round: () -> Void) -> HeapGrowth {
    func turn(_ rounds: Int) {
      for _ in 0..<rounds { round() }
    }
    turn(rounds)
    guard CountedHeap.begin() else { return HeapGrowth() }
    turn(rounds)
    let first = CountedHeap.read()
    turn(2 * rounds)
    let second = CountedHeap.read()
    CountedHeap.end()
    func each(_ first: Int64, _ second: Int64) -> Double {
      let (short, long) = (Double(first), Double(second - first))
      return max(0, min(short / Double(rounds), long / Double(2 * rounds)))
    }
    return HeapGrowth(
      objects: each(first.objects, second.objects), bytes: each(first.bytes, second.bytes))
  }
}
