import Testing

/// The checks above are only as good as their reading of the text.
@Suite("The readers behind the checks")
struct ReaderTests {
  @Test(
    "comments and strings are not code",
    arguments: [
      ("let a = 1 // Atomic<Int>", "let a = 1 "),
      ("/* outer /* inner */ Atomic */let b", "let b"),
      (#"print("import \(name("x")) Foundation") + c"#, #"print("") + c"#),
      ("let t = \"\"\"\n  func broken() {\n  \"\"\"\nlet d", "let t = \"\n\n\"\nlet d"),
      (##"let r = #"raw " quote"# + e"##, #"let r = "" + e"#),
    ])
  func codeOnly(source: String, expected: String) {
    #expect(CodeReader.codeOnly(source) == expected)
  }

  @Test("every way to write an import is seen")
  func imports() {
    let file = SourceFile(
      path: "Sample.swift",
      text: """
        import A
        @preconcurrency import B
        public import struct C.Inner
        @_exported import D
        // import E
        """)
    #expect(file.imports.map(\.module) == ["A", "B", "C", "D"])
    #expect(file.imports.map(\.line) == [1, 2, 3, 4])
  }

  @Test("a function is measured from its declaration to its closing brace")
  func functions() {
    let code = CodeReader.codeOnly(
      """
      protocol P {
        func requirement() -> Int
        var value: Int { get }
      }
      struct S {
        init() {
        }
        func long(
          _ body: () -> Void = { }
        ) {
          if true {
            body()
          }
        }
      }
      """
    ).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let functions = FunctionReader.functions(in: code)
    #expect(functions.map(\.line) == [6, 8])
    #expect(functions.map(\.lineCount) == [2, 7])
  }

  @Test("a public declaration without a summary is found, whatever stands before its name")
  func undocumented() {
    let file = SourceFile(
      path: "Sources/RxCore/Sample.swift",
      text: """
        public struct Bare {}
        /// A summary.
        @frozen
        public struct Described {}
        open class Open {
          public private(set) var state = 0
          open override func known() {}
          public static func + (a: Int, b: Int) -> Int { a }
        }
        """)
    #expect(PublicSymbol.undocumented(in: file).map(\.name) == ["Bare", "Open", "state", "+"])
  }
}
