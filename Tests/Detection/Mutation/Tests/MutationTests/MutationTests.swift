import Testing

@testable import Mutation

@Suite("Mutation operators")
struct MutationTests {
  private static let flags = """
    struct State: OptionSet {
      let rawValue: UInt32
      static let open = State(rawValue: 1 << 0)
      static let closed = State(rawValue: 1 << 1)
    }
    """

  private func found(_ text: String, holding: Set<String> = []) -> [Mutation] {
    MutationFinder(
      [(path: "A.swift", text: text), (path: "B.swift", text: Self.flags)],
      CompilationConditions(holding: holding)
    ).mutations().filter { $0.file == "A.swift" }
  }

  @Test(
    "each operator finds its place",
    arguments: [
      ("delete-call", "func f() { g(); h() }"),
      ("delete-assignment", "func f() { x = 1 }"),
      ("drop-guard", "func f() { guard ready else { return }; g() }"),
      ("drop-check", "func f() { if ready { g() } }"),
      ("negate-condition", "func f() { if ready { g() } }"),
      ("swap-statements", "func f() { g(); h() }"),
      ("swap-logical", "func f() -> Bool { a && b }"),
      ("off-by-one", "func f() -> Bool { a < b }"),
      ("flip-boolean", "var done = false"),
      ("wrong-flag", "func f() { state.insert(.open) }"),
      ("take-lock-away", "func f() { lock.withLock { g() } }"),
      ("release-lock-early", "func f() { lock.withLock { a = 1; b = 2 } }"),
      ("call-inside-lock", "func f() { let a = lock.withLock { b }; a.dispose() }"),
      ("split-atomic", "func f() { state.insert(.open) }"),
      ("weaken-ordering", "func f() { word.store(1, ordering: .releasing) }"),
      ("wrong-end", "func f() { queue.removeFirst() }"),
      ("duplicate-call", "func f() { g() }"),
      ("return-early", "func f() { g(); h() }"),
      ("single-round", "func f() { for a in b { g(a) } }"),
      ("skip-loop", "func f() { for a in b { g(a) } }"),
      ("empty-case", "func f() { switch a { case .b: g(); default: break } }"),
      ("drop-defer", "func f() { defer { g() } }"),
      ("constant-result", "func f() -> Int? { g() }"),
      ("negate-value", "func f() -> Bool { a == b }"),
      ("never-taken", "func f() { if ready { g() } }"),
      ("swap-arithmetic", "func f() -> Int { a + b }"),
      ("swap-arguments", "func g(_ a: Int, _ b: Int) { g(b, a) }"),
    ])
  func places(_ name: String, _ text: String) {
    #expect(found(text).contains { $0.kind == name })
  }

  @Test("every row of the table has a name of its own")
  func rows() {
    #expect(Set(MutationTable.rows.map(\.name)).count == MutationTable.rows.count)
  }

  @Test("all changes of one place are chosen by their numbers, and the original is kept once")
  func rendering() {
    let text = "func f() { if a && b { g() } }"
    let edits = found(text).enumerated().map { (number: $0.offset + 1, edit: $0.element.edit) }
    let rendered = MutationRenderer(text: text, edits).text()
    for (number, _) in edits { #expect(rendered.contains("/*m\(number)*/")) }
    #expect(rendered.matches(of: #/: \(a && b\)/#).count == 1)
  }

  @Test("two neighbours change places without being written twice elsewhere")
  func swap() throws {
    let text = "func f() {\n  g()\n  h()\n}"
    let mutation = try #require(found(text).first { $0.kind == "swap-statements" })
    let rendered = MutationRenderer(text: text, [(number: 7, edit: mutation.edit)]).text()
    let order = rendered.matches(of: #/[gh]\(\)/#).map { String($0.output) }
    #expect(order == ["h()", "g()", "h()"])
  }

  @Test("what uses a name does not go before the name")
  func names() {
    #expect(!found("func f() { let a = g(); h(a) }").contains { $0.kind == "swap-statements" })
    #expect(found("func f() { let a = g(); h(b) }").contains { $0.kind == "swap-statements" })
  }

  @Test("a complaint blames the nearest change above, and of a missing return a loop that may end")
  func blame() {
    let lines = [
      "while (Mutant.active == 1 /*m1*/", "? (false) /*m1*/", ": (true)) {", "if a /*m2*/ {", "}",
      "b", "c", "d", "}", "}",
    ].map { $0[...] }
    #expect(MutationRenderer.numbers(atLine: 10, of: lines) == [2])
    #expect(MutationRenderer.numbers(atLine: 10, of: lines, .missingReturn) == [1])
    #expect(MutationRenderer.numbers(atLine: 6, of: lines, .missingReturn) == [2])
  }

  @Test("a complaint about a closure blames what is in it, unless a name is not known")
  func blameInClosure() {
    let lines = [
      "if a /*m1*/ {", "}", "make { b in", "c", "if d {", "}", "if e /*m2*/ {", "}", "}", "f",
    ].map { $0[...] }
    #expect(MutationRenderer.numbers(atLine: 3, of: lines) == [2])
    #expect(MutationRenderer.numbers(atLine: 5, of: lines) == [1])
    #expect(MutationRenderer.numbers(atLine: 3, of: lines, .init("cannot find 'a'")) == [1])
  }

  @Test(
    "only what is compiled is broken",
    arguments: [
      (["canImport(Here)"], ["here()"]), (["!DEBUG"], ["release()"]),
      (["!DEBUG", "os(Inner)"], ["inner()", "release()"]), ([], ["elsewhere()"]),
    ] as [([String], [String])])
  func compiledOnly(_ holding: [String], _ calls: [String]) {
    let text = """
      func f() {
        #if canImport(Here)
          here()
        #elseif !DEBUG
          #if os(Inner)
            inner()
          #endif
          release()
        #else
          elsewhere()
        #endif
      }
      """
    let broken = found(text, holding: Set(holding)).filter { $0.kind == "delete-call" }
    #expect(broken.map(\.original) == calls)
    #expect(
      CompilationConditions.all(in: [text, text]) == ["canImport(Here)", "!DEBUG", "os(Inner)"])
  }

  @Test("what a condition of compilation asks is no code")
  func conditionsAreNoCode() {
    let text = "#if DEBUG || TESTS\nfunc f() { g() }\n#endif"
    let kinds = found(text, holding: ["DEBUG || TESTS"]).map(\.kind)
    #expect(kinds.contains("delete-call") && !kinds.contains("swap-logical"))
  }

  @Test("a place keeps its name when lines move")
  func identifiers() {
    let first = found("func f() { g() }").map(\.identifier)
    let second = found("// more\n\nfunc f() { g() }").map(\.identifier)
    #expect(first == second)
  }
}
