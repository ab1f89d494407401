import Dispatch
import RxCore
import RxFuzzKit

/// The usual way to race a disposal: for each iteration build the chain, dispatch both actions, wait for both.
struct UsualMethod {
  private let completing = DispatchQueue(label: "bench.completing")
  private let disposing = DispatchQueue(label: "bench.disposing")

  /// What one iteration's closures note. Thread-safety: each field has one writer, and the group's end orders
  /// them before they are read.
  private final class Notes: @unchecked Sendable {
    // Safety: as above.
    var observer: AnyObserver<Int>?
    var completedInterval: ClosedRange<ContinuousClock.Instant>?
    var disposedInterval: ClosedRange<ContinuousClock.Instant>?
    var delivered = false
  }

  func measure(_ scenario: (UInt64) -> Scenario, seconds: Double) -> Measurement {
    let clock = ContinuousClock()
    let start = clock.now
    var measurement = Measurement()
    var batch: UInt64 = 0
    while measurement.seconds < seconds {
      let chain = scenario(batch).chain
      for _ in 0..<ScenarioGenerator.iterationsPerScenario { race(chain, clock, &measurement) }
      batch += 1
      measurement.seconds = start.duration(to: clock.now).inSeconds
    }
    return measurement
  }

  private func race(_ chain: Chain, _ clock: ContinuousClock, _ measurement: inout Measurement) {
    let notes = Notes()
    let subscription = observable(chain, notes).subscribe(onCompleted: { notes.delivered = true })
    let group = DispatchGroup()
    completing.async(group: group) {
      let begin = clock.now
      notes.observer?.onCompleted()
      notes.completedInterval = begin...clock.now
    }
    disposing.async(group: group) {
      let begin = clock.now
      subscription.dispose()
      notes.disposedInterval = begin...clock.now
    }
    group.wait()
    measurement.races += 1
    if notes.delivered { measurement.firstQueueFirst += 1 }
    if let one = notes.completedInterval, let other = notes.disposedInterval, one.overlaps(other) {
      measurement.overlapped += 1
    }
  }

  private func observable(_ chain: Chain, _ notes: Notes) -> Observable<Int> {
    guard let input = chain.inputs.first else {
      return .create { observer in
        notes.observer = observer
        return Disposables.create {}
      }
    }
    let source = observable(input, notes)
    switch chain.row {
    case "map": return source.map { $0 + 1 }
    case "filter": return source.filter { $0 & 1 == 0 }
    case "skip": return source.skip(chain.parameters[0])
    case "take": return source.take(chain.parameters[0])
    case "do": return source.do(onNext: { _ in })
    case "scan": return source.scan(0) { $0 + $1 }
    default: preconditionFailure("the family has no \(chain.row)")
    }
  }
}
