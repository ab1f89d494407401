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
  public init(named name: String, _ arguments: [String], environment: [String: String] = [:]) {
    self.init(
      URL(fileURLWithPath: "/usr/bin/env"), [name] + arguments, environment: environment)
  }

  /// How often it is asked whether a child is still needed.
  private static let lookMilliseconds = 100

  /// Runs it to its end; output and errors are gathered in one file beside other temporary files.
  /// - Parameters:
  ///   - leaveSecondsMax: how long the child may take to end once it is asked to.
  ///   - isDone: whether the child, which goes on, has done what it was started for: it is then asked to end.
  public func run(
    secondsMax: Int, leaveSecondsMax: Int = 15, until isDone: () -> Bool = { false }
  ) throws -> Result {
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
    let inTime = Self.wait(for: ended, of: process, (secondsMax, leaveSecondsMax), until: isDone)
    if !inTime {
      kill(process.processIdentifier, SIGKILL)
      ended.wait()
    }
    try handle.close()
    let output = String(decoding: try Data(contentsOf: log), as: UTF8.self)
    return Result(status: inTime ? process.terminationStatus : nil, output: output)
  }

  /// Whether it ended in time.
  private static func wait(
    for ended: DispatchSemaphore, of process: Process, _ seconds: (max: Int, leaveMax: Int),
    until isDone: () -> Bool
  ) -> Bool {
    let last = ContinuousClock.now + .seconds(seconds.max)
    while ContinuousClock.now < last {
      if ended.wait(timeout: .now() + .milliseconds(lookMilliseconds)) == .success { return true }
      if isDone() {
        process.terminate()
        return ended.wait(timeout: .now() + .seconds(seconds.leaveMax)) == .success
      }
    }
    return false
  }
}
