import Testing

@testable import ScheduleKit

@Suite("Backtraces of a hang")
struct BacktraceTextTests {
  private static let text = """
    thread 7 worker
      at write_own_frames (/app/tool+0x10)
      at __restore_rt (/lib/libc.so.6+0x20)
      at $s4Tool4SinkC2onyyF (/app/tool+0x30)
      at ? (/app/tool+0x40)
      at main (/app/tool+0x50)
    thread 8 idle
      at nanosleep (/lib/libc.so.6+0x60)
    """

  @Test("names are demangled, and what wrote the backtrace or has no name is left out")
  func names() {
    #expect(
      BacktraceText(Self.text).readable { _ in nil } == """
        thread 7 worker
          at Tool.Sink.on() -> () (tool+0x30)
          at main (tool+0x50)
        thread 8 idle
          at nanosleep (libc.so.6+0x60)
        """)
  }

  @Test("a place that is known takes the place of the offset")
  func places() {
    let text = BacktraceText(Self.text).readable { frame in
      frame.offset == "0x40" ? "stage.next() Stage.swift:12" : nil
    }
    #expect(text.contains("\n  at stage.next() (Stage.swift:12)\n  at main"))
    #expect(BacktraceText(Self.text).frames.count == 6)
  }

  @Test("of each thread the innermost frames are shown, up to the bound")
  func bounded() {
    let frames = (1...20).map { "  at f\($0) (/app/tool+0x\($0))" }
    let text = BacktraceText((["thread 1 a"] + frames).joined(separator: "\n")).readable { _ in nil
    }
    let lines = text.split(separator: "\n")
    #expect(lines.count == 2 + BacktraceText.framesMax)
    #expect(lines.last == "  ..." && lines[1] == "  at f1 (tool+0x1)")
  }

  @Test("private names lose their discriminators beside C++ names, which begin alike")
  func beside() {
    let line =
      "waits before its lock in _ZN4LockC1Ev (Lock.cpp:8), then in Tool.Sink.(on in _10D36C40B975D533)(A) (tool+0x9)"
    #expect(
      SwiftName.withoutDiscriminators(line[...])
        == "waits before its lock in _ZN4LockC1Ev (Lock.cpp:8), then in Tool.Sink.on(A) (tool+0x9)")
  }

  @Test("other words pass unchanged, and private names lose what no source spells")
  func others() {
    let words = "Fatal error: none\n\n  at (nothing"
    #expect(BacktraceText(words).readable { _ in nil } == words)
    #expect(
      SwiftName.demangled("$s4Tool4SinkC2on33_10D36C40B975D5333A00DAE97D374098LLyyF")
        == "Tool.Sink.on() -> ()")
  }

  @Test("a tool that is not there, fails, or takes too long gives nothing")
  func tools() {
    #expect(ToolRun.output(of: "/nowhere/tool", [], secondsMax: 5) == nil)
    #expect(ToolRun.output(of: "/bin/sh", ["-c", "echo no; exit 3"], secondsMax: 5) == nil)
    #expect(ToolRun.output(of: "/bin/sh", ["-c", "sleep 30"], secondsMax: 1) == nil)
    #expect(
      ToolRun.output(of: "/bin/sh", ["-c", "echo $1", "x", "yes"], secondsMax: 20) == "yes\n")
  }
}
