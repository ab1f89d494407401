import RxFuzzKit
import Testing

@testable import RxFuzzCommand

@Suite("Text in the width of a terminal")
struct TerminalTextTests {
  private static let texts = [
    "note: a worker process was killed by SIGKILL from outside in batch 12; its work is assigned again",
    "raced      1,000,000 iterations in 12.3 s, 81,234 a second, and much more to be said about it",
    String(repeating: "─│", count: 60), "   " + String(repeating: "word ", count: 40),
    "\u{1B}[1;31mfindings   many\u{1B}[0m and a rest that is too long for the narrow terminal of it",
    "e\u{301}" + String(repeating: " e\u{301}", count: 50), String(repeating: "漢字 ", count: 30),
    String(repeating: "│ 漢字", count: 30),
    "rxfuzz: `\(String(repeating: "w", count: 120))` is no file",
    "corpus none; findings are printed only (see --corpus)",
    "rxfuzz \(ToolVersion.text)  library RxCore  seed 5  iterations 2,000  engine both  jobs 1",
  ]

  @Test("no line is wider than the terminal", arguments: texts, [20, 40, 79])
  func width(text: String, columns: Int) {
    let shown = TerminalText(columns: columns).fitted(text)
    for line in shown.split(separator: "\n") {
      #expect(TerminalText.columns(of: String(line)) <= columns, "\(line)")
    }
  }

  @Test("nothing of a sentence is lost", arguments: texts.prefix(2), [20, 40, 79])
  func words(text: String, columns: Int) {
    let shown = TerminalText(columns: columns).fitted(text)
    #expect(
      shown.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        == text.split(whereSeparator: \.isWhitespace).joined(separator: " "))
  }

  @Test("what is copied from the terminal stays whole")
  func copied() {
    let text = "replay    rxfuzz replay corpus/RxCore/LEAK-1/merge-take-share.rxf --iterations 1e6"
    #expect(TerminalText(columns: 30).fitted(text) == text)
  }

  @Test("what fits is left as it is, tables and blanks included")
  func untouched() {
    let text = "a  b    c\n\n  indented   \n"
    #expect(TerminalText(columns: 80).fitted(text) == text)
  }

  @Test("lines behind the first begin under its second column")
  func indent() {
    #expect(
      TerminalText(columns: 30).fitted("raced      1,000 iterations in 12.3 s")
        == "raced      1,000 iterations in\n           12.3 s")
  }
}

@Suite("The live block")
struct ProgressBlockTests {
  @Test("reports time, pace, overlap, what was met and what is new of it, and findings")
  func lines() {
    var block = ProgressBlock()
    var progress = CampaignProgress()
    progress.engine = .both
    progress.total = 1_000
    progress.met = CampaignProgress.Met(places: 5, outcomes: 9)
    _ = block.lines(progress)
    progress.elapsedMilliseconds = 2_000
    progress.raced = 500
    progress.overlapped = 250
    progress.findings = 2
    progress.met = CampaignProgress.Met(places: 7, outcomes: 12)
    #expect(
      block.lines(progress) == [
        "elapsed    2.0 s  50.0 %  2.0 s left", "races      500  250/s  overlap 50.0 %",
        "schedules  0  0/s", "met        7 places  12 outcomes  3 new in 10 s", "findings   2",
      ])
    progress.elapsedMilliseconds = 13_000
    #expect(block.lines(progress)[3].hasSuffix("0 new in 10 s"))
  }

  @Test("reports what is left: of the time, or of the iterations, whichever ends first")
  func left() {
    var block = ProgressBlock()
    var progress = CampaignProgress()
    progress.elapsedMilliseconds = 2_000
    progress.raced = 500
    progress.timeMilliseconds = 5_000
    #expect(block.lines(progress)[0] == "elapsed    2.0 s  3.0 s left")
    progress.total = 1_000
    #expect(block.lines(progress)[0] == "elapsed    2.0 s  50.0 %  2.0 s left")
    progress.total = 10_000
    #expect(block.lines(progress)[0] == "elapsed    2.0 s  5.0 %  3.0 s left")
    progress.elapsedMilliseconds = 5_000
    progress.total = nil
    #expect(block.lines(progress)[0] == "elapsed    5.0 s")
  }
}
