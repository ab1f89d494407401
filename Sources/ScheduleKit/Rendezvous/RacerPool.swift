import CScheduleRuntime
import Dispatch

/// What the racers of a pool do together.
public protocol RacedWork: AnyObject, Sendable {
  /// How many racers take part, at least 1 and at most the pool's.
  var workers: Int { get }
  /// One racer's part, called once on each racer's thread.
  /// - `meanwhile`: what that racer does besides, at a moment when the others do not wait for it.
  func work(_ worker: Int, meanwhile: () -> Void)
}

/// The racers, who stay at work while one piece of work after another is raced: waking a thread takes longer than many races.
///
/// The first racer is the thread that calls; the second one waits for the next race in a spin, on a core of its own.
/// Further racers are called where they are needed, and share cores with these two.
/// Thread-safety: `work`, `race` and whatever they are given run on the calling thread, one call at a time.
public final class RacerPool: @unchecked Sendable {
  // Safety: `next` is written by the first racer before a meeting, and read by the second one after it; `place` and
  // `calls` belong to the first one.

  /// Where the first two meet before each race, and before they part.
  public let rendezvous = Rendezvous(parties: 2, sharesCores: csr_core_count() < 2)
  private let queues: [DispatchQueue]
  private var next: (any RacedWork)?
  private var place = Rendezvous.Place(party: 0)
  private var calls: UInt32 = 0

  /// - Parameter queues: one for each racer, at least two.
  public init(queues: [DispatchQueue]) { self.queues = queues }

  /// Runs `body`, in which `race` may be called, while the racers are at work.
  public func work(_ body: () -> Void) {
    let group = DispatchGroup()
    queues[1].async(group: group) { [self, place] in
      csr_pin_thread(1)
      follow(from: place)
      csr_unpin_thread()
    }
    queues[0].sync {
      csr_pin_thread(0)
      body()
      next = nil
      rendezvous.meet(&place)
      csr_unpin_thread()
    }
    group.wait()
  }

  /// Races it to the end.
  /// - `meanwhile`: what the calling thread does in the last batch while others judge already.
  public func race(_ race: any RacedWork, meanwhile: () -> Void) {
    let group = DispatchGroup()
    // Where racers share cores, who shares with whom changes from call to call.
    calls &+= 1
    for worker in 2..<max(2, race.workers) {
      queues[worker].async(group: group) { [calls] in
        csr_pin_thread(UInt32(worker) &+ calls)
        race.work(worker) {}
        csr_unpin_thread()
      }
    }
    if race.workers > 1 {
      next = race
      rendezvous.meet(&place)
    }
    race.work(0, meanwhile: meanwhile)
    group.wait()
  }

  /// The second racer's part.
  private func follow(from start: Rendezvous.Place) {
    var place = start.taken(by: 1)
    while true {
      rendezvous.meet(&place)
      guard let race = next else { return }
      race.work(1) {}
    }
  }
}
