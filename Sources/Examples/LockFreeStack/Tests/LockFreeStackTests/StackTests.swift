import LockFreeStack
import ScheduleTesting
import Testing

@Suite("The stack", .serialized)
struct StackTests {
  @Test("the broken one takes a slot that came back for the one that it had seen")
  func broken() throws {
    try withKnownIssue {
      try checkLinearizable(BrokenStack.init, scenarios: 400, iterations: 0, schedules: 40_000) {
        Operation("push", Gen.ints) { $0.push($1) }
        Operation("pop") { $0.pop() }
      }
    } matching: { _ in
      true
    }
  }

  @Test("the mended one is linearizable")
  func mended() throws {
    try checkLinearizable(MendedStack.init) {
      Operation("push", Gen.ints) { $0.push($1) }
      Operation("pop") { $0.pop() }
    }
  }
}
