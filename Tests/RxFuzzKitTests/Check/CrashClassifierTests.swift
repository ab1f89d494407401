import Testing

@testable import RxFuzzKit

@Suite("The crash classifier")
struct CrashClassifierTests {
  private typealias Verdict = CrashClassifier.Verdict

  @Test("gives a Swift trap's message and its file and line")
  func trap() {
    let end = ProcessEnd(
      errorText: """
        rxfuzz worker
        /builds/x/Sources/Core/Machinery/Take.swift:12: Fatal error: count is negative
        Current stack trace:
        """, signal: 5)
    #expect(
      CrashClassifier.verdict(on: end)
        == Verdict(
          invariant: .crash1, message: "count is negative", site: "Machinery/Take.swift:12"))
  }

  @Test("finds a double set by the library's own message")
  func doubleSet() {
    let end = ProcessEnd(
      errorText: "Core/SinkDisposer.swift:31: Fatal error: Sink was already set\n", signal: 4,
      doubleSetMessages: ["Sink was already set"])
    #expect(
      CrashClassifier.verdict(on: end)
        == Verdict(
          invariant: .disp7, message: "Sink was already set", site: "Core/SinkDisposer.swift:31"))
  }

  @Test("strips addresses, so that the same crash reads the same")
  func addresses() {
    let texts = ["0x7f00aa10", "0x55d01e30"].map {
      "Object \($0) of class Sink deallocated with non-zero retain count 2."
    }
    let verdicts = texts.map { CrashClassifier.verdict(on: ProcessEnd(errorText: $0, signal: 6)) }
    #expect(verdicts[0] == verdicts[1])
    #expect(verdicts[0]?.message.contains("ADDRESS") == true)
  }

  @Test("names the signal where nothing was printed")
  func silentSignal() {
    let verdict = CrashClassifier.verdict(on: ProcessEnd(errorText: "", signal: 11))
    #expect(verdict == Verdict(invariant: .crash1, message: "killed by SIGSEGV", site: ""))
  }

  @Test("reads a race report's kind, function and place")
  func race() {
    let end = ProcessEnd(
      errorText: """
        WARNING: ThreadSanitizer: data race (pid=77)
          Write of size 1 at 0x7b0400001234 by thread T3:
            #0 Sink.dispose() /builds/x/Sources/Core/Machinery/Sink.swift:40 (tool+0x1234)
        SUMMARY: ThreadSanitizer: data race /builds/x/Core/Machinery/Sink.swift:40 in Sink.dispose()
        """)
    #expect(
      CrashClassifier.verdict(on: end)
        == Verdict(
          invariant: .race1, message: "data race in Sink.dispose()", site: "Machinery/Sink.swift:40"
        ))
  }

  @Test("finds nothing in a clean end")
  func clean() {
    #expect(CrashClassifier.verdict(on: ProcessEnd(errorText: "done\n")) == nil)
  }
}
