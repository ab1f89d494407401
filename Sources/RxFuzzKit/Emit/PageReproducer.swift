/// The lines of code on the page of a defect, which show it where a script of a primitive or a check does: such a script says in words
/// of its own what is called, and its page says it in the library's.
public enum PageReproducer {
  /// The page of that file: the one beside it.
  public static func page(of file: String) -> String {
    let suffix = CorpusStore.fileSuffix
    return (file.hasSuffix(suffix) ? String(file.dropLast(suffix.count)) : file) + ".md"
  }

  /// What that page says; nil where it cannot be read.
  public static func read(_ page: String) -> String? {
    let bytes = try? CorpusFolder.contents(of: page, bytesMax: ScenarioLimits.textBytesMax)
    return bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  /// A whole file of Swift: the first block of Swift on the page, under what it has to import; nil where there is none.
  /// - Parameters:
  ///   - page: what the page says.
  ///   - title: what stands above it, as a comment.
  ///   - library: the name of the library.
  ///   - phrasebook: says which modules are the library's.
  public static func text(
    onPage page: String, title: String, library: String, phrasebook: Phrasebook?
  ) -> String? {
    let lines = page.split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "```swift"),
      let end = lines[start...].firstIndex(of: "```")
    else { return nil }
    let code = lines[lines.index(after: start)..<end]
    let attribute = phrasebook?.predatesConcurrency == true ? "@preconcurrency " : ""
    let modules =
      ["Dispatch", "Foundation"].map { ($0, "") }
      + (phrasebook?.modules ?? []).map { ($0, attribute) }
    let imports = modules.filter { module, _ in
      !code.contains { $0.hasSuffix("import \(module)") }
    }.map { $1 + "import " + $0 }
    let comment = ["// \(title)", "// As main.swift of a package that depends on \(library)."]
    return (comment + imports + [""] + code.map(String.init)).joined(separator: "\n")
  }
}
