import RxFuzzKit
@preconcurrency import RxSwift

/// While one thread is inside a closure that the library calls, a call of another thread returns: no lock is held while the
/// library calls out. Who waits there for a lock of his own, which the other thread has, waits for ever else.
///
/// Cases that RxSwift does not promise are left out: it tells the last element, or the end, of a subject to a newcomer
/// under a lock, and an operator that joins its sources sends under one.
final class CalloutRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: each queue does its own part; the rest is behind atomic numbers.
  static let ways = cases.count
  typealias Case = @Sendable (CalloutGate) -> (act: () -> Void, call: () -> Void)
  private static let cases: [Case] =
    CalloutCases.subjects + CalloutCases.shared
    + CalloutCases.joined + CalloutCases.held

  private let gate = CalloutGate()
  private let act: () -> Void
  private let call: () -> Void
  private let over = CheckedCount()

  init(_ way: Int) { (act, call) = Self.cases[way - 1](gate) }

  func perform(queue: Int) {
    guard queue == 1 else {
      act()
      return over.add()
    }
    // Where the other thread does not get there in time, nothing is asked of it.
    if CheckedWait.until({ gate.isEntered || over.now > 0 }) { call() }
    gate.leave()
  }

  func fault() -> LibraryCheckFault? {
    if gate.wasBlocked {
      return LibraryCheckFault(.live1, "a call waits for a closure that another thread is in")
    }
    return gate.isEntered || over.now == 0
      ? nil : LibraryCheckFault(.val1, "a closure that is to be called is not called")
  }
}

/// The closure that is called, and the call that is to return meanwhile. Thread-safety: any thread.
final class CalloutGate: Sendable {
  private let entered = CheckedCount()
  private let left = CheckedCount()
  private let blocked = CheckedCount()

  /// Called from the closure: waits, the first time, until the other thread's call has returned.
  func enter() {
    guard entered.now == 0 else { return }
    entered.add()
    if !CheckedWait.until({ left.now > 0 }) { blocked.add() }
  }

  /// Called from an earlier closure: the other thread may begin.
  func open() { entered.add() }

  /// Called from the closure after that.
  func awaitCall() { if !CheckedWait.until({ left.now > 0 }) { blocked.add() } }

  fileprivate var isEntered: Bool { entered.now > 0 }
  fileprivate func leave() { left.add() }
  fileprivate var wasBlocked: Bool { blocked.now > 0 }

  /// Calls out when it is subscribed.
  func onSubscribe() -> Observable<Int> {
    Observable.create { [self] _ in
      enter()
      return Disposables.create()
    }
  }

  /// Calls out when it is let go.
  func onRelease(_ source: Observable<Int> = .never()) -> Observable<Int> {
    Observable.create { [self] observer in
      let subscription = source.subscribe(observer)
      return Disposables.create {
        self.enter()
        subscription.dispose()
      }
    }
  }
}

/// Who calls out, and who calls in meanwhile.
enum CalloutCases {
  /// A newcomer is told what is remembered, and observers an element, while somebody subscribes or sends.
  static let subjects: [CalloutRun.Case] = [
    { gate in
      let subject = remembering()
      return (
        { subject.subscribe(onNext: { _ in gate.enter() }).dispose() },
        { subject.subscribe().dispose() }
      )
    },
    { gate in
      let subject = remembering()
      return (
        { subject.subscribe(onNext: { _ in gate.enter() }).dispose() }, { subject.onNext(2) }
      )
    },
    { gate in sending(ReplaySubject.createUnbounded(), gate) { $0.subscribe().dispose() } },
    { gate in sending(PublishSubject(), gate) { $0.subscribe().dispose() } },
    { gate in
      sending(BehaviorSubject(value: 0), gate) { subject in
        _ = try? subject.value()
        subject.subscribe().dispose()
      }
    },
    { gate in
      let subject = AsyncSubject<Int>()
      let subscription = subject.subscribe(onNext: { _ in gate.enter() })
      subject.onNext(1)
      return (
        {
          subject.onCompleted()
          subscription.dispose()
        }, { subject.subscribe().dispose() }
      )
    },
  ]

  private static func remembering() -> ReplaySubject<Int> {
    let subject = ReplaySubject<Int>.create(bufferSize: 1)
    subject.onNext(1)
    return subject
  }

  private static func sending<Subject: SubjectType & Observable<Int>>(
    _ subject: Subject, _ gate: CalloutGate, _ call: @escaping (Subject) -> Void
  ) -> (act: () -> Void, call: () -> Void) where Subject.Observer == Subject {
    let subscription = subject.subscribe(onNext: { if $0 == 1 { gate.enter() } })
    return (
      {
        subject.asObserver().onNext(1)
        subscription.dispose()
      }, { call(subject) }
    )
  }

  /// A connection is opened or closed while somebody subscribes, and a newcomer is told what is remembered while the
  /// source sends.
  static let shared: [CalloutRun.Case] = [
    { gate in
      let connectable = gate.onSubscribe().publish()
      return ({ connectable.connect().dispose() }, { connectable.subscribe().dispose() })
    },
    { gate in
      let connectable = gate.onRelease().publish()
      let connection = connectable.connect()
      return ({ connection.dispose() }, { connectable.subscribe().dispose() })
    },
    { gate in opening(gate.onSubscribe().share()) },
    { gate in opening(gate.onSubscribe().share(replay: 1)) },
    { gate in opening(gate.onSubscribe().publish().refCount()) },
    { gate in opening(gate.onSubscribe().replay(1).refCount()) },
    { gate in closing(gate.onRelease().share()) },
    { gate in closing(gate.onRelease().share(replay: 1)) },
    { gate in replaying(gate) { $0.share(replay: 1) } },
    { gate in replaying(gate) { $0.replay(2).refCount() } },
  ]

  private static func opening(
    _ shared: Observable<Int>
  ) -> (act: () -> Void, call: () -> Void) {
    let slot = SingleAssignmentDisposable()
    return (
      {
        slot.setDisposable(shared.subscribe())
        slot.dispose()
      }, { shared.subscribe().dispose() }
    )
  }

  private static func closing(
    _ shared: Observable<Int>
  ) -> (act: () -> Void, call: () -> Void) {
    let subscription = shared.subscribe()
    return ({ subscription.dispose() }, { shared.subscribe().dispose() })
  }

  private static func replaying(
    _ gate: CalloutGate, _ share: (Observable<Int>) -> Observable<Int>
  ) -> (act: () -> Void, call: () -> Void) {
    let subject = PublishSubject<Int>()
    let shared = share(subject)
    let first = shared.subscribe()
    subject.onNext(1)
    return (
      {
        shared.subscribe(onNext: { _ in gate.enter() }).dispose()
        first.dispose()
      }, { subject.onNext(2) }
    )
  }
}
