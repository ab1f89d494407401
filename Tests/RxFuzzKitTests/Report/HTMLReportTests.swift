import Foundation
import Testing

@testable import RxFuzzKit

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("The page of a report")
struct HTMLReportTests {
  /// Takes the page apart: its words, a line for each element that has some, and its identifiers and links.
  private final class Reader: NSObject, XMLParserDelegate {
    var lines: [String] = []
    var identifiers: Set<String> = []
    var links: [String] = []
    var attributes: [String] = []
    private var text = ""
    private var inStyle = false

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      if !Self.inline.contains(name) { end() }
      inStyle = name == "style"
      if let identifier = attributes["id"] { identifiers.insert(identifier) }
      if let link = attributes["href"] { links.append(link) }
      self.attributes += attributes.keys
    }

    func parser(
      _ parser: XMLParser, didEndElement name: String, namespaceURI: String?,
      qualifiedName: String?
    ) {
      if !Self.inline.contains(name) { end() }
      inStyle = false
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
      if !inStyle { text += string }
    }

    private static let inline: Set<String> = ["span", "b", "code", "a"]

    private func end() {
      let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if !words.isEmpty { lines.append(words) }
      text = ""
    }
  }

  private static func read(_ page: String) throws -> Reader {
    let body = page.replacing("<!DOCTYPE html>\n", with: "")
    let parser = XMLParser(data: Data(body.utf8))
    let reader = Reader()
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }

  private static func page() throws -> String {
    ReportFormat.html.text(try ReportExample.report(), since: try ReportExample.otherShard())
  }

  /// Set `RXFUZZ_REWRITE_GOLDEN` to write the text anew.
  @Test("the words of the page are those that were reviewed")
  func golden() throws {
    let text = try Self.read(try Self.page()).lines.joined(separator: "\n") + "\n"
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Golden/page.txt")
    if ProcessInfo.processInfo.environment["RXFUZZ_REWRITE_GOLDEN"] != nil {
      try Data(text.utf8).write(to: file)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("the page is well-formed, links to itself only, and loads nothing")
  func selfContained() throws {
    let page = try Self.page()
    let reader = try Self.read(page)
    #expect(reader.links.allSatisfy { $0.hasPrefix("#") })
    #expect(reader.links.allSatisfy { reader.identifiers.contains(String($0.dropFirst())) })
    #expect(!reader.attributes.contains("src"))
    for word in ["<script", "http:", "https:", "url(", "@import"] {
      #expect(!page.contains(word), "\(word)")
    }
  }

  @Test("a clean run says so in its first sentence, and a run of nothing does not pass for one")
  func verdicts() throws {
    var report = try ReportExample.report()
    report.findings = []
    report.ended = nil
    #expect(
      VerdictSection.sentence(report) == "Paper broke no rule in 1,000 races and 64 schedules.")
    report.counts = RunReport.Counts()
    #expect(VerdictSection.sentence(report).hasPrefix("Nothing was raced"))
  }

  @Test("an empty report has a page, too")
  func empty() throws {
    let reader = try Self.read(ReportFormat.html.text(RunReport()))
    #expect(reader.lines.contains("None."))
  }
}
