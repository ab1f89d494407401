import Testing

@testable import RxFuzzKit

@Suite("The share of a run that makes findings small")
struct ShrinkShareTests {
  @Test("races go first when trials have had their head start and as much time as races")
  func turns() {
    var share = ShrinkShare()
    share.add(ShrinkShare.headStartMilliseconds, isTrial: true)
    #expect(!share.isUsedUp)
    share.add(1, isTrial: true)
    #expect(share.isUsedUp)
    share.add(1, isTrial: false)
    #expect(!share.isUsedUp)
  }
}
