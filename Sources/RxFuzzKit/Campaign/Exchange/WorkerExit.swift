/// How a worker process ends on its own account; no library under test uses these by chance.
enum WorkerExit {
  /// No more work.
  static let done: Int32 = 0
  /// It could not start, or was told nonsense.
  static let misuse: Int32 = 85
  /// The watchdog saw no progress and has reported it.
  static let hung: Int32 = 86
}
