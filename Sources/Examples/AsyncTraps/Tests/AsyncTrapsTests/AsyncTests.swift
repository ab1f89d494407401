import AsyncTraps
import ScheduleTesting
import Testing

@Suite("Swift concurrency", .serialized)
struct AsyncTests {
  @Test("the broken account is entered in between, and overdrawn")
  func brokenAccount() throws {
    try withKnownIssue {
      try race { r in
        let account = BrokenAccount(10)
        for _ in 0..<2 {
          r.task {
            await account.pay(10)
            r.expect(await account.balance >= 0, "the account is overdrawn")
          }
        }
      }
    } matching: { _ in
      true
    }
  }

  @Test("the mended account is not")
  func mendedAccount() throws {
    try race(iterations: 500) { r in
      let account = MendedAccount(10)
      for _ in 0..<2 {
        r.task {
          await account.pay(10)
          r.expect(await account.balance >= 0, "the account is overdrawn")
        }
      }
    }
  }

  @Test("the broken answer resumes its continuation twice")
  func brokenAnswer() throws {
    try withKnownIssue {
      try race(iterations: 0) { r in
        r.task { await brokenFirstAnswer() }
        r.task {}
      }
    } matching: { _ in
      true
    }
  }

  @Test("the mended answer resumes it once")
  func mendedAnswer() throws {
    try race(iterations: 500) { r in
      r.task { await mendedFirstAnswer() }
      r.task {}
    }
  }
}
