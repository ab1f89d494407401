import Testing

@testable import RxFuzzKit

@Suite("Stacks that Swift's runtime prints")
struct TrapTraceTests {
  @Test("frames of the own image become places that can be looked up, others go")
  func readable() {
    let text = """
      Fatal error: Attempted to read an unowned reference but object 0x560e9786a510 was already destroyed
      Current stack trace:
      0    libswiftCore.so                    0x00007f592335f130 swift_reportError + 33
      1    libswiftCore.so                    0x00007f592366d197 <unavailable> + 4641175
      5    tool                               0x0000560e86207d61 <unavailable> + 1543521
      6    tool                               0x0000560e86207fc7 main + 12
      the end
      """
    #expect(
      TrapTrace.readable(text, image: "tool") == """
        Fatal error: Attempted to read an unowned reference but object 0x560e9786a510 was already destroyed
        Current stack trace:
          at ? (tool+0x178d60)
          at main
        the end
        """)
    #expect(TrapTrace.readable("5    tool   0x01 <unavailable> + 3", image: "tool").contains("+ 3"))
  }

  @Test("what nobody knows after it was looked up is left out")
  func unknown() {
    let text = "Current stack trace:\n  at Sink.on (Sink.swift:7)\n  at ? (tool+0x12)"
    #expect(
      TrapTrace.withoutUnknown(text) == "Current stack trace:\n  at Sink.on (Sink.swift:7)")
    #expect(TrapTrace.withoutUnknown("  at ? (tool+0x12)") == "  at ? (tool+0x12)")
  }

  @Test("a long stack is cut")
  func cut() {
    let frames = (0..<20).map { "\($0)    tool    0x0000560e86207d61 <unavailable> + \($0 + 1)" }
    let text = (["Current stack trace:"] + frames).joined(separator: "\n")
    let lines = TrapTrace.readable(text, image: "tool").split(separator: "\n")
    #expect(lines.count == TrapTrace.framesMax + 2)
    #expect(lines.last == "  ...")
  }
}
