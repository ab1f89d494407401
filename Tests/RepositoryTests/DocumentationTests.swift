import Testing

@Suite("The documentation")
struct DocumentationTests {
  @Test("each operator file draws its timeline and says what a race does to it")
  func operators() throws {
    let operators = Repository.files(below: "Sources/RxCore/Operators", suffix: ".swift")
      .filter { file in file.code.contains { $0.contains("public ") } }
    let poor = operators.flatMap { file -> [Place] in
      var missing: [String] = []
      if !file.text.contains("Under a race") { missing.append("no `Under a race` note") }
      if !file.text.contains("\n  /// ```\n") {
        missing.append("no marble timeline")
      }
      return missing.map { Place(path: file.path, line: 1, note: $0) }
    }
    #expect(poor.isEmpty, "\(list(poor))")
  }

  @Test("each public symbol has a summary, its own or its protocol's")
  func publicSymbols() throws {
    let files = Repository.files(below: "Sources", suffix: ".swift")
    let inherited = PublicSymbol.standardRequirements.union(
      files.flatMap { PublicSymbol.requirements(in: $0) })
    let silent = files.flatMap { file in
      PublicSymbol.undocumented(in: file).filter { !inherited.contains($0.name) }
        .map { Place(path: file.path, line: $0.line, note: "\($0.name) has no summary") }
    }
    #expect(silent.isEmpty, "\(list(silent))")
  }

  @Test("every command that the README names exists")
  func readmeCommands() throws {
    let readme = try Repository.file("README.md").text
    let makefile = try Repository.file("Makefile").text
    let targets = Set(makefile.matches(of: #/(?m)^([a-z-]+):/#).map { String($0.1) })
    let named = Set(readme.matches(of: #/(?m)(?:^|`|\s{2,})make ([a-z-]+)/#).map { String($0.1) })
    #expect(named.subtracting(targets).isEmpty)
    #expect(named.isSuperset(of: ["nightly", "mutants", "bench"]))
  }

  /// An action of an old version may be run no more, and nobody tries a recipe of a page each night.
  @Test("recipes use the actions that the workflows use, each in one version")
  func actions() throws {
    func actions(_ path: String) throws -> Set<String> {
      let text = try Repository.file(path).text
      return Set(text.matches(of: #/uses: +([\w.\/-]+@\w+)/#).map { String($0.1) })
    }
    let workflows = try ["ci", "nightly"].reduce(into: Set<String>()) {
      $0.formUnion(try actions(".github/workflows/\($1).yml"))
    }
    let names = workflows.map { $0.prefix { $0 != "@" } }
    #expect(names.count > 2 && Set(names).count == names.count)
    let recipes = try actions("Sources/RxFuzzKit/RxFuzzKit.docc/Many-machines.md")
    #expect(!recipes.isEmpty && recipes.isSubset(of: workflows))
  }

  @Test("continuous integration ends in the README's test command")
  func sameTestCommand() throws {
    let readme = try Repository.file("README.md").text
    let script = try Repository.file(".ci/run").lines.filter { !$0.isEmpty }
    #expect(script.last == "swift test")
    #expect(readme.contains(#/(?m)^swift test\b/#))
  }
}

/// A declaration that a library's user can see.
struct PublicSymbol {
  let name: String
  /// Counted from 1.
  let line: Int

  /// Requirements of the standard library's protocols, whose documentation a witness inherits.
  static let standardRequirements: Set<String> = [
    "rawValue", "description", "debugDescription", "hash", "==", "<", "errorDescription", "count",
    "startIndex", "endIndex", "makeIterator", "allCases",
  ]

  private nonisolated(unsafe) static let declaration =
    #/^\s*(?:@[\w()]+\s+)*(?:public|open)\s+(?:(?:static|class|final|mutating|nonmutating|nonisolated|private\(set\)|internal\(set\)|indirect|convenience|weak)\s+)*(?:class|struct|enum|protocol|actor|func|var|let|typealias|subscript)\s+(`?\w+`?|[=<>+\-*&|^~!]+)/#

  /// Public declarations without a documentation comment directly above.
  ///
  /// Initialisers are left out: one that only stores its arguments says nothing that the properties'
  /// comments do not. So are the stored properties of the engine, whose type's comment covers them;
  /// of RxCore, which is a library for others, nothing is left out.
  static func undocumented(in file: SourceFile) -> [PublicSymbol] {
    let code = file.code
    let lines = file.lines
    return code.indices.compactMap { index in
      // A cheap look first: expressions are slow where they are not optimised.
      guard code[index].contains("public") || code[index].contains("open") else { return nil }
      guard let match = code[index].firstMatch(of: declaration) else { return nil }
      guard !code[index].contains(#/\boverride\b/#) else { return nil }
      if !file.path.hasPrefix("Sources/RxCore/"), code[index].contains(#/\b(?:let|var)\s/#) {
        return nil
      }
      var above = index - 1
      while above >= 0, code[above].contains(#/^\s*(?:@\w|#if|#endif|#else)/#) { above -= 1 }
      let comment = above >= 0 && lines[above].contains(#/^\s*///|\*\/\s*$/#)
      return comment ? nil : PublicSymbol(name: String(match.1), line: index + 1)
    }
  }

  /// Names of what the protocols declared in a file require.
  static func requirements(in file: SourceFile) -> [String] {
    var names: [String] = []
    var insideProtocol = false
    for line in file.code {
      if line.contains("protocol"), line.contains(#/^(?:public\s+|package\s+)?protocol\s/#) {
        insideProtocol = true
      }
      if line.hasPrefix("}") { insideProtocol = false }
      if insideProtocol,
        let match = line.firstMatch(of: #/^\s+(?:static |mutating )*(?:func|var)\s+(\w+)/#)
      {
        names.append(String(match.1))
      }
    }
    return names
  }
}
