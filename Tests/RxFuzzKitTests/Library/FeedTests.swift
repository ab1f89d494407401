import ScheduleKit
import Synchronization
import Testing

@testable import RxFuzzKit

@Suite("Feeds and probes")
struct FeedTests {
  /// Writes what it receives into a probe, so that it shows in the records.
  private final class Echo: FeedObserver {
    let probe: ObserverProbe
    init(_ probe: ObserverProbe) { self.probe = probe }
    func next(_ token: Int) { probe.next(token) }
    func error(_ error: FuzzError) { probe.error(error.code) }
    func completed() { probe.completed() }
  }

  @Test("events reach every observer in the order of attachment, even one that was detached")
  func order() {
    let iteration = Iteration()
    let first = ObserverProbe(subscription: 1, recorder: iteration.recorder)
    let second = ObserverProbe(subscription: 2, recorder: iteration.recorder)
    #expect(iteration.feeds[0].attach(Echo(first)) == 1)
    #expect(iteration.feeds[0].attach(Echo(second)) == 2)
    iteration.feeds[0].detach(1)
    iteration.feeds[0].next(5)
    iteration.feeds[0].completed()
    let enters = iteration.recorder.records.filter {
      $0.kind == .nextEnter || $0.kind == .completedEnter
    }
    #expect(enters.map(\.subject) == [1, 2, 1, 2])
  }

  @Test("attachments are numbered over all feeds of the iteration")
  func numbering() {
    let iteration = Iteration()
    let probe = ObserverProbe(subscription: 1, recorder: iteration.recorder)
    #expect(iteration.feeds[0].attach(Echo(probe)) == 1)
    #expect(iteration.feeds[3].attach(Echo(probe)) == 2)
    iteration.feeds[3].detach(2)
    let detached = iteration.recorder.records.last
    #expect(detached?.kind == .detached && detached?.subject == 2 && detached?.value == 3)
  }

  @Test("an observer too many makes the trace undecided instead of being dropped in silence")
  func overflow() {
    let iteration = Iteration()
    let probe = ObserverProbe(subscription: 1, recorder: iteration.recorder)
    for _ in 0...Feed.attachmentsMax { _ = iteration.feeds[0].attach(Echo(probe)) }
    #expect(iteration.recorder.lost > 0)
  }

  @Test("a record too many is counted as lost, and a reset forgets it")
  func lostRecords() {
    let recorder = Recorder(recordsMax: 2)
    for subject in 1...3 { recorder.record(.raceEnd, subject: subject) }
    #expect(recorder.count == 2 && recorder.lost == 1)
    #expect(recorder.records.map(\.subject) == [1, 2])
    recorder.reset()
    #expect(recorder.count == 0 && recorder.lost == 0)
  }

  @Test("a hot feed is made once and gets each event once")
  func hot() {
    let iteration = Iteration()
    let probe = ObserverProbe(subscription: 1, recorder: iteration.recorder)
    let echo = Echo(probe)
    var made = 0
    for _ in 0..<2 {
      let stream = iteration.hot(1) {
        made += 1
        return (echo, echo)
      }
      let isEcho = stream === echo
      #expect(isEcho)
    }
    iteration.feeds[1].next(4)
    #expect(made == 1)
    #expect(iteration.recorder.records.map(\.kind) == [.nextEnter, .nextExit])
  }

  @Test("reactions run inside the delivery that triggers them, each once")
  func reactions() throws {
    let scenario = Scenario(
      library: "Toy", chain: Chain("feed", [0]), queues: [[]],
      reactions: [
        Reaction(
          subscription: 1, trigger: .next(ordinal: 2), actions: [.dispose(subscription: 1)]),
        Reaction(subscription: 1, trigger: .completed, actions: [.next(feed: 0, payload: 9)]),
      ])
    let library = ToyLibrary()
    let iteration = Iteration()
    iteration.begin(try ScenarioPlan(scenario, library: library), library: library)
    for payload in 1...3 { iteration.feeds[0].next(payload) }
    let kinds = iteration.recorder.records.map(\.kind)
    #expect(
      kinds == [
        .attached, .nextEnter, .nextExit,
        .nextEnter, .actionEnter, .detached, .actionExit, .nextExit,
      ])
    iteration.tearDown()
    iteration.release()
    #expect(!iteration.isHeldByLibrary())
  }

  @Test("equal records have equal fingerprints, and any difference shows")
  func fingerprints() {
    let (one, two) = (Recorder(recordsMax: 8), Recorder(recordsMax: 8))
    for recorder in [one, two] {
      recorder.record(.actionEnter, subject: 1)
      recorder.record(.nextEnter, subject: 1, value: 3)
    }
    #expect(one.fingerprint(salt: 0) == two.fingerprint(salt: 0))
    #expect(one.fingerprint(salt: 0) != two.fingerprint(salt: 1))
    two.record(.nextExit, subject: 1, value: 3)
    #expect(one.fingerprint(salt: 0) != two.fingerprint(salt: 0))
  }

  @Test("only neighbouring entries, or exits, of several queues may change places unseen")
  func commutingRecords() {
    func fingerprint(_ records: [(lane: UInt8, kind: TraceRecord.Kind)]) -> UInt64 {
      let recorder = Recorder(recordsMax: 8)
      defer { RacingLane.current = RacingLane.driver }
      for (lane, kind) in records {
        RacingLane.current = lane
        recorder.record(kind, subject: Int(lane))
      }
      return recorder.fingerprint(salt: 0)
    }
    let entries = fingerprint([(1, .actionEnter), (2, .actionEnter), (1, .actionExit)])
    #expect(entries == fingerprint([(2, .actionEnter), (1, .actionEnter), (1, .actionExit)]))
    #expect(entries != fingerprint([(1, .actionEnter), (1, .actionExit), (2, .actionEnter)]))
    #expect(
      fingerprint([(1, .actionExit), (2, .actionExit)])
        == fingerprint([(2, .actionExit), (1, .actionExit)]))
    #expect(
      fingerprint([(1, .nextEnter), (2, .nextEnter)])
        != fingerprint([(2, .nextEnter), (1, .nextEnter)]))
  }
}
