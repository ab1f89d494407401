import RxFuzzKit

/// A scenario file that a person has named.
enum SavedScenario {
  /// Reads it, and makes sure that it belongs to this library.
  static func read(
    _ path: String, library: any LibraryUnderTest, command: CommandName
  ) throws(CommandFailure) -> CorpusFile {
    let file: CorpusFile
    do { file = try CorpusStore.file(at: path) } catch {
      throw CommandFailure(code: .unreadable, message: error.description)
    }
    guard file.scenario.library == library.name else {
      throw CommandFailure(
        code: .unreadable,
        message: "\(path) is a scenario of \(file.scenario.library), and \(command.shown) "
          + "races \(library.name)")
    }
    return file
  }
}
