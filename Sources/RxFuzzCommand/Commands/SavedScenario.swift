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
    try check("a scenario", of: file.scenario.library, path, library, command)
    return file
  }

  /// The same where a primitive's script will do, too.
  static func content(
    _ path: String, library: any LibraryUnderTest, command: CommandName
  ) throws(CommandFailure) -> CorpusStore.Content {
    let content: CorpusStore.Content
    do { content = try CorpusStore.content(at: path) } catch {
      throw CommandFailure(code: .unreadable, message: error.description)
    }
    switch content {
    case .scenario(let file):
      try check("a scenario", of: file.scenario.library, path, library, command)
    case .primitive(let file):
      try check("a script of a primitive", of: file.library, path, library, command)
    }
    return content
  }

  private static func check(
    _ what: String, of owner: String, _ path: String, _ library: any LibraryUnderTest,
    _ command: CommandName
  ) throws(CommandFailure) {
    guard owner == library.name else {
      throw CommandFailure(
        code: .unreadable,
        message: "\(path) is \(what) of \(owner), and \(command.shown) races \(library.name)")
    }
  }
}
