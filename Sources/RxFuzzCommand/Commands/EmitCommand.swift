import RxFuzzKit

/// `emit FILE`: writes one saved scenario as a Swift test that uses the library's own API, to standard output; of a script of a
/// primitive the lines of code of its page.
struct EmitCommand {
  let library: any LibraryUnderTest
  let file: String
  let command: CommandName
  let console: Console

  func run() throws(CommandFailure) -> ExitCode {
    let text =
      switch try SavedScenario.content(file, library: library, command: command) {
      case .scenario(let scenario): try test(of: scenario)
      case .primitive(let script): try lines(of: script)
      }
    // A file of code: folded it would be another one.
    console.emit(text + "\n")
    return .clean
  }

  private func test(of file: CorpusFile) throws(CommandFailure) -> String {
    guard let library = library as? any PhrasedLibrary else {
      throw .usage("emit: \(library.name) comes without phrases for tests of its own")
    }
    return try text(file, library)
  }

  private func text(
    _ saved: CorpusFile, _ library: some PhrasedLibrary
  ) throws(CommandFailure) -> String {
    do { return try TestEmitter.text(of: [saved], library: library) } catch {
      throw CommandFailure(code: .unreadable, message: "\(file): \(error)")
    }
  }

  private func lines(of script: PrimitiveFile) throws(CommandFailure) -> String {
    let page = PageReproducer.page(of: file)
    let title = script.verdict.map { "\($0.invariant.rawValue) \($0.message)" } ?? "A race"
    let text = PageReproducer.read(page).flatMap {
      PageReproducer.text(
        onPage: $0, title: title, library: library.name,
        phrasebook: (library as? any PhrasedLibrary)?.phrasebook)
    }
    guard let text else {
      throw CommandFailure(
        code: .unreadable,
        message:
          "\(PathText.shown(file)) is a script of the primitive \(script.program.primitive), and no page beside it, "
          + "\(PathText.shown(page)), has lines of Swift; it can be replayed")
    }
    return text
  }
}
