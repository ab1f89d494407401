import RxFuzzKit
import Testing

@Suite("The gauge of the stack")
struct StackGaugeTests {
  @Test("does not grow with calls that follow one another")
  func following() {
    let gauge = StackGauge()
    #expect(!gauge.grows)
    for _ in 0..<100 { gauge.note() }
    #expect(gauge.count == 100 && !gauge.grows)
  }

  @Test("grows with calls of which each is made inside the one before")
  func nesting() {
    let gauge = StackGauge()
    nest(gauge, 100)
    #expect(gauge.count == 100 && gauge.grows)
  }

  @Test("grows with calls that are made on the way out, each after one that was made deeper")
  func unwinding() {
    let gauge = StackGauge()
    unwind(gauge, 100)
    #expect(gauge.count == 100 && gauge.grows)
  }

  @inline(never)
  private func unwind(_ gauge: StackGauge, _ left: Int) {
    guard left > 0 else { return }
    withExtendedLifetime(gauge) { unwind(gauge, left - 1) }
    gauge.note()
    precondition(left > 0)
  }

  @inline(never)
  private func nest(_ gauge: StackGauge, _ left: Int) {
    guard left > 0 else { return }
    gauge.note()
    withExtendedLifetime(gauge) { nest(gauge, left - 1) }
    // A call in last place could leave its frame before.
    precondition(left > 0)
  }
}
