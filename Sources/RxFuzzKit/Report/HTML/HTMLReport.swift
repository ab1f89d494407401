import ScheduleKit

/// A run as one page that opens from disk: no script, no font and no picture from elsewhere.
///
/// The page is well-formed XML as well, so that tools can take it apart.
enum HTMLReport {
  static func text(_ report: RunReport, since last: RunReport? = nil) -> String {
    let difference = last.map { ReportDifference(from: $0, to: report) }
    let sections = sections(report, difference)
    let links = sections.map { "<a href=\"#\($0.id)\">\(HTMLText.escaped($0.title))</a>" }
    let title = "rxfuzz: \(report.library), seed \(report.seed)"
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"/>
      <title>\(HTMLText.escaped(title))</title>
      <style>
      \(HTMLStyle.text)
      </style>
      </head>
      <body>
      <a class="skip" href="#main">Skip to the findings</a>
      <header class="\(VerdictSection.tone(report))">
      \(VerdictSection.html(report))
      <nav aria-label="Sections">\(links.joined(separator: "\n"))</nav>
      </header>
      <main id="main">
      \(sections.map(section).joined(separator: "\n"))
      </main>
      </body>
      </html>

      """
  }

  private struct Section {
    var id: String
    var title: String
    var body: String
  }

  private static func section(_ section: Section) -> String {
    "<section id=\"\(section.id)\" aria-labelledby=\"\(section.id)-title\">\n"
      + "<h2 id=\"\(section.id)-title\">\(HTMLText.escaped(section.title))</h2>\n"
      + section.body + "\n</section>"
  }

  private static func sections(_ report: RunReport, _ difference: ReportDifference?) -> [Section] {
    var sections = [
      Section(id: "findings", title: "Findings", body: FindingSection.html(report))
    ]
    if let difference {
      sections.append(
        Section(
          id: "differences", title: "Since the last run", body: DifferenceSection.html(difference)))
    }
    if !report.outcomes.isEmpty {
      sections.append(
        Section(id: "outcomes", title: "Outcomes", body: OutcomeSection.html(report.outcomes)))
    }
    if report.timeline.samples.count > 1 {
      sections.append(
        Section(id: "course", title: "Over time", body: CourseSection.html(report.timeline)))
    }
    if let coverage = report.coverage {
      sections.append(
        Section(id: "coverage", title: "Operators and races", body: CoverageSection.html(coverage)))
    }
    sections.append(Section(id: "judges", title: "Rules", body: RuleSection.html(report)))
    sections.append(
      Section(id: "environment", title: "The run", body: EnvironmentSection.html(report)))
    return sections
  }
}
