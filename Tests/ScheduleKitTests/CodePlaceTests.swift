import Testing

@testable import ScheduleKit

@Suite("Names of places in the code")
struct CodePlaceTests {
  @Test("a closure, which nobody exports, is named by the executable's symbol table")
  func closure() {
    let closure: @convention(c) (Int) -> Int = { $0 &* 31 }
    let text = CodePlace.text(at: UInt(bitPattern: unsafeBitCast(closure, to: Int.self)) + 1)
    #if os(Linux)
      #expect(text.contains("closure #1"), "\(text)")
    #endif
    #expect(text.hasSuffix(")"), "\(text)")
  }

  @Test("what is no code has no name")
  func nowhere() {
    #expect(CodePlace.text(at: 16) == "?")
  }

  @Test("what a macro has made is named by where the macro stands, or by the macro")
  func expansions() {
    let stands =
      "@__swiftmacro_8OwnTests0022LawfulTestsswift_tiAIefMX42_329_33_3605B65005AB781A680A7084BBECAC88Ll6expectfMf0_.swift"
    #expect(MacroExpansion.place(stands[...], line: "1") == "LawfulTests.swift:43")
    let attached = "@__swiftmacro_3Own5ModelC5count18ObservationTrackedfMa_.swift"
    #expect(MacroExpansion.place(attached[...], line: "3") == "@ObservationTracked:3")
    #expect(MacroExpansion.place("Model.swift", line: "3") == nil)
  }
}
