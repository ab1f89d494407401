import Testing

@testable import RxFuzzCommand

@Suite("The selftest command")
struct SelfTestRunTests {
  @Test("it takes nothing, and is one of the commands")
  func arguments() throws {
    guard case .selfTest = try Arguments.parse(["selftest"]) else {
      Issue.record("not understood as the self-test")
      return
    }
  }

  @Test("it ends clean where every defect is detected, and names the invariants")
  func run() throws {
    let testbed = try Testbed()
    defer { testbed.remove() }
    let outcome = try testbed.run("selftest")
    #expect(outcome.code == ExitCode.clean.rawValue, "\(outcome.output)\(outcome.errors)")
    for name in ["TERM-1", "SER-1", "LEAK-1", "nothing"] { #expect(outcome.output.contains(name)) }
  }
}
