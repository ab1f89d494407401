import Foundation
import Testing

/// Runs of the testbed executable, which is built beside the tests.
struct Testbed {
  /// What a run left behind.
  struct Outcome {
    let code: Int32
    let output: String
    let errors: String
  }

  /// A folder that a test may fill; removed with this value's `remove`.
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "rxfuzz-command-tests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  func remove() { try? FileManager.default.removeItem(at: folder) }

  /// Runs to the end.
  /// - Parameters:
  ///   - fault: as the toy library reads it, for example `crash:600`.
  ///   - hangSeconds: how long a race may get nowhere.
  func run(_ arguments: String..., fault: String? = nil, hangSeconds: Int = 1) throws -> Outcome {
    try Running(arguments, fault: fault, hangSeconds: hangSeconds, folder: folder).outcome()
  }

  /// Runs to the end.
  /// - Parameter shell: what a shell does before it becomes the run, for example `ulimit -n 20`.
  func run(_ arguments: [String], after shell: String) throws -> Outcome {
    try Running(arguments, fault: nil, after: shell, folder: folder).outcome()
  }

  /// - Parameter output: where it writes to; nil: to the test.
  func start(
    _ arguments: [String], fault: String? = nil, output: FileHandle? = nil
  ) throws -> Running {
    try Running(arguments, fault: fault, output: output, folder: folder)
  }

  /// Writes a file below the folder.
  func write(_ text: String, to path: String) throws {
    let url = folder.appending(path: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// Paths of the files below a folder of the folder, sorted.
  func files(below path: String) -> [String] {
    let root = folder.appending(path: path)
    let names =
      FileManager.default.enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".rxf") }.sorted()
  }
}

/// A run that goes on.
final class Running {
  private let process = Process()
  private let output = Pipe()
  private let errorFile: URL
  private var heard = Data()
  /// A run that has not ended by itself is killed then, so that its test fails instead of waiting.
  private static let secondsMax = 240

  init(
    _ arguments: [String], fault: String?, after shell: String? = nil, hangSeconds: Int = 1,
    output other: FileHandle? = nil, folder: URL
  ) throws {
    errorFile = folder.appending(path: "errors-\(UUID().uuidString).txt")
    try Data().write(to: errorFile)
    let executable = try Self.executable()
    process.executableURL = shell == nil ? executable : URL(filePath: "/bin/sh")
    process.arguments =
      (shell.map { ["-c", "\($0); exec \"$0\" \"$@\"", executable.path] } ?? []) + arguments
    process.currentDirectoryURL = folder
    var environment = ProcessInfo.processInfo.environment
    environment["TESTBED_FAULT"] = fault
    // Tests may run in a workflow themselves.
    environment["GITHUB_ACTIONS"] = nil
    environment["TESTBED_HANG_SECONDS"] = "\(hangSeconds)"
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = other ?? output
    if other != nil { try output.fileHandleForWriting.close() }
    process.standardError = try FileHandle(forWritingTo: errorFile)
    try process.run()
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.secondsMax)) {
      [process] in if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }
  }

  /// Reads until a line of the output contains `text`; false when the output ends first.
  func hears(_ text: String) -> Bool {
    while !String(decoding: heard, as: UTF8.self).contains(text) {
      let data = output.fileHandleForReading.availableData
      if data.isEmpty { return false }
      heard += data
    }
    return true
  }

  #if os(Linux)
    /// Waits until it has a handler for the signal; false where it ends without.
    func catches(_ number: Int32) -> Bool {
      while process.isRunning {
        let status = try? String(
          contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
        let line = status?.split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let mask = line?.split(separator: "\t").last.flatMap { UInt64($0, radix: 16) } ?? 0
        if mask & (1 << UInt64(number - 1)) != 0 { return true }
        sched_yield()
      }
      return false
    }
  #endif

  #if os(Linux)
    /// The processes that it has at the moment.
    var children: [pid_t] {
      let run = process.processIdentifier
      let text = try? String(contentsOfFile: "/proc/\(run)/task/\(run)/children", encoding: .utf8)
      return (text ?? "").split(whereSeparator: \.isWhitespace).compactMap { pid_t($0) }
    }

    var isRunning: Bool { process.isRunning }
  #endif

  func signal(_ number: Int32) { kill(process.processIdentifier, number) }

  /// Closes the reading end of the output.
  func stopListening() throws { try output.fileHandleForReading.close() }

  func outcome() throws -> Testbed.Outcome {
    while true {
      let data = (try? output.fileHandleForReading.read(upToCount: 1 << 16)) ?? nil
      guard let data, !data.isEmpty else { break }
      heard += data
    }
    process.waitUntilExit()
    return Testbed.Outcome(
      code: process.terminationStatus, output: String(decoding: heard, as: UTF8.self),
      errors: String(decoding: try Data(contentsOf: errorFile), as: UTF8.self))
  }

  private static func executable() throws -> URL {
    // The products of one build lie in one folder; on macOS the tests lie some levels below it.
    var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    #if os(Linux)
      folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    #endif
    for _ in 0..<5 {
      folder.deleteLastPathComponent()
      let candidate = folder.appending(path: "rxfuzz-testbed")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
    }
    return try #require(nil as URL?, "the testbed executable is not built beside the tests")
  }
}
