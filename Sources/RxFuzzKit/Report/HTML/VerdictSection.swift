import ScheduleKit

/// What the run says, in one sentence, and its main figures.
enum VerdictSection {
  /// The class of the page's head.
  static func tone(_ report: RunReport) -> String {
    if !report.findings.isEmpty { return report.news.isEmpty ? "known" : "bad" }
    return report.wasSuccessful && report.exitCode == 0 ? "good" : "known"
  }

  static func html(_ report: RunReport) -> String {
    let counts = report.counts
    var figures = [
      ("races", NumberWords.grouped(counts.raced)),
      ("races a second", NumberWords.grouped(report.racesPerSecond)),
      ("overlap", NumberWords.share(counts.overlapped, of: counts.raced)),
      ("undecided", NumberWords.share(counts.undecided, of: counts.raced)),
      ("schedules", NumberWords.grouped(counts.schedules)),
      ("time", NumberWords.duration(milliseconds: counts.milliseconds)),
    ]
    if let coverage = report.coverage {
      figures.append(("pairs met", "\(coverage.met) of \(coverage.due)"))
    }
    let tiles = figures.map { "<div><dt>\($0.0)</dt><dd>\($0.1)</dd></div>" }
    return """
      <p class="tool">rxfuzz \(HTMLText.escaped(report.version)) · \(HTMLText.escaped(report.library)) · \
      seed <code>\(report.seed)</code> · \(HTMLText.escaped(report.build))</p>
      <h1>\(HTMLText.escaped(sentence(report)))</h1>
      <dl class="figures">\(tiles.joined(separator: "\n"))</dl>
      """
  }

  /// For example `RxCore broke LEAK-1 and TERM-1: 2 new findings in 1,000 races.`
  static func sentence(_ report: RunReport) -> String {
    let counts = report.counts
    var amount = NumberWords.counted(counts.raced, "race")
    if counts.schedules > 0 {
      amount += " and \(NumberWords.counted(counts.schedules, "schedule"))"
    }
    let ended = report.ended.map { "; the run ended \($0)" } ?? ""
    guard !report.findings.isEmpty else {
      let nothing = counts.raced + counts.schedules + counts.primitiveRaces == 0
      if nothing { return "Nothing was raced\(ended), so that this run says nothing." }
      let reserve = report.wasSuccessful ? "" : ", but the run is not to be relied on"
      return "\(report.library) broke no rule in \(amount)\(reserve)\(ended)."
    }
    var rules: [String] = []
    for finding in report.findings where !rules.contains(finding.invariant) {
      rules.append(finding.invariant)
    }
    let (news, known) = (report.news.count, report.findings.count - report.news.count)
    var kinds: [String] = []
    if news > 0 { kinds.append(NumberWords.counted(UInt64(news), "new finding")) }
    if known > 0 { kinds.append(NumberWords.counted(UInt64(known), "known finding")) }
    return "\(report.library) broke \(joined(rules)): \(joined(kinds)) in \(amount)\(ended)."
  }

  private static func joined(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return words.dropLast().joined(separator: ", ") + " and " + last
  }
}
