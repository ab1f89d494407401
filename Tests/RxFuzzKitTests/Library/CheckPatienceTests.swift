import RxFuzzKit
import Testing

@Suite("How long checks wait")
struct CheckPatienceTests {
  private let patience = CheckPatience(processorSeconds: 0.001, seconds: 0.002, partAfterwards: 0.5)

  @Test("what comes true ends the wait, also after something did not")
  func comes() {
    var looks = 0
    let isThird = {
      looks += 1
      return looks > 2
    }
    #expect(patience.until(isThird) && looks == 3)
    #expect(!patience.until { false })
    looks = 0
    #expect(patience.until(isThird))
  }

  @Test("what never comes true is waited for as long as that")
  func never() {
    let start = ContinuousClock.now
    #expect(!patience.until { false })
    #expect(ContinuousClock.now - start >= .milliseconds(2))
    let second = ContinuousClock.now
    #expect(!patience.until { false })
    #expect(ContinuousClock.now - second >= .milliseconds(1))
  }
}
