import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// What is called out of a lock, as `CalloutRun` says.
///
/// Cases that RxSwift does not promise are left out: it tells the last element, or the end, of a subject to a newcomer
/// under a lock, and an operator that joins its sources sends under one.
extension CalloutCases {
  static let all: [CalloutRun.Case] = subjects + shared + joined + held + delivered
}

extension CalloutGate {
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
  ) -> (act: () -> Void, call: () -> Void) where Subject.Observer.Element == Int {
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

  /// An observer of a shared sequence is told an element, while somebody subscribes there and leaves.
  static let delivered: [CalloutRun.Case] = [
    { gate in delivering(gate) { $0.share() } },
    { gate in delivering(gate) { $0.share(replay: 1) } },
    { gate in delivering(gate) { $0.share(replay: 2) } },
    { gate in delivering(gate) { $0.share(replay: 1, scope: .forever) } },
    { gate in delivering(gate) { $0.publish().refCount() } },
    { gate in delivering(gate) { $0.replay(1).refCount() } },
  ]

  private static func delivering(
    _ gate: CalloutGate, _ share: (Observable<Int>) -> Observable<Int>
  ) -> (act: () -> Void, call: () -> Void) {
    let subject = PublishSubject<Int>()
    let shared = share(subject)
    let first = shared.subscribe(onNext: { if $0 == 1 { gate.enter() } })
    return (
      {
        subject.onNext(1)
        first.dispose()
      }, { shared.subscribe().dispose() }
    )
  }

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

extension CheckedWait {
  /// Time enough for another thread to get to where it waits, if it runs; nothing depends on it.
  static func aMoment() { usleep(momentMicroseconds) }
  private static let momentMicroseconds: UInt32 = 300
}
