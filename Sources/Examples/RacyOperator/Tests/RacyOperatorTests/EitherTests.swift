import RacyOperator
import RxCore
import RxCoreAdapter
import RxFuzzTesting
import Testing

@Suite("An operator of two sources", .serialized)
struct EitherTests {
  private let library = RxCoreLibrary(countsResources: false)

  @Test("the broken one lets its observer be called by two threads at once")
  func broken() throws {
    try withKnownIssue {
      try checkOperator(library) { first, second in
        Observable.brokenEither(first, second)
      }
    } matching: { _ in
      true
    }
  }

  @Test("the mended one keeps the contract")
  func mended() throws {
    try checkOperator(library, iterations: 4_000, schedules: 400) { first, second in
      Observable.mendedEither(first, second)
    }
  }
}
