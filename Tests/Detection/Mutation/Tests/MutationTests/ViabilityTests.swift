import Testing

@testable import Mutation

/// Faults that no compiler would take are not made, as far as syntax tells.
@Suite("Faults that compile")
struct ViabilityTests {
  private func changes(_ kind: String, _ text: String) -> [String] {
    MutationFinder([(path: "A.swift", text: text)], CompilationConditions(holding: []))
      .mutations().filter { $0.kind == kind }.map(\.change)
  }

  @Test(
    "who leaves early gives back what is due",
    arguments: [
      ("func f() { g(); h() }", ["return"]),
      ("func f() -> Bool { g(); return h() }", ["return true"]),
      ("func f() -> Int? { g(); return h() }", ["return nil"]),
      ("func f() -> any Disposable { g(); return h() }", ["return Disposables.create()"]),
      ("func f() -> Thing { g(); return h() }", []),
      ("var f: [Int] { g(); return h() }", ["return []"]),
      ("var f: Int { get { g(); return 1 } set { g(); h() } }", ["return 0", "return"]),
      ("let f = lock.withLock { g(); return 1 }", []),
      ("let f = lock.withLock { g(); h() }", ["return"]),
    ] as [(String, [String])])
  func exits(_ text: String, _ expected: [String]) {
    #expect(changes("return-early", text) == expected)
  }

  @Test(
    "arguments of one type stand for each other",
    arguments: [
      ("func g(_ a: Int, _ b: Int) {}; func f() { g(x, y) }", 1),
      ("func g(_ a: Int, _ b: String) {}; func f() { g(x, y) }", 0),
      ("func f() { unknown(x, y) }", 0),
      ("func g(a: Int, c: Int = 1, b: Int) {}; func f() { g(a: x, b: y) }", 1),
      ("class A { init(a: Int, b: Int) {} }; func f() { A(a: x, b: y) }", 1),
      ("func f(_ areEqual: @escaping (Int, Int) -> Bool) { areEqual(x, y) }", 1),
      ("func f(_ notify: ((Int, Bool) -> Void)?) { notify?(x, y) }", 0),
      ("func g(_ a: Int, _ b: Int) {}; func g(_ a: Int, _ b: Bool) {}; func f() { g(x, y) }", 0),
    ])
  func arguments(_ text: String, _ count: Int) {
    #expect(changes("swap-arguments", text).count == count)
  }

  @Test("a flag is mistaken for one of its own set, and the only one for none")
  func flags() {
    let one = "struct S: OptionSet { static let a = S(); static let b = S() }; f(.a)"
    let other = "struct T: OptionSet { static let a = T() }; g(.a)"
    let finder = MutationFinder(
      [
        (path: "A.swift", text: one), (path: "B.swift", text: other),
        (path: "C.swift", text: "h(.a)"),
      ],
      CompilationConditions(holding: []))
    let found = finder.mutations().filter { $0.kind == "wrong-flag" }
    #expect(found.map(\.file) == ["A.swift", "C.swift"] && found.allSatisfy { $0.change == ".b" })
  }

  @Test(
    "what is a value stays one",
    arguments: [
      ("constant-result", "var f: Bool { g }", ["true", "false"]),
      ("constant-result", "var f: Bool { switch g { case .a: true; default: false } }", []),
      ("empty-case", "var f: Int { switch g { case .a: 1; default: h() } }", []),
      ("empty-case", "func f() { switch g { case .a: h(); default: break } }", ["break"]),
      ("delete-call", "init() { super.init(); g() }", ["left out"]),
      ("split-atomic", "func f() { bag.insert(self) }", []),
      ("swap-arithmetic", "func f() -> String { \"a\" + b }", []),
    ] as [(String, String, [String])])
  func values(_ kind: String, _ text: String, _ expected: [String]) {
    #expect(changes(kind, text) == expected)
  }
}
