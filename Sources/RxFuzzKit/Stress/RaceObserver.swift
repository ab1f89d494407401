import ScheduleKit

/// Reads from a finished race who came first, and whether the racers met at all.
///
/// Thread-safety: each racer owns one.
final class RaceObserver {
  private let spans: UnsafeMutableBufferPointer<LaneSpan>
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
    recorder.read(spans)
    if let disposingLane { extendEmitters(except: disposingLane) }
    return OffsetController.Observation(
      firstByEffect: firstByEffect, firstByStart: firstByStart, overlapped: overlapped)
  }

  // Deliveries on scheduler queues are the delayed effects of those who emit.
  private func extendEmitters(except disposingLane: Int) {
    let late = spans[lanes]
    guard late.firstEffect >= 0 else { return }
    for lane in 0..<lanes where lane != disposingLane && spans[lane].firstEnter >= 0 {
      spans[lane].lastExit = max(spans[lane].lastExit, late.lastExit)
      spans[lane].firstEffect = late.firstEffect
    }
  }

  private var firstByEffect: Bool {
    let own = spans[0].firstEffect
    // A timer's delivery belongs to no script; against a first queue that disposes it is the other side.
    var other: Int64 = disposingLane == 0 ? spans[lanes].firstEffect : -1
    for lane in 1..<max(1, lanes) {
      let effect = spans[lane].firstEffect
      if effect >= 0 && (other < 0 || effect < other) { other = effect }
    }
    if own < 0 && other < 0 { return firstByStart }
    return own >= 0 && (other < 0 || own < other)
  }

  private var firstByStart: Bool {
    for lane in 1..<max(1, lanes) where spans[lane].firstEnter < spans[0].firstEnter {
      return false
    }
    return true
  }

  private var overlapped: Bool {
    if let disposingLane, spans[lanes].firstEffect >= 0,
      spans[lanes].firstEffect < spans[disposingLane].lastExit,
      spans[disposingLane].firstEnter < spans[lanes].lastExit
    {
      return true
    }
    for lane in 0..<lanes {
      for other in (lane + 1)..<max(lane + 1, lanes) {
        if spans[lane].firstEnter < spans[other].lastExit
          && spans[other].firstEnter < spans[lane].lastExit
        {
          return true
        }
      }
    }
    return false
  }
}
