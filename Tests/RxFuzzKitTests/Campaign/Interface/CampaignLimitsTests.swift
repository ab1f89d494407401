import Testing

@testable import RxFuzzKit

@Suite("The bounds of a campaign")
struct CampaignLimitsTests {
  @Test("children that were asked to stop have their time, also where the clock was read before")
  func stopping() {
    let bound = CampaignLimits.stopMilliseconds
    #expect(!CampaignLimits.isOverdue(now: 1_000, stopped: 1_003))
    #expect(!CampaignLimits.isOverdue(now: 1_003 + bound - 1, stopped: 1_003))
    #expect(CampaignLimits.isOverdue(now: 1_003 + bound, stopped: 1_003))
  }
}
