import RxCore
import RxFuzzKit

/// What subjects send to whom, remember, say of themselves and forget.
enum SubjectCases {
  static let all: [CaseRun.Case] =
    kinds.flatMap { cases(of: $0) }
    + [values, valuesOfRelays, remembered, forgotten, observersForgotten, askedWithin]

  private static func cases(of kind: Kind) -> [CaseRun.Case] {
    [{ expected(kind, $0) }, { asked(kind, $0) }, { nested(kind, $0) }, { left(kind, $0) }]
  }

  private static let answer = "a subject says something else than it has done"
  private static let keeps = "a subject keeps what it has no use for"

  enum Kind: CaseIterable {
    case publish, behavior, replayNone, replayTwo, replayAll, async

    func make() -> SubjectBase<Int> {
      switch self {
      case .publish: PublishSubject()
      case .behavior: BehaviorSubject(value: 0)
      case .replayNone: ReplaySubject.create(bufferSize: 0)
      case .replayTwo: ReplaySubject.create(bufferSize: 2)
      case .replayAll: ReplaySubject.createUnbounded()
      case .async: AsyncSubject()
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

  private static func observe(_ subject: SubjectBase<Int>) -> (CheckedEvents, any Disposable) {
    let seen = CheckedEvents()
    let subscription = subject.subscribe(
      onNext: { seen.element($0) }, onError: { seen.end(word($0)) },
      onCompleted: { seen.end("completed") })
    return (seen, subscription)
  }

  private static func word(_ error: any Error) -> String {
    error as? RxError == .disposed ? "disposed" : CheckedEvents.word(error)
  }

  private static func end(_ subject: SubjectBase<Int>, by end: CheckedEnd) {
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

  /// Who comes before, between and after gets what the kind of subject promises.
  private static func expected(_ kind: Kind, _ faults: CheckedFaults) {
    let message = "a subject tells its observers something else"
    for end in [CheckedEnd.completion, .failure, .none] {
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
        subject.on(.error(FuzzError(code: 2)))
        subject.on(.completed)
        let (latest, _) = observe(subject)
        let isDisposed = end == .none
        // One that is disposed forgets its observers.
        let expected = kind.expected(count, endedBy: end)
        faults.expect(
          early.all == .init(elements: expected, ends: isDisposed ? [] : words(end)), .val1, message
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
    faults.expect(!subject.hasObservers && !subject.isDisposed, .ref1, answer)
    let (_, first) = observe(subject)
    let (_, second) = observe(subject)
    first.dispose()
    first.dispose()
    faults.expect(subject.hasObservers, .ref1, answer)
    second.dispose()
    faults.expect(!subject.hasObservers, .ref1, answer)
    let (_, third) = observe(subject)
    subject.onCompleted()
    faults.expect(!subject.hasObservers && !subject.isDisposed, .ref1, answer)
    third.dispose()
    let (_, late) = observe(subject)
    faults.expect(!subject.hasObservers, .ref1, answer)
    subject.dispose()
    subject.dispose()
    faults.expect(!subject.hasObservers && subject.isDisposed, .ref1, answer)
    late.dispose()
    let other = kind.make()
    let (_, kept) = observe(other)
    other.dispose()
    faults.expect(!other.hasObservers && other.isDisposed, .ref1, answer)
    withExtendedLifetime(kept) {}
  }

  /// What an observer asks for while it is told something comes afterwards, for all observers alike.
  private static func nested(_ kind: Kind, _ faults: CheckedFaults) {
    if kind == .async { return }
    let subject = kind.make()
    let (first, second, inner) = (CheckedEvents(), CheckedEvents(), CheckedEvents())
    let slot = SingleAssignmentDisposable()
    let subscription = subject.subscribe(onNext: { element in
      first.element(element)
      guard element == 1 else { return }
      subject.onNext(2)
      slot.setDisposable(subject.subscribe(onNext: { inner.element($0) }))
      subject.onNext(3)
    })
    let (last, _) = observe(subject)
    let other = subject.subscribe(onNext: { second.element($0) })
    subject.onNext(1)
    let all = kind == .behavior ? [0, 1, 2, 3] : [1, 2, 3]
    let sees = [first, second, last].allSatisfy { $0.all.elements == all }
    faults.expect(sees, .ord1, "observers of a subject see another order")
    let replayed = kind.replayed(2)
    faults.expect(
      inner.all.elements == replayed + [3], .val1, "who subscribes meanwhile sees something else")
    for disposable in [subscription, slot, other] { disposable.dispose() }
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
      self.end(subject, by: end)
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

  private static func valuesOfRelays(_ faults: CheckedFaults) {
    let relay = BehaviorRelay(value: 1)
    let (publish, replay) = (
      PublishRelay<Int>(), ReplayRelay<Int>.create(bufferSize: 1)
    )
    let all = ReplayRelay<Int>.createUnbound()
    let seen = (0..<4).map { _ in CheckedEvents() }
    _ = publish.subscribe(onNext: { seen[0].element($0) })
    for element in 2..<4 {
      relay.accept(element)
      publish.accept(element)
      replay.accept(element)
      all.accept(element)
      faults.expect(relay.value == element, .ref1, "a relay shows another value")
    }
    _ = relay.asObservable().subscribe(onNext: { seen[1].element($0) })
    _ = replay.subscribe(onNext: { seen[2].element($0) })
    _ = all.asObservable().subscribe(onNext: { seen[3].element($0) })
    faults.expect(
      seen.map(\.all.elements) == [[2, 3], [3], [3], [2, 3]], .val1, "a relay tells something else")
  }

  /// Elements that cannot be told any more are not kept.
  private static func remembered(_ faults: CheckedFaults) {
    let lives = CheckedLives()
    let publish = PublishSubject<CheckedLife>()
    let behavior = BehaviorSubject(value: CheckedLife(lives))
    let replay = ReplaySubject<CheckedLife>.create(bufferSize: 2)
    let none = ReplaySubject<CheckedLife>.create(bufferSize: 0)
    let last = AsyncSubject<CheckedLife>()
    for subject in [publish, behavior, replay, none, last] {
      for _ in 0..<5 { subject.onNext(CheckedLife(lives)) }
    }
    faults.expect(lives.count == 4, .leak1, keeps)
    publish.onCompleted()
    last.onError(FuzzError(code: 1))
    faults.expect(lives.count == 3, .leak1, keeps)
    for subject in [behavior, replay, none] { subject.onNext(CheckedLife(lives)) }
    faults.expect(lives.count == 3, .leak1, keeps)
    withExtendedLifetime((publish, behavior, replay, none, last)) {}
  }

  /// Nothing is kept of what a disposed subject had to say.
  private static func forgotten(_ faults: CheckedFaults) {
    let lives = CheckedLives()
    let subjects: [SubjectBase<CheckedLife>] = [
      PublishSubject(), ReplaySubject.create(bufferSize: 2), ReplaySubject.createUnbounded(),
      AsyncSubject(), AsyncSubject(),
    ]
    for subject in subjects {
      for _ in 0..<3 { subject.onNext(CheckedLife(lives)) }
    }
    subjects[4].onCompleted()
    for subject in subjects { subject.dispose() }
    for subject in subjects { subject.onNext(CheckedLife(lives)) }
    faults.expect(lives.areOver, .leak1, keeps)
    withExtendedLifetime(subjects) {}
  }

  /// Observers that have gone, or were told the end, are not held.
  private static func observersForgotten(_ faults: CheckedFaults) {
    for kind in kinds {
      for way in 0..<4 {
        let (lives, subject) = (CheckedLives(), kind.make())
        var subscriptions = (0..<3).map { _ in
          let hold = CheckedLife.held(by: lives)
          return subject.subscribe(onNext: { _ in hold() }, onError: { _ in hold() })
        }
        switch way {
        case 0: for subscription in subscriptions { subscription.dispose() }
        case 1: subject.onCompleted()
        case 2: subject.onError(FuzzError(code: 1))
        default: subject.dispose()
        }
        // Who holds a subscription holds its closures.
        subscriptions = []
        faults.expect(lives.areOver, .leak1, keeps)
        withExtendedLifetime(subject) {}
      }
    }
  }

  /// Who is told what was before hears, from inside, that there is an observer, until it has left.
  private static func askedWithin(_ faults: CheckedFaults) {
    for kind in Kind.allCases {
      for leaves in [false, true] {
        let (subject, whole, calls) = (kind.make(), SerialDisposable(), CheckedEvents())
        subject.onNext(1)
        whole.disposable = subject.subscribe(
          onNext: { element in
            calls.element(element)
            faults.expect(subject.hasObservers, .ref1, answer)
            if leaves { whole.dispose() }
          }, onError: { _ in })
        faults.expect(
          subject.hasObservers != (leaves && !calls.all.elements.isEmpty), .ref1, answer)
        whole.dispose()
        faults.expect(!subject.hasObservers, .ref1, answer)
      }
    }
  }
}
