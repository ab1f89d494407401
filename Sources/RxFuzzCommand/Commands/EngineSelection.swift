import RxFuzzKit

/// Which engines a command uses, from what was asked for and what this build can do.
struct EngineSelection {
  let choice: EngineChoice
  /// Why it is not what one might expect, in one line.
  var note: String?

  /// - Parameter asked: nil where the command line names none.
  /// - Throws: where only explore was asked for and schedules cannot be controlled.
  init(_ asked: EngineChoice?, library: any LibraryUnderTest) throws(CommandFailure) {
    let wanted = asked ?? (library.isInstrumented ? .both : .stress)
    guard wanted.explores, !ExploreEngine.isSupported else {
      choice = wanted
      return
    }
    guard wanted.races else {
      throw CommandFailure(code: .internalError, message: ExploreEngine.unsupportedNotice)
    }
    choice = .stress
    note = ExploreEngine.unsupportedNotice
  }
}
