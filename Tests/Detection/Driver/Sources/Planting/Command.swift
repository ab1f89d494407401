import Foundation

/// A child process whose end is waited for, with a bound.
public struct Command: Sendable {
  /// How a child ended and what it said.
  public struct Result: Sendable {
    /// Nil when it had to be stopped.
    public let status: Int32?
    public let output: String
    /// Its last lines, for messages.
    public var tail: String {
      output.split(separator: "\n").suffix(12).joined(separator: "\n")
    }
  }

  private let tool: URL
  private let arguments: [String]
  private let environment: [String: String]

  public init(_ tool: URL, _ arguments: [String], environment: [String: String] = [:]) {
    self.tool = tool
    self.arguments = arguments
    self.environment = environment
  }

  /// A tool found in PATH.
  public init(named name: String, _ arguments: [String]) {
    self.init(URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments)
  }

  /// Runs it to its end; output and errors are gathered in one file beside other temporary files.
  public func run(secondsMax: Int) throws -> Result {
    let log = FileManager.default.temporaryDirectory.appending(path: "rxfuzz-\(UUID()).log")
    guard FileManager.default.createFile(atPath: log.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    defer { try? FileManager.default.removeItem(at: log) }
    let handle = try FileHandle(forWritingTo: log)
    let process = Process()
    process.executableURL = tool
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = handle
    process.standardError = handle
    let ended = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    let inTime = ended.wait(timeout: .now() + .seconds(secondsMax)) == .success
    if !inTime {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    try handle.close()
    let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return Result(status: inTime ? process.terminationStatus : nil, output: output)
  }
}
