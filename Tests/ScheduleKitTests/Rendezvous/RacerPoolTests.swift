import Dispatch
import ScheduleKit
import Synchronization
import Testing

@Suite("Racers of a pool", .serialized, .timeLimit(.minutes(1)))
struct RacerPoolTests {
  /// Races in each of which all racers agree on a start.
  private final class Work: RacedWork {
    static let races = 50
    let workers: Int
    let starts = Atomic<Int>(0)
    let disagreements = Atomic<Int>(0)
    private let last = Atomic<UInt64>(0)
    private let rendezvous: Rendezvous

    init(workers: Int) {
      self.workers = workers
      rendezvous = Rendezvous(parties: workers, sharesCores: true)
    }

    func work(_ worker: Int, meanwhile: () -> Void) {
      var place = Rendezvous.Place(party: worker)
      for _ in 0..<Self.races {
        let start = rendezvous.agreeOnStart(&place, earliest: 0)
        starts.wrappingAdd(1, ordering: .relaxed)
        if worker == 0 { last.store(start, ordering: .relaxed) }
        rendezvous.meet(&place)
        if last.load(ordering: .relaxed) != start {
          disagreements.wrappingAdd(1, ordering: .relaxed)
        }
        rendezvous.meet(&place)
      }
      if worker == 0 { meanwhile() }
    }
  }

  @Test("each of one to four takes part in each race, and all have the same start")
  func meet() {
    let pool = RacerPool(queues: (0..<4).map { DispatchQueue(label: "pool.\($0)") })
    var asides = 0
    let works = [1, 2, 3, 4, 2].map(Work.init)
    pool.work {
      for work in works { pool.race(work) { asides += 1 } }
    }
    #expect(asides == works.count)
    for work in works {
      #expect(work.starts.load(ordering: .relaxed) == work.workers * Work.races)
      #expect(work.disagreements.load(ordering: .relaxed) == 0)
    }
  }
}
