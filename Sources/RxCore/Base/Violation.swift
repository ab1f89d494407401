/// Misuse of this library that cannot be answered with an event: each case traps with its stable text.
enum Violation: String, CaseIterable, Sendable {
  case sinkAlreadySet = "Sink and subscription were already set"
  case disposableAlreadySet = "The single-assignment disposable was already set"
  case abstractMethod = "An abstract method was called"
  case notOnMainQueue = "This must run on the main queue"
  case negativeCount = "The count must not be negative"
  case countNotPositive = "The count must be positive"
  case rangeOverflow = "The range does not fit its element type"
  case virtualTimeInPast = "Virtual time does not go back"
  case virtualTimeRunning = "The clock of this virtual time scheduler is already running"
  case lockUnusable = "The system refused to make a mutex"
  case threadKeyUnavailable = "The system has no thread-specific key left"

  /// Ends the process at the place that detected the misuse.
  /// - Parameter text: says it in the caller's words.
  func trap(
    saying text: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) -> Never {
    fatalError(text ?? rawValue, file: file, line: line)
  }
}
