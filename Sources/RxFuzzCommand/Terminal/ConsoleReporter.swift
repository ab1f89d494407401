import RxFuzzKit

/// Shows a person how a run goes: findings as they come, and how far it is.
final class ConsoleReporter: CampaignReporter {
  private let console: Console
  private let command: CommandName
  private let library: any LibraryUnderTest
  private let quiet: Bool
  private var findings = 0
  private var block = ProgressBlock()
  private var lineMilliseconds: UInt64 = 0
  /// Without a terminal, a line of progress comes this often.
  private static let lineEveryMilliseconds: UInt64 = 5_000

  init(
    console: Console, command: CommandName, library: any LibraryUnderTest, quiet: Bool
  ) {
    self.console = console
    self.command = command
    self.library = library
    self.quiet = quiet
  }

  var isClosed: Bool { console.isClosed }

  func found(_ found: CampaignFinding) {
    findings += 1
    if found.isKnown {
      return console.print(
        FindingReport.knownText(
          found, ordinal: findings, command: command.typed, style: console.style))
    }
    let text = FindingReport.text(
      found, ordinal: findings, command: command.typed, style: console.style)
    console.print(text + "\n")
  }

  func found(_ found: PrimitiveCampaign.Found, seed: UInt64) {
    let text = PrimitiveReport.text(found, seed: seed, command: command.typed, style: console.style)
    console.print(found.isKnown ? text : text + "\n")
  }

  func shrunk(_ found: CampaignFinding, ordinal: Int) {
    let text = FindingReport.shrunkText(
      found, ordinal: ordinal, command: command.typed,
      isPhrased: library is any PhrasedLibrary, style: console.style)
    console.print(text + "\n")
  }

  func shrunk(_ found: PrimitiveCampaign.Found, seed: UInt64) {
    let text = PrimitiveReport.shrunkText(
      found, seed: seed, command: command.typed, style: console.style)
    console.print(text + "\n")
  }

  func note(_ line: String) { console.complain("note: \(line)") }

  func progressed(_ progress: CampaignProgress) {
    guard !quiet else { return }
    if console.isTerminal { return console.showLive(block.lines(progress)) }
    guard progress.elapsedMilliseconds - lineMilliseconds >= Self.lineEveryMilliseconds else {
      return
    }
    lineMilliseconds = progress.elapsedMilliseconds
    console.print(ProgressReport.line(progress))
  }
}
