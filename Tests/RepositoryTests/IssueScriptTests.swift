import Foundation
import Testing

/// Issues of a night, with a tool in place of `gh` that keeps what it was given.
@Suite("The script that opens issues")
struct IssueScriptTests {
  private static let script = Repository.root.appending(path: ".ci/issues")
  private static let hasTools = ["/bin/bash", "/usr/bin/jq"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: $0)
  }

  /// Titles of issues are kept in a file each, and searched as GitHub does: by a word of the body.
  private static let tool = """
    #!/bin/bash
    set -euo pipefail
    case "$2" in
    list)
      word=${6%% *}
      grep -lr -- "$word" "$KEPT" | wc -l | sed 's/^0$//'
      ;;
    create)
      number=$(ls "$KEPT" | wc -l)
      { printf '%s\\n' "$4"; cat "$6"; } >"$KEPT/$number"
      ;;
    esac
    """

  private static let report = """
    {"seed": "s1", "findings": [
      {"invariant": "VAL-1", "message": "next 1 never reached subscription 1", "fingerprint": "VAL-1 map",
       "scenario": "chain feed a |> map", "replay": "rxfuzz replay a.rxf", "trace": "p", "details": "", "isKnown": false},
      {"invariant": "VAL-1", "message": "next 2 never reached subscription 1", "fingerprint": "VAL-1 map",
       "scenario": "chain feed a |> map", "replay": "rxfuzz replay b.rxf", "isKnown": false},
      {"invariant": "ERR-1", "message": "known", "fingerprint": "ERR-1", "scenario": "", "replay": "", "isKnown": true}],
     "parts": {"findings": [
      {"invariant": "REF-1", "message": "$(touch gone)", "fingerprint": "REF-1 bag", "script": "bag: p hold 1",
       "replay": "rxfuzz replay c.rxf", "isKnown": false}]}}
    """

  @Test(
    "opens one for each new failure, once, and takes no word of a report for a command",
    .enabled(if: IssueScriptTests.hasTools))
  func opens() throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "rxfuzz-issues-\(UUID().uuidString)")
    let kept = folder.appending(path: "kept")
    let night = folder.appending(path: "nights/release")
    let tools = folder.appending(path: "tools")
    for path in [kept, night, tools] {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
    defer { try? FileManager.default.removeItem(at: folder) }
    let gh = tools.appending(path: "gh")
    try Self.tool.write(to: gh, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: gh.path)
    try Self.report.write(
      to: night.appending(path: "report.json"), atomically: true, encoding: .utf8)
    // The second night finds the same.
    for _ in 0..<2 { #expect(try run(folder, tools: tools, kept: kept) == 0) }
    let issues = try FileManager.default.contentsOfDirectory(atPath: kept.path).sorted().map {
      try String(contentsOf: kept.appending(path: $0), encoding: .utf8)
    }
    #expect(issues.count == 2)
    #expect(issues.first?.hasPrefix("VAL-1 next 1 never reached subscription 1\n") == true)
    #expect(issues.first?.contains("Replay: `rxfuzz replay a.rxf`") == true)
    #expect(issues.last?.contains("bag: p hold 1") == true)
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "gone").path))
  }

  private func run(_ folder: URL, tools: URL, kept: URL) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = [Self.script.path, folder.appending(path: "nights").path]
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["PATH"] = "\(tools.path):\(environment["PATH"] ?? "/usr/bin:/bin")"
    environment["KEPT"] = kept.path
    environment["GH_REPO"] = "owner/name"
    process.environment = environment
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
