import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// What subjects send to whom, remember, say of themselves and forget.
enum SubjectCases {
  static let all: [CaseRun.Case] =
    kinds.flatMap { cases(of: $0) }
    + [values, remembered, forgotten, observersForgotten]

  private static func cases(of kind: Kind) -> [CaseRun.Case] {
    [{ expected(kind, $0) }, { asked(kind, $0) }, { left(kind, $0) }]
  }

  private static let answer = "a subject says something else than it has done"
  private static let keeps = "a subject keeps what it has no use for"

  enum Kind: CaseIterable {
    case publish, behavior, replayNone, replayTwo, replayAll, async

    func make() -> CheckedSubject<Int> {
      switch self {
      case .publish: CheckedSubject(PublishSubject())
      case .behavior: CheckedSubject(BehaviorSubject(value: 0))
      case .replayNone: CheckedSubject(ReplaySubject.create(bufferSize: 0))
      case .replayTwo: CheckedSubject(ReplaySubject.create(bufferSize: 2))
      case .replayAll: CheckedSubject(ReplaySubject.createUnbounded())
      case .async: CheckedSubject(AsyncSubject())
      }
    }

    /// What a newcomer gets after so many elements, of which the first is 1.
    func replayed(_ count: Int) -> [Int] {
      switch self {
      case .publish, .replayNone, .async: []
      case .behavior: [count]
      case .replayTwo: Array((1..<(count + 1)).suffix(2))
      case .replayAll: Array(1..<(count + 1))
      }
    }

    /// What one gets who comes after so many elements and that end.
    func replayed(_ count: Int, endedBy end: CheckedEnd) -> [Int] {
      switch self {
      case .behavior: []
      case .async: end == .completion && count > 0 ? [count] : []
      default: replayed(count)
      }
    }

    /// What one gets who is there from the start.
    func expected(_ count: Int, endedBy end: CheckedEnd) -> [Int] {
      switch self {
      case .behavior: Array(0..<(count + 1))
      case .async: replayed(count, endedBy: end)
      default: Array(1..<(count + 1))
      }
    }
  }

  private static let kinds = Kind.allCases

  private static func observe(_ subject: CheckedSubject<Int>) -> (CheckedEvents, any Disposable) {
    let seen = CheckedEvents()
    let subscription = subject.subscribe(
      onNext: { seen.element($0) }, onError: { seen.end(word($0)) },
      onCompleted: { seen.end("completed") })
    return (seen, subscription)
  }

  private static func word(_ error: any Error) -> String {
    if case RxError.disposed? = error as? RxError { return "disposed" }
    return CheckedEvents.word(error)
  }

  private static func end(_ subject: CheckedSubject<Int>, by end: CheckedEnd) {
    switch end {
    case .completion: subject.onCompleted()
    case .failure: subject.onError(FuzzError(code: 1))
    case .none: subject.dispose()
    }
  }

  private static func words(_ end: CheckedEnd) -> [String] {
    switch end {
    case .completion: ["completed"]
    case .failure: ["error 1"]
    case .none: ["disposed"]
    }
  }

  /// An AsyncSubject cannot be disposed.
  private static func ends(of kind: Kind) -> [CheckedEnd] {
    kind == .async ? [.completion, .failure] : [.completion, .failure, .none]
  }

  /// Who comes before, between and after gets what the kind of subject promises.
  private static func expected(_ kind: Kind, _ faults: CheckedFaults) {
    let message = "a subject tells its observers something else"
    for end in ends(of: kind) {
      for count in 0..<4 {
        let subject = kind.make()
        let (early, _) = observe(subject)
        for element in 1..<(count + 1) {
          if element == 2 { subject.on(.next(element)) } else { subject.onNext(element) }
        }
        let (between, _) = observe(subject)
        self.end(subject, by: end)
        let (late, _) = observe(subject)
        // Nothing comes after the end.
        subject.onNext(9)
        if end != .none {
          subject.on(.error(FuzzError(code: 2)))
          subject.on(.completed)
        }
        let (latest, _) = observe(subject)
        let isDisposed = end == .none
        // One that is disposed forgets its observers.
        let expected = kind.expected(count, endedBy: end)
        faults.expect(
          early.all == .init(elements: expected, ends: isDisposed ? [] : words(end)), .val1,
          message
        )
        let seen =
          kind == .async ? kind.replayed(count, endedBy: end) : kind.replayed(count)
        faults.expect(
          between.all == .init(elements: seen, ends: isDisposed ? [] : words(end)), .val1, message)
        let rest = CheckedEvents.Seen(
          elements: isDisposed ? [] : kind.replayed(count, endedBy: end), ends: words(end))
        faults.expect(late.all == rest && latest.all == rest, .val1, message)
      }
    }
  }

