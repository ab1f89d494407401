import Foundation
import Testing

@Suite("Code coverage")
struct CodeCoverageTests {
  private static let json = """
    {"data": [{
      "files": [
        {"filename": "/p/Sources/RxCore/B.swift", "segments": [],
         "summary": {"functions": {"count": 3, "covered": 1}, "lines": {"count": 40, "covered": 39}}},
        {"filename": "/p/Sources/RxCore/A/A.swift", "segments": [],
         "summary": {"functions": {"count": 1, "covered": 1}, "lines": {"count": 3, "covered": 3}}},
        {"filename": "/p/Sources/RxCoreTest/C.swift", "segments": [],
         "summary": {"functions": {"count": 1, "covered": 1}, "lines": {"count": 3, "covered": 3}}}],
      "functions": [
        {"name": "$s1", "count": 7, "filenames": ["/p/Sources/RxCore/A/A.swift"]},
        {"name": "B.swift:$s2", "count": 0, "filenames": ["/p/Sources/RxCore/B.swift"]},
        {"name": "$s3", "count": 0, "filenames": ["/p/Sources/RxCore/B.swift"]},
        {"name": "$s4", "count": 2, "filenames": ["/p/Sources/RxCore/B.swift"]},
        {"name": "$s5", "count": 0, "filenames": ["/p/Sources/RxCoreTest/C.swift"]}]}]}
    """
  private static let names = ["$s1": "a()", "$s2": "b()", "$s3": "c()", "$s4": "c()"]

  private func report(_ list: String) throws -> CodeCoverageReport {
    CodeCoverageReport(
      try CoverageExport(Data(Self.json.utf8), below: "/p/Sources/RxCore"),
      list: try UnreachedList(list), names: Self.names)
  }

  @Test("a function that is not reached must be on the list; one of several of its name is enough")
  func unexplained() throws {
    let report = try report("# a list\nB.swift: b()\n  It traps.\n")
    #expect(!report.isGood)
    #expect(report.unexplained == ["B.swift: c()"])
    #expect(report.reached.isEmpty && report.outdated.isEmpty)
  }

  @Test("a function that is reached, or is no more, must not be on the list")
  func listed() throws {
    let report = try report(
      "A/A.swift: a()\n  It traps.\nB.swift: b()\n  So.\nB.swift: c()\n  So.\nB.swift: d()\n  So.\n"
    )
    #expect(!report.isGood)
    #expect(report.reached == ["A/A.swift: a()"])
    #expect(report.outdated == ["B.swift: d()"])
    #expect(report.unexplained.isEmpty)
  }

  @Test("files of other folders are left out of the table")
  func table() throws {
    let report = try report("B.swift: b()\n  So.\nB.swift: c()\n  So.\n")
    #expect(report.isGood)
    #expect(
      report.text == """
        file                functions               lines
        A/A.swift        1/1  100.0 %        3/3  100.0 %
        B.swift           1/3  33.3 %       39/40  97.5 %
        in all            2/4  50.0 %       42/43  97.6 %
        never reached, with a reason on the list: 2
        """)
  }

  @Test("a run that measured nothing is not good")
  func nothing() throws {
    let export = try CoverageExport(Data(Self.json.utf8), below: "/elsewhere")
    #expect(!CodeCoverageReport(export, list: try UnreachedList(""), names: [:]).isGood)
  }

  @Test(
    "each function on the list has one reason",
    arguments: ["  why\n", "f()\n", "f()\ng()\n  why\n", "f()\n  why\nf()\n  why\n"])
  func damaged(text: String) {
    #expect(throws: UnreachedList.Damaged.self) { try UnreachedList(text) }
  }
}
