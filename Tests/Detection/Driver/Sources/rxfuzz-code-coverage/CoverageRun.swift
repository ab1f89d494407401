import CodeCoverage
import Foundation
import Planting

/// One run of the command: build with counters, race, merge what was counted, report.
struct CoverageRun {
  private static let buildSecondsMax = 3_600
  private static let raceSecondsMax = 7_200
  private static let toolSecondsMax = 300

  private let arguments: Arguments
  private let root: URL
  private let scratch: URL

  /// The tool could not do its work.
  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ arguments: Arguments) {
    self.arguments = arguments
    // Tests/Detection/Driver/Sources/rxfuzz-code-coverage/CoverageRun.swift
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<6 { folder.deleteLastPathComponent() }
    root = folder
    scratch = folder.appending(path: ".build-code-coverage")
  }

  /// Returns whether everything was as it should be.
  func run() throws -> Bool {
    let list = try UnreachedList(
      String(contentsOf: root.appending(path: "Tests/Detection/unreached.txt"), encoding: .utf8))
    let binary = try compile()
    let profiles = scratch.appending(path: "profiles")
    try? FileManager.default.removeItem(at: profiles)
    try FileManager.default.createDirectory(at: profiles, withIntermediateDirectories: true)
    let foundNothing = try race(binary, countingInto: profiles)
    let export = try export(binary, profiles)
    let report = CodeCoverageReport(
      export, list: list, names: try names(of: Set(export.functions.map(\.symbol)).sorted()))
    say(report.text)
    return report.isGood && (foundNothing || !arguments.sanitizesAddresses)
  }

  /// Builds without the instrumentation of explore, whose calls would be counted for nothing.
  private func compile() throws -> URL {
    let products = scratch.appending(path: arguments.sanitizesAddresses ? "address" : "build")
    var build = [
      "build", "--package-path", root.path, "--scratch-path", products.path, "--product", "rxfuzz",
    ]
    if arguments.sanitizesAddresses { build.append("--sanitize=address") }
    let environment = ["RXFUZZ_PLAIN": "1", "RXFUZZ_CODE_COVERAGE": "1"]
    if !arguments.skipsBuild {
      say("building with counters")
      _ = try output(of: "swift", build, environment, secondsMax: Self.buildSecondsMax)
    }
    let folder = try output(
      of: "swift", build + ["--show-bin-path"], environment, secondsMax: Self.toolSecondsMax)
    guard let path = folder.split(separator: "\n").last else {
      throw Failure(description: "the build has no folder")
    }
    return URL(fileURLWithPath: String(path)).appending(path: "rxfuzz")
  }

  /// The processes of a run share one file of counters, which is mapped into their memory: what they have counted is
  /// there even if they crash, hang or are killed. Findings are the main job's affair, and end nothing here.
  /// - Returns: whether there was none.
  private func race(_ binary: URL, countingInto profiles: URL) throws -> Bool {
    say("racing \(arguments.iterations) iterations")
    let run = try Command(
      binary, ["--seed", arguments.seed, "--iterations", arguments.iterations, "--quiet"],
      environment: ["LLVM_PROFILE_FILE": profiles.appending(path: "%c%m.profraw").path]
    ).run(secondsMax: Self.raceSecondsMax)
    guard let status = run.status, status == 0 || status == 1 else {
      throw Failure(description: "the run did not end as it should:\n\(run.tail)")
    }
    say(run.output)
    return status == 0
  }

  private func export(_ binary: URL, _ profiles: URL) throws -> CoverageExport {
    let merged = profiles.appending(path: "merged.profdata")
    let counted = try FileManager.default.contentsOfDirectory(atPath: profiles.path)
      .filter { $0.hasSuffix(".profraw") }.sorted().map { profiles.appending(path: $0).path }
    let tools = try toolFolder()
    _ = try output(
      of: tools.appending(path: "llvm-profdata").path, ["merge", "-o", merged.path] + counted)
    let json = profiles.appending(path: "export.json")
    // By way of a file of its own, because warnings go to the same log as the output.
    _ = try output(
      of: "sh",
      [
        "-c", "exec \"$0\" export \"$1\" -instr-profile=\"$2\" -skip-expansions > \"$3\"",
        tools.appending(path: "llvm-cov").path, binary.path, merged.path, json.path,
      ])
    return try CoverageExport(
      Data(contentsOf: json), below: root.appending(path: "Sources/RxCore").path)
  }

  /// What people call these symbols.
  private func names(of symbols: [String]) throws -> [String: String] {
    let demangler = try toolFolder().appending(path: "swift-demangle").path
    let lines = try output(of: demangler, ["-compact", "-simplified"] + symbols)
      .split(separator: "\n").map(String.init)
    guard lines.count == symbols.count else {
      throw Failure(description: "\(symbols.count) symbols have \(lines.count) names")
    }
    return Dictionary(uniqueKeysWithValues: zip(symbols, lines))
  }

  /// Where the compiler's own tools lie: those of another compiler cannot read its counters.
  private func toolFolder() throws -> URL {
    struct Target: Decodable {
      struct Paths: Decodable { let runtimeResourcePath: String }
      let paths: Paths
    }
    let text = try output(of: "swiftc", ["-print-target-info"])
    let target = try JSONDecoder().decode(Target.self, from: Data(text.utf8))
    // bin lies beside lib/swift.
    return URL(fileURLWithPath: target.paths.runtimeResourcePath)
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "bin")
  }

  private func output(
    of tool: String, _ words: [String], _ environment: [String: String] = [:],
    secondsMax: Int = toolSecondsMax
  ) throws -> String {
    let result = try Command(
      URL(fileURLWithPath: "/usr/bin/env"), [tool] + words, environment: environment
    ).run(secondsMax: secondsMax)
    guard result.status == 0 else {
      throw Failure(description: "\(tool) \(words.first ?? "") failed:\n\(result.tail)")
    }
    return result.output
  }

  private func say(_ text: String) { print(text) }
}
