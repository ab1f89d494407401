import ScheduleKit
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a test of this library has found, with the picture and the words that repeat it.
///
/// Thrown where neither Swift Testing nor XCTest runs the caller; under these it is reported at the caller's line instead.
public struct TestFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The broken rule: `expectation`, `deadlock`, `livelock`, `race`, `useAfterFree`, `crash`, `error`, `outcome`,
  /// `linearizability`, or `nothing` where nothing was tested.
  public var rule: String
  /// By what, in one line.
  public var message: String
  /// The whole report.
  public var description: String
  /// What `RXFUZZ_REPLAY` has to be for the same failure; nil where nothing can be repeated.
  public var replay: String?

  /// Reports it at that place, or throws it where no test framework listens.
  func report(at place: SourcePlace) throws {
    if Test.current != nil {
      Issue.record(
        "\(description)",
        sourceLocation: SourceLocation(
          fileID: "\(place.fileID)", filePath: "\(place.filePath)", line: Int(place.line),
          column: Int(place.column)))
    } else if let fail = XCTestBridge.fail {
      fail(description, place.filePath, place.line)
    } else {
      throw self
    }
  }
}

/// XCTest, where the process has loaded it: nothing here links it, so that programs without tests stay without it.
enum XCTestBridge {
  /// `XCTFail(_:file:line:)`.
  typealias Fail = @convention(thin) (String, StaticString, UInt) -> Void
  private static let symbol = "$s6XCTest7XCTFail_4file4lineySS_s12StaticStringVSutF"

  /// Nil where XCTest does not run the tests of this process: a failure that it does not hear would be lost.
  static var fail: ((String, StaticString, UInt) -> Void)? {
    guard !CommandLine.arguments.contains("swift-testing"), let handle = dlopen(nil, RTLD_NOW),
      let function = dlsym(handle, symbol)
    else {
      return nil
    }
    let fail = unsafeBitCast(function, to: Fail.self)
    return { fail($0, $1, $2) }
  }

  /// Calls between a test and this library that are looked through for the test.
  private static let callersMax = 64

  /// `Module.Class/testMethod` of the method that calls on this thread; nil where there is none.
  static func method(of module: String) -> String? {
    guard fail != nil else { return nil }
    for site in CodePlace.callers(max: callersMax) {
      // `Module.Class.testMethod() throws -> () (image+0x12)`.
      let parts = CodePlace.text(at: site).prefix { $0 != "(" }.split(separator: ".")
      guard parts.count == 3, parts[0] == module, parts[2].hasPrefix("test") else { continue }
      return "\(module).\(parts[1])/\(parts[2])"
    }
    return nil
  }
}
