import RxCore
import RxFuzzKit

/// Long rows of sequences of which each is over before its subscription returns: one after the other, not one inside the other,
/// for a stack has an end.
enum SuccessionCases {
  static let all: [CaseRun.Case] = [queued, listed, tried, flat]

  /// Frames of so many subscriptions do not fit on a thread's stack.
  private static let count = 10_000

  private static let nested =
    "sequences that follow one another are subscribed one inside the other"

  private static func expect(
    _ source: Observable<Int>, ends word: String, _ faults: CheckedFaults, act: () -> Void = {}
  ) {
    let seen = CheckedEvents()
    let subscription = source.subscribe(
      onNext: { seen.element($0) }, onError: { seen.end($0) },
      onCompleted: { seen.end("completed") })
    act()
    faults.expect(
      seen.all == .init(ends: [word]), .val1, "a long row of sequences does not end as it should")
    subscription.dispose()
  }

  /// The same sequence, and how deep its subscriptions lie.
  private static func measured(
    _ gauge: StackGauge, _ source: Observable<Int>
  ) -> Observable<Int> {
    let noted = UncheckedNote(gauge)
    return .deferred {
      noted.note()
      return source
    }
  }

  /// Sequences that end at once: subscribed by one loop.
  private static func flat(_ faults: CheckedFaults) {
    let few = 200
    let rows: [@Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>] = [
      { empty, _ in .concat(Array(repeating: empty, count: few)) },
      { empty, _ in Observable.range(start: 0, count: few).concatMap { _ in empty } },
      { empty, _ in
        Observable.from(Array(repeating: empty, count: few)).merge(maxConcurrent: 1)
      },
      { _, failing in .catch(sequence: Array(repeating: failing, count: few)) },
      { _, failing in failing.retry(few) },
      { _, failing in
        failing.retry { (errors: Observable<any Error>) in errors.take(few) }
      },
    ]
    for row in rows {
      let gauge = StackGauge()
      let subscription = row(
        measured(gauge, .empty()), measured(gauge, .error(FuzzError(code: 1)))
      ).subscribe(onError: { _ in })
      faults.expect(
        gauge.count >= few && !gauge.grows, .val1, nested)
      subscription.dispose()
    }
  }

  /// Sequences that wait while one is running.
  private static func queued(_ faults: CheckedFaults) {
    typealias Choice = @Sendable (Int) -> Observable<Int>
    let combines: [@Sendable (Observable<Int>, @escaping Choice) -> Observable<Int>] = [
      { outer, choose in outer.concatMap { choose($0) } },
      { outer, choose in outer.map { choose($0) }.merge(maxConcurrent: 1) },
    ]
    for combine in combines {
      let (outer, first, gauge) = (PublishSubject<Int>(), PublishSubject<Int>(), StackGauge())
      let waiting = measured(gauge, .empty())
      expect(
        combine(outer) { $0 == 0 ? first.asObservable() : waiting }, ends: "completed", faults
      ) {
        for number in 0..<count { outer.onNext(number) }
        outer.onCompleted()
        first.onCompleted()
      }
      faults.expect(gauge.count == count - 1 && !gauge.grows, .val1, nested)
    }
  }

  private static func listed(_ faults: CheckedFaults) {
    expect(
      .concat(Array(repeating: .empty(), count: count)), ends: "completed", faults)
    expect(
      .catch(sequence: Array(repeating: .error(FuzzError(code: 1)), count: count)), ends: "error 1",
      faults)
  }

  private static func tried(_ faults: CheckedFaults) {
    expect(Observable.error(FuzzError(code: 2)).retry(count), ends: "error 2", faults)
    expect(
      Observable.error(FuzzError(code: 2)).retry { (errors: Observable<any Error>) in
        errors.take(count)
      }, ends: "completed", faults)
  }
}

/// A gauge that one thread uses, for closures that may be sent.
private struct UncheckedNote: @unchecked Sendable {
  // Safety: the check that makes it calls it from its own thread only.
  private let gauge: StackGauge
  init(_ gauge: StackGauge) { self.gauge = gauge }
  func note() { gauge.note() }
}
