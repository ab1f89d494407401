import RxFuzzKit

/// `emit FILE`: writes one saved scenario as a Swift test that uses the library's own API, to standard output.
struct EmitCommand {
  let library: any LibraryUnderTest
  let file: String
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    let saved = try SavedScenario.read(file, library: library, command: command)
    guard let library = library as? any PhrasedLibrary else {
      throw .usage("emit: \(library.name) comes without phrases for tests of its own")
    }
    // A file of code: folded it would be another one.
    console.emit(try text(saved, library) + "\n")
    return .clean
  }

  private func text(
    _ saved: CorpusFile, _ library: some PhrasedLibrary
  ) throws(CommandFailure) -> String {
    do { return try TestEmitter.text(of: [saved], library: library) } catch {
      throw CommandFailure(code: .unreadable, message: "\(file): \(error)")
    }
  }
}
