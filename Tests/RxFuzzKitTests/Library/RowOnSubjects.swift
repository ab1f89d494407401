import RxCore
import RxCoreAdapter

@testable import RxFuzzKit

/// One row of the catalogue, bound to RxCore, on subjects that a test drives by hand.
///
/// Sources that the row itself stands for are driven too, through the feed that it names.
final class RowOnSubjects: Sendable {
  /// Where foreign code is called.
  enum Place: CaseIterable { case subscription, closure, delivery, release }

  let row: OperatorRow
  let stream: Observable<Int>
  let iteration = Iteration()
  private let subjects: [PublishSubject<Int>]

  /// - Parameter visit: called inside the library's calls of foreign code.
  init(_ row: OperatorRow, visit: @escaping @Sendable (Place) -> Void = { _ in }) {
    self.row = row
    let subjects = (0..<max(row.inputs.lowerBound, min(2, row.inputs.upperBound))).map { _ in
      PublishSubject<Int>()
    }
    self.subjects = subjects
    let inputs = subjects.map { subject in
      Observable<Int>.create { observer in
        visit(.subscription)
        let subscription = subject.subscribe(observer)
        return Disposables.create {
          visit(.release)
          subscription.dispose()
        }
      }
    }
    iteration.canary.arm { visit(.closure) }
    guard let binding = RxCoreLibrary().binding(forRow: row.name) else {
      preconditionFailure("\(row.name) is not bound")
    }
    let built = binding.build(iteration, row.parameters.map(Self.value), inputs)
    guard let stream = built as? Observable<Int> else {
      preconditionFailure("\(row.name) is bound to something else than an observable")
    }
    self.stream = stream
  }

  /// Whether a source is still listened to.
  var isSubscribed: Bool { subjects.contains(where: \.hasObservers) }

  func next(_ payload: Int, from input: Int) {
    if subjects.indices.contains(input) { subjects[input].onNext(payload) }
    if input == 0 { iteration.feeds[0].next(payload) }
  }

  func error(from input: Int) {
    if subjects.indices.contains(input) { subjects[input].onError(FuzzError(code: 0)) }
    if input == 0 { iteration.feeds[0].error(FuzzError(code: 0)) }
  }

  func completed(from input: Int) {
    if subjects.indices.contains(input) { subjects[input].onCompleted() }
    if input == 0 { iteration.feeds[0].completed() }
  }

  /// Lets what a row has enqueued, and timers of a millisecond or two, come to their end, until `isDone`.
  static func settle(_ row: OperatorRow, until isDone: () -> Bool) {
    if row.traits.isDisjoint(with: [.asynchronous, .timed]) { return }
    var roundsLeft = roundsMax
    while !isDone(), roundsLeft > 0 {
      roundsLeft -= 1
      SchedulerQueues.drain(rounds: 1)
    }
  }

  /// How often the queues are drained before a test gives up on them.
  private static let roundsMax = 200_000

  /// Parameters with which something is let through, as early as possible.
  private static func value(of kind: ParameterKind) -> Int {
    switch kind {
    case .count(let range): min(max(1, range.lowerBound), range.upperBound)
    default: kind.drawn.lowerBound
    }
  }
}
