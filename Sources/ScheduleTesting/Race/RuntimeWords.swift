import ScheduleKit

/// What a picture says of operations that stand in no line of the user's: those of Swift's runtime in words of the language, and
/// nothing of what a compiler or a test library does by itself.
enum RuntimeWords {
  /// By what the function's name begins with.
  private static let meanings = [
    ("swift_continuation_", "resume the continuation"),
    ("swift_taskGroup_wait_next", "await a child"),
    ("swift_task_future_wait", "await a task"),
    ("swift_asyncLet_", "await an async let"),
    ("swift_task_enqueue", "let a task go on"),
    ("swift_task_cancel", "cancel"),
  ]
  /// Libraries whose own synchronisation nobody looks for.
  private static let quietImages = ["(libTesting.", "(lib_TestingInterop.", "(libXCTest."]
  private static let quietModules = ["Testing.", "XCTest."]
  /// What the runtime's functions lie in.
  private static let runtimeImage = "(libswift_Concurrency."

  /// What an operation in a function of Swift's concurrency runtime means; nil for other functions.
  static func meaning(of function: Substring) -> String? {
    meanings.first { function.hasPrefix($0.0) }?.1
  }

  /// Whether it is an operation of Swift's concurrency runtime.
  static func areOfRuntime(_ words: Substring) -> Bool {
    let parts = words.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    return parts.count == 2 && meaning(of: PlaceText.parts(of: parts[1]).function) != nil
  }

  /// Whether a picture has a row for it. What has no name belongs to the system.
  /// - Parameter words: what is done, and behind the separator where, if that is known.
  static func areWorthShowing(_ words: Substring) -> Bool {
    let parts = words.split(separator: "\u{1F}", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[1].isEmpty else { return false }
    let place = parts[1]
    if place.hasPrefix("? ") || place == "?" || quietImages.contains(where: place.contains)
      || quietModules.contains(where: place.hasPrefix)
    {
      return false
    }
    if place.contains(runtimeImage) { return !parts[0].hasPrefix("lock") }
    return !isMadeUp(place)
  }

  /// Whether the place is in a function that the compiler has made, in no line of the source.
  static func isMadeUp(_ place: some StringProtocol) -> Bool {
    CodePlace.isOfRuntime(place) || PlaceText.isMadeUp(place)
  }
}
