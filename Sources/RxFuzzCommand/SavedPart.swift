import RxFuzzKit

/// A file that a person has named and that may hold a part's script.
enum SavedPart {
  /// Reads it, and makes sure that it belongs to this library; nil where the file holds no part's script.
  static func read(
    _ path: String, library: any LibraryUnderTest, command: CommandName
  ) throws(CommandFailure) -> PartFile? {
    guard let content = try? CorpusStore.content(at: path), case .part(let file) = content else {
      return nil
    }
    guard file.library == library.name else {
      throw CommandFailure(
        code: .unreadable,
        message: "\(path) is a script of a part of \(file.library), and \(command.shown) "
          + "races \(library.name)")
    }
    return file
  }
}