  /// Whether it has observers, and is disposed.
  private static func asked(_ kind: Kind, _ faults: CheckedFaults) {
    let subject = kind.make()
    faults.expect(!subject.hasObservers && subject.isDisposed != true, .ref1, answer)
    let (_, first) = observe(subject)
    let (_, second) = observe(subject)
    first.dispose()
    first.dispose()
    faults.expect(subject.hasObservers, .ref1, answer)
    second.dispose()
    faults.expect(!subject.hasObservers, .ref1, answer)
    let (_, third) = observe(subject)
    subject.onCompleted()
    faults.expect(!subject.hasObservers && subject.isDisposed != true, .ref1, answer)
    third.dispose()
    let (_, late) = observe(subject)
    faults.expect(!subject.hasObservers, .ref1, answer)
    late.dispose()
    if kind == .async { return }
    subject.dispose()
    subject.dispose()
    faults.expect(!subject.hasObservers && subject.isDisposed != false, .ref1, answer)
    let other = kind.make()
    let (_, kept) = observe(other)
    other.dispose()
    faults.expect(!other.hasObservers && other.isDisposed != false, .ref1, answer)
    withExtendedLifetime(kept) {}
  }

  /// Who has gone gets nothing more; the others get theirs, in their order.
  private static func left(_ kind: Kind, _ faults: CheckedFaults) {
    let subject = kind.make()
    let calls = CheckedEvents()
    let subscriptions = (0..<4).map { number in
      subject.subscribe(
        onNext: { if $0 > 0 { calls.element(number) } }, onCompleted: { calls.element(number + 10) }
      )
    }
    subscriptions[1].dispose()
    subject.onNext(1)
    subscriptions[3].dispose()
    subject.onNext(2)
    subject.onCompleted()
    let expected = kind == .async ? [0, 2, 10, 12] : [0, 2, 3, 0, 2, 10, 12]
    faults.expect(
      calls.all.elements == expected, .ord1, "observers of a subject are told otherwise")
    for subscription in subscriptions { subscription.dispose() }
  }

  /// The value that a subject shows.
  private static func values(_ faults: CheckedFaults) {
    func shown(_ subject: BehaviorSubject<Int>) -> String {
      do { return "\(try subject.value())" } catch { return word(error) }
    }
    for end in [CheckedEnd.completion, .failure, .none] {
      let subject = BehaviorSubject(value: 0)
      var all = [shown(subject)]
      subject.onNext(1)
      all.append(shown(subject))
      subject.on(.next(2))
      all.append(shown(subject))
      self.end(CheckedSubject(subject), by: end)
      subject.onNext(3)
      all.append(shown(subject))
      let last = end == .completion ? "2" : words(end)[0]
      faults.expect(all == ["0", "1", "2", last], .ref1, "a subject shows another value")
      subject.onError(FuzzError(code: 2))
      faults.expect(shown(subject) == last, .ref1, "a subject shows another value")
      subject.dispose()
      faults.expect(shown(subject) == "disposed", .ref1, "a disposed subject shows a value")
    }
  }

  /// Elements that cannot be told any more are not kept.
  private static func remembered(_ faults: CheckedFaults) {
    let lives = CheckedLives()
    let publish = PublishSubject<CheckedLife>()
    let behavior = BehaviorSubject(value: CheckedLife(lives))
    let replay = ReplaySubject<CheckedLife>.create(bufferSize: 2)
    let none = ReplaySubject<CheckedLife>.create(bufferSize: 0)
    let last = AsyncSubject<CheckedLife>()
    let all = [
      CheckedSubject(publish), CheckedSubject(behavior), CheckedSubject(replay),
      CheckedSubject(none), CheckedSubject(last),
    ]
    for subject in all {
      for _ in 0..<5 { subject.onNext(CheckedLife(lives)) }
    }
    faults.expect(lives.count == 4, .leak1, keeps)
    publish.onCompleted()
    faults.expect(lives.count == 4, .leak1, keeps)
    for subject in all[1...3] { subject.onNext(CheckedLife(lives)) }
    faults.expect(lives.count == 4, .leak1, keeps)
    withExtendedLifetime((publish, behavior, replay, none, last)) {}
  }

  /// Nothing is kept of what a disposed subject had to say.
  private static func forgotten(_ faults: CheckedFaults) {
    let lives = CheckedLives()
    let subjects: [CheckedSubject<CheckedLife>] = [
      CheckedSubject(PublishSubject()), CheckedSubject(ReplaySubject.create(bufferSize: 2)),
      CheckedSubject(ReplaySubject.createUnbounded()),
    ]
    for subject in subjects {
      for _ in 0..<3 { subject.onNext(CheckedLife(lives)) }
    }
    for subject in subjects { subject.dispose() }
    for subject in subjects { subject.onNext(CheckedLife(lives)) }
    faults.expect(lives.areOver, .leak1, keeps)
    withExtendedLifetime(subjects) {}
  }

  /// Observers that have gone, or were told the end, are not held.
  private static func observersForgotten(_ faults: CheckedFaults) {
    for kind in kinds {
      for way in 0..<3 {
        let (lives, subject) = (CheckedLives(), kind.make())
        var subscriptions = (0..<3).map { _ in
          let hold = CheckedLife.held(by: lives)
          return subject.subscribe(onNext: { _ in hold() }, onError: { _ in hold() })
        }
        switch way {
        case 0: for subscription in subscriptions { subscription.dispose() }
        case 1: subject.onCompleted()
        default: subject.onError(FuzzError(code: 1))
        }
        // Who holds a subscription holds its closures.
        subscriptions = []
        faults.expect(lives.areOver, .leak1, keeps)
        withExtendedLifetime(subject) {}
      }
    }
  }
}
