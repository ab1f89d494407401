import CScheduleRuntime
import ScheduleKit

/// Reads from a finished race who came first, and whether the racers met at all.
///
/// Thread-safety: each racer owns one.
final class RaceObserver {
  private let spans: UnsafeMutablePointer<csr_lane_span>
  private let lanes: Int
  private let disposingLane: Int?

  /// - Parameter disposingLane: where deliveries come from scheduler queues, the racer that disposes.
  init(lanes: Int, disposingLane: Int?) {
    self.lanes = lanes
    self.disposingLane = disposingLane
    spans = .allocate(capacity: lanes + 1)
  }

  deinit { spans.deallocate() }

  /// What the race shows. Only after its racers have finished.
  func observe(_ recorder: Recorder) -> OffsetController.Observation {
    recorder.spans(lanes: lanes, into: spans)
    if let disposingLane { extendEmitters(except: disposingLane) }
    return OffsetController.Observation(
      firstByEffect: firstByEffect, firstByStart: firstByStart, overlapped: overlapped)
  }

  // Deliveries on scheduler queues are the delayed effects of those who emit.
  private func extendEmitters(except disposingLane: Int) {
    let late = spans[lanes]
    guard late.first_effect >= 0 else { return }
    for lane in 0..<lanes where lane != disposingLane && spans[lane].first_enter >= 0 {
      spans[lane].last_exit = max(spans[lane].last_exit, late.last_exit)
      spans[lane].first_effect = late.first_effect
    }
  }

  private var firstByEffect: Bool {
    let own = spans[0].first_effect
    // A timer's delivery belongs to no script; against a first queue that disposes it is the other side.
    var other: Int64 = disposingLane == 0 ? spans[lanes].first_effect : -1
    for lane in 1..<max(1, lanes) {
      let effect = spans[lane].first_effect
      if effect >= 0 && (other < 0 || effect < other) { other = effect }
    }
    if own < 0 && other < 0 { return firstByStart }
    return own >= 0 && (other < 0 || own < other)
  }

  private var firstByStart: Bool {
    for lane in 1..<max(1, lanes) where spans[lane].first_enter < spans[0].first_enter {
      return false
    }
    return true
  }

  private var overlapped: Bool {
    if let disposingLane, spans[lanes].first_effect >= 0,
      spans[lanes].first_effect < spans[disposingLane].last_exit,
      spans[disposingLane].first_enter < spans[lanes].last_exit
    {
      return true
    }
    for lane in 0..<lanes {
      for other in (lane + 1)..<max(lane + 1, lanes) {
        if spans[lane].first_enter < spans[other].last_exit
          && spans[other].first_enter < spans[lane].last_exit
        {
          return true
        }
      }
    }
    return false
  }
}
