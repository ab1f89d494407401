/// How a worker process ends on its own account; no library under test uses these by chance.
enum WorkerExit {
  /// No more work.
  static let done: Int32 = 0
  /// It could not start, or was given nonsense.
  static let misuse: Int32 = 85
  /// The watchdog saw no progress and has reported it.
  static let hung: Int32 = 86
  /// The system had something no more that it needs; the journal says what.
  static let exhausted: Int32 = 87
}
