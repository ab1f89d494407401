/// What a subject remembers, and what it sends of it to whom.
struct SubjectMemory: Sendable {
  /// What it remembers at first, from its parameters.
  var start: @Sendable ([Int]) -> [Int] = { _ in [] }
  /// Takes an element in, as one of the parameters' meaning.
  var remember: @Sendable (_ memory: inout [Int], _ token: Int, _ parameters: [Int]) -> Void = {
    _, _, _ in
  }
  /// True if observers receive each element when it comes; otherwise what is remembered when it completes.
  var deliversAtOnce = true
  /// True if its first element completes it, and completed by itself means nothing.
  var isPromise = false
  /// True if it has no queue: who has something to send waits until nobody else sends, and sends it by itself.
  var isLocked = false
  /// False if it has no end: terminal events do nothing to it.
  var ends = true
  /// True if a newcomer receives what is remembered before that end, or, for nil, while there is none.
  var replays: @Sendable (_ ending: ModelEvent?) -> Bool = { _ in false }
}
