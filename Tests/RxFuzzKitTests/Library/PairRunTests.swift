import RxCoreAdapter
import ScheduleKit
import Testing

@testable import RxFuzzKit

@Suite("Pairs of calls of one object")
struct PairRunTests {
  private static let checks = RxCoreLibrary().checks.filter { $0.name.hasSuffix("Pair") }

  /// A worker makes millions of them.
  @Test(
    "leave nothing allocated, whichever two calls are made",
    .enabled(if: CountedHeap.isSupported), arguments: checks.map(\.name))
  func released(_ name: String) throws {
    let check = try #require(Self.checks.first { $0.name == name })
    for way in 1...check.ways {
      let growth = HeapGrowth.counted(rounds: 32) {
        let run = check.make(way)
        run.perform(queue: 0)
        run.perform(queue: 1)
        _ = run.fault()
      }
      #expect(!growth.isEndless, "way \(way): \(growth)")
    }
  }

  @Test("ask for the fault first, and let go then")
  func order() {
    let log = CheckedList<String>()
    let object = PairRun.Object(
      [{ log.append("call") }],
      fault: {
        log.append("fault")
        return nil
      }, letGo: { log.append("let go") })
    let run = PairRun(object, 1)
    run.perform(queue: 0)
    _ = run.fault()
    #expect(log.all == ["call", "fault", "let go"])
  }
}
