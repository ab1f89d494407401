import ScheduleKit
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

  @Test("takes no frame of a process that hangs for a crash, and sees one that comes after")
  func backtraces() {
    let hang = """
      thread 4711 worker
        at ___interceptor_malloc (/builds/x/tool+0x1234)
        at swift_slowAlloc (/builds/x/libswiftCore.so+0x5678)
      thread 4712 -qos.overcommit
        at pthread_mutex_lock (/lib/libc.so.6+0x9abc)

      """
    #expect(CrashClassifier.verdict(on: ProcessEnd(errorText: hang)) == nil)
    let both = hang + "double free or corruption (fasttop)\n"
    #expect(
      CrashClassifier.verdict(on: ProcessEnd(errorText: both))
        == Verdict(
          invariant: .crash1, message: "double free or corruption (fasttop)", site: ""))
  }

  @Test("names the signal where nothing was printed")
  func silentSignal() {
    let verdict = CrashClassifier.verdict(on: ProcessEnd(errorText: "", signal: 11))
    #expect(verdict == Verdict(invariant: .crash1, message: "killed by SIGSEGV", site: ""))
  }

  @Test("a trap that says no place of its own is placed by the frames of its thread")
  func placed() {
    let place = CrashPlaces.Place(function: "Take.on", line: "Take.swift:12")
    func words(_ message: String, _ site: String = "", _ invariant: InvariantName = .crash1)
      -> String
    {
      Verdict(invariant: invariant, message: message, site: site).placed { place }.words
    }
    #expect(words("killed by SIGILL") == "killed by SIGILL in Take.on (Take.swift:12)")
    #expect(
      words("Index out of range", "Swift/ContiguousArrayBuffer.swift:600")
        == "Index out of range in Take.on (Take.swift:12)")
    #expect(
      words("count is negative", "Core/Map.swift:7") == "count is negative (Core/Map.swift:7)")
    #expect(words("Sink was already set", "", .disp7) == "Sink was already set")
    // Where memory is damaged, the place tells nothing about the cause.
    for message in [
      "killed by SIGSEGV", "double free or corruption (fasttop)", "killed by SIGABRT",
    ] {
      #expect(words(message) == message)
    }
    let unknown = Verdict(invariant: .crash1, message: "killed by SIGILL", site: "").placed { nil }
    #expect(unknown.words == "killed by SIGILL")
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

  private static let report = """
    ==================
    WARNING: ThreadSanitizer: data race (pid=77)
      Write of size 8 at 0x7b0400001234 by thread T3:
        #0 $s4Core4SinkC7disposeyyF /builds/x/Sources/Core/Machinery/Sink.swift:40:5 (tool+0x1234) (BuildId: 860bf1)
        #1 closure #1 in Slot.set(_: Int) /builds/x/Sources/Core/Slot.swift:7:1 (tool+0x12)
        #2 outer() /builds/x/Outer.swift:1:1 (tool+0x13)
        #3 deeper() /builds/x/Outer.swift:2:1 (tool+0x14)

      Previous atomic read of size 8 at 0x7b0400001234 by thread T1:
        #0 __tsan_atomic64_load <null> (tool+0x99)
        #1 Sink.on() /builds/x/Sources/Core/Machinery/Sink.swift:12:3 (tool+0x1234)

      Location is heap block of size 64 at 0x7b0400001200 allocated by thread T3:
        #0 malloc <null> (tool+0x77)

    SUMMARY: ThreadSanitizer: data race /builds/x/Core/Machinery/Sink.swift:40 in Sink.dispose()
    ==================

    """

  @Test("a signal after a race report is a crash, not the race and not what its stacks name")
  func signalAfterRace() {
    let silent = ProcessEnd(errorText: Self.report, signal: 11)
    #expect(
      CrashClassifier.verdict(on: silent)
        == Verdict(invariant: .crash1, message: "killed by SIGSEGV", site: ""))
    let trap = ProcessEnd(
      errorText: Self.report + "Core/Machinery/Take.swift:12: Fatal error: count is negative\n",
      signal: 5)
    #expect(CrashClassifier.verdict(on: trap)?.message == "count is negative")
    let cutOff = ProcessEnd(errorText: String(Self.report.prefix(300)), signal: 6)
    #expect(CrashClassifier.verdict(on: cutOff)?.message == "killed by SIGABRT")
  }

  @Test("a race report without a crash is the race, though its stacks name an allocator")
  func raceAlone() {
    let verdict = CrashClassifier.verdict(on: ProcessEnd(errorText: Self.report))
    #expect(verdict?.invariant == .race1)
  }

  @Test("ThreadSanitizer's own report of a bad access is a crash, with its function and place")
  func badAccess() {
    let title = "==77==ERROR: ThreadSanitizer: SEGV on unknown address 0x10 (pc 0x55 sp 0x7f T77)\n"
    func verdict(_ frames: String) -> Verdict? {
      // ThreadSanitizer catches the signal, and ends the process as if nothing were wrong.
      CrashClassifier.verdict(on: ProcessEnd(errorText: Self.report + title + frames))
    }
    let hint = "==77==Hint: address points to the zero page.\n"
    let runtime = "    #0 _swift_release_dealloc <null> (libswiftCore.so+0x46) (BuildId: b5)\n"
    let own =
      "    #1 $s4Core4SinkC7disposeyyF /x/Machinery/Sink.swift:40:5 (tool+0x12) (BuildId: 86)\n"
    let end =
      "\nSUMMARY: ThreadSanitizer: SEGV /x/Machinery/Sink.swift:40:5 in $s4Core4SinkC7disposeyyF\n"
    #expect(
      verdict(hint + runtime + own + end)
        == Verdict(
          invariant: .crash1, message: "SEGV in Core.Sink.dispose() -> ()",
          site: "Machinery/Sink.swift:40"))
    #expect(
      verdict(hint + runtime)
        == Verdict(invariant: .crash1, message: "SEGV in _swift_release_dealloc", site: ""))
    #expect(verdict("") == Verdict(invariant: .crash1, message: "SEGV", site: ""))
  }

  @Test(
    "AddressSanitizer's report is a crash, with its kind, its function and its place",
    arguments: [
      ("heap-use-after-free on address 0x602000000018 at pc 0x55 bp 0x7f", "heap-use-after-free"),
      ("attempting double-free on 0x602000000018 in thread T3:", "attempting double-free"),
      ("SEGV on unknown address (pc 0x55 bp 0x7f T3)", "SEGV"),
    ])
  func addressSanitizer(_ title: String, _ kind: String) {
    let text = """
      ==77==ERROR: AddressSanitizer: \(title)
      READ of size 8 at 0x602000000018 thread T3
          #0 0x55d0 in free (tool+0x46) (BuildId: b5)
          #1 0x55d1 in $s4Core4SinkC7disposeyyF /x/Machinery/Sink.swift:40:5
      0x602000000018 is located 8 bytes inside of 40-byte region
      freed by thread T1 here:
          #0 0x55d0 in free (tool+0x46) (BuildId: b5)
      SUMMARY: AddressSanitizer: \(kind) /x/Machinery/Sink.swift:40:5 in $s4Core4SinkC7disposeyyF
      ==77==ABORTING
      """
    #expect(
      CrashClassifier.verdict(on: ProcessEnd(errorText: text, signal: 6))
        == Verdict(
          invariant: .crash1, message: "\(kind) in Core.Sink.dispose() -> ()",
          site: "Machinery/Sink.swift:40"))
  }

  @Test("a report on standard error has the message that it has inside the process")
  func raceMessage() {
    #expect(
      CrashText(Self.report).lastRace?.message
        == "data-race; atomic read of 8 bytes in Sink.on() Sink.swift:12; write of 8 bytes in "
        + "Core.Sink.dispose() -> () Sink.swift:40 < closure #1 in Slot.set(_: Int) Slot.swift:7 < "
        + "outer() Outer.swift:1")
    #expect(CrashText("nothing of the kind").lastRace == nil)
  }

  @Test(
    "overlapping accesses of a Swift variable, and calls that nothing orders, read as inside the process"
  )
  func otherRaces() {
    func report(_ kind: String, _ title: String, _ function: String) -> String {
      """
      WARNING: ThreadSanitizer: \(kind) (pid=77)
        \(title) at 0x7b04 by thread T3:
          #0 \(function) /x/a.c:4:1 (tool+0x1) (BuildId: 86)
          #1 on <null> (tool+0x12) (BuildId: 86)

        Previous write of size 1 at 0x7b04 by thread T1:
          #0 \(function) /x/a.c:4:1 (tool+0x1) (BuildId: 86)
          #1 off /<compiler-generated> (tool+0x13) (BuildId: 86)

      """
    }
    let overlap = CrashText(
      report("Swift access race", "Modifying access of Swift variable", "add")
    ).lastRace
    #expect(overlap?.invariant == .race1)
    #expect(
      overlap?.message
        == "external-race; write of 1 bytes in add a.c:4 < off <compiler-generated>:0; "
        + "write of 1 bytes in add a.c:4 < on <null>:0")
    let unordered = CrashText(
      report("data race", "Write of size 8", "csr_canary_write")
    ).lastRace
    #expect(unordered?.invariant == .ser2)
    #expect(
      unordered?.message == "two calls of one observer, which nothing orders; "
        + "write of 1 bytes in off <compiler-generated>:0; write of 8 bytes in on <null>:0")
  }

  @Test("frames are shown as their source spells them, and the rest of a text stays as it is")
  func readable() {
    let text = """
      ==77==ERROR: ThreadSanitizer: SEGV
          #0 $s4Core4SinkC7disposeyyF /x/Machinery/Sink.swift:40:5 (tool+0x12) (BuildId: 86)
          #1 free <null> (libc.so.6+0x27) (BuildId: 93)
      # no frame
      """
    #expect(
      SanitizerFrame.readable(text) == """
        ==77==ERROR: ThreadSanitizer: SEGV
            #0 Core.Sink.dispose() -> () Sink.swift:40
            #1 free (libc.so.6+0x27)
        # no frame
        """)
  }
}
