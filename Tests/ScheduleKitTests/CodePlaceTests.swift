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
}
