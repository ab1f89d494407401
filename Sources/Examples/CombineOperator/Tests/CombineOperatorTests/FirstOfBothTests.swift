import CombineOperator
import OpenCombineAdapter
import RxFuzzTesting
import Testing

@Suite("An operator of OpenCombine", .serialized)
struct FirstOfBothTests {
  private let library = OpenCombineLibrary()

  @Test("the broken one counts on two threads at once")
  func broken() throws {
    try withKnownIssue {
      try checkOperator(library) { $0.brokenFirst(2, with: $1) }
    } matching: { _ in
      true
    }
  }

  @Test("the mended one keeps the contract")
  func mended() throws {
    try checkOperator(library, iterations: 4_000, schedules: 400) { $0.mendedFirst(2, with: $1) }
  }
}
