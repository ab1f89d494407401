import RxCore
import RxFuzzKit

/// Who is connected to what, when, and what is let go with the last one that listens.
enum SharingCases {
  static let all: [CaseRun.Case] = [
    connected, reconnected, endedForGood, counted, whileConnected, forever, selected,
    selectedButOver, selectedInVain, hubsForgotten, handlers, handlersOfDisposal, bound,
    boundToSeveral, bindings,
  ]

  private static let lost = "a shared sequence is not connected once as long as somebody needs it"
  private static let keeps = "a shared sequence keeps what it has no use for"

  private static func connected(_ faults: CheckedFaults) {
    let (subject, lives) = (PublishSubject<Int>(), CheckedLives())
    let connectable = lives.counting(subject.asObservable()).publish()
    let seen = CheckedEvents()
    let subscription = connectable.subscribe(onNext: { seen.element($0) })
    subject.onNext(1)
    let (first, second) = (connectable.connect(), connectable.connect())
    faults.expect(lives.opens == 1, .share1, lost)
    subject.onNext(2)
    second.dispose()
    faults.expect(lives.areOver && !subject.hasObservers, .share1, lost)
    subject.onNext(3)
    let third = connectable.connect()
    // They belong to a connection that is no more.
    first.dispose()
    second.dispose()
    faults.expect(lives.opens == 2 && lives.count == 1, .share1, lost)
    third.dispose()
    third.dispose()
    faults.expect(lives.areOver && seen.all.elements == [2], .share1, lost)
    subscription.dispose()
  }

  /// A new connection after the end has a new subject, unless it was given one.
  private static func reconnected(_ faults: CheckedFaults) {
    for isGiven in [false, true] {
      let (subject, lives, seen) = (
        ReplaySubject<Int>.createUnbounded(), CheckedLives(), CheckedEvents()
      )
      subject.onNext(1)
      let source = lives.counting(subject.take(1))
      let connectable = isGiven ? source.multicast(PublishSubject<Int>()) : source.publish()
      for _ in 0..<2 {
        _ = connectable.subscribe(
          onNext: { seen.element($0) }, onCompleted: { seen.end("completed") })
        connectable.connect().dispose()
      }
      let all = CheckedEvents.Seen(
        elements: isGiven ? [1] : [1, 1], ends: ["completed", "completed"])
      faults.expect(seen.all == all, .val1, "a connection tells something else")
      faults.expect(lives.areOver && lives.opens == (isGiven ? 1 : 2), .share1, lost)
    }
  }

  /// What has ended for good connects no more; a subject that is no subject of the library may go on.
  private static func endedForGood(_ faults: CheckedFaults) {
    let (subject, lives, seen) = (PublishSubject<Int>(), CheckedLives(), CheckedEvents())
    let shared = lives.counting(subject.asObservable()).share(replay: 1, scope: .forever)
    _ = shared.subscribe(onNext: { seen.element($0) }, onCompleted: { seen.end("completed") })
    subject.onNext(1)
    subject.onCompleted()
    _ = shared.subscribe(onNext: { seen.element($0) }, onCompleted: { seen.end("completed") })
    faults.expect(lives.areOver && lives.opens == 1, .share1, lost)
    faults.expect(
      seen.all == .init(elements: [1, 1], ends: ["completed", "completed"]), .val1,
      "a shared sequence tells something else")
  }

  private static func counted(_ faults: CheckedFaults) {
    let (subject, lives) = (PublishSubject<Int>(), CheckedLives())
    let source = lives.counting(subject.asObservable())
    for shared in [
      source.share(), source.publish().refCount(), source.replay(1).refCount(),
      source.replayAll().refCount(), source.multicast(PublishSubject<Int>()).refCount(),
    ] {
      let before = lives.opens
      let (first, second) = (shared.subscribe(), shared.subscribe())
      faults.expect(lives.opens == before + 1, .share1, lost)
      first.dispose()
      first.dispose()
      faults.expect(lives.count == 1 && subject.hasObservers, .share1, lost)
      second.dispose()
      faults.expect(lives.areOver && !subject.hasObservers, .share1, lost)
      let third = shared.subscribe()
      faults.expect(lives.opens == before + 2 && lives.count == 1, .share1, lost)
      third.dispose()
      faults.expect(lives.areOver, .share1, lost)
    }
  }

  /// What the elements hold that are replayed goes with the last one that listens, or stays for ever.
  private static func replays(
    _ scope: SubjectLifetimeScope, _ faults: CheckedFaults, kept: [Int]
  ) {
    for size in 0..<3 {
      let (subject, lives, seen) = (PublishSubject<CheckedLife>(), CheckedLives(), CheckedEvents())
      let shared = subject.share(replay: size, scope: scope)
      let first = shared.subscribe()
      for _ in 0..<4 { subject.onNext(CheckedLife(lives)) }
      faults.expect(lives.count == size, .leak1, keeps)
      let second = shared.subscribe(onNext: { _ in seen.element(size) })
      faults.expect(seen.all.elements.count == size, .val1, "a shared sequence replays otherwise")
      first.dispose()
      second.dispose()
      faults.expect(lives.count == kept[size], .leak1, keeps)
      let third = shared.subscribe(onNext: { _ in seen.element(size) })
      faults.expect(
        seen.all.elements.count == size + kept[size], .val1, "a shared sequence replays otherwise")
      third.dispose()
      withExtendedLifetime((shared, first, second, third)) {}
    }
  }

  private static func whileConnected(_ faults: CheckedFaults) {
    replays(.whileConnected, faults, kept: [0, 0, 0])
  }

  private static func forever(_ faults: CheckedFaults) {
    replays(.forever, faults, kept: [0, 1, 2])
  }

  private static func selected(_ faults: CheckedFaults) {
    let (subject, lives, seen) = (PublishSubject<Int>(), CheckedLives(), CheckedEvents())
    let held = CheckedLives()
    func subscribe() -> any Disposable {
      let hold = CheckedLife.held(by: held)
      let source = lives.counting(subject.asObservable()).map { element in
        hold()
        return element
      }
      return source.multicast({ PublishSubject<Int>() }) { shared in
        Observable.merge(shared, shared.map { $0 + 10 })
      }.subscribe(onNext: { seen.element($0) })
    }
    let subscription = subscribe()
    subject.onNext(1)
    faults.expect(lives.opens == 1 && lives.count == 1, .share1, lost)
    subscription.dispose()
    subject.onNext(2)
    faults.expect(seen.all.elements == [1, 11], .val1, "a shared sequence tells something else")
    faults.expect(lives.areOver && held.areOver, .share1, lost)
    withExtendedLifetime(subscription) {}
  }

  /// A result that is over needs nothing to be connected.
  private static func selectedButOver(_ faults: CheckedFaults) {
    let (subject, lives, seen) = (PublishSubject<Int>(), CheckedLives(), CheckedEvents())
    _ = lives.counting(subject.asObservable()).multicast({ PublishSubject<Int>() }) { _ in
      Observable.just(7)
    }.subscribe(onNext: { seen.element($0) }, onCompleted: { seen.end("completed") })
    faults.expect(
      seen.all == .init(elements: [7], ends: ["completed"]), .val1,
      "a shared sequence tells something else")
    faults.expect(lives.opens == 0, .sub1, "what is shared is subscribed for nobody")
  }

  private static func selectedInVain(_ faults: CheckedFaults) {
    let (lives, seen) = (CheckedLives(), CheckedEvents())
    let source = lives.counting(Observable.just(1))
    _ = source.multicast({ () throws -> PublishSubject<Int> in throw FuzzError(code: 1) }) { $0 }
      .subscribe(onError: { seen.end($0) })
    _ = source.multicast({ PublishSubject<Int>() }) { (_) throws -> Observable<Int> in
      throw FuzzError(code: 2)
    }.subscribe(onError: { seen.end($0) })
    faults.expect(seen.all.ends == ["error 1", "error 2"], .err1, "what a closure throws is lost")
    faults.expect(lives.opens == 0, .sub1, "what is shared is subscribed for nobody")
  }

  /// The subject of a connection goes with it.
  private static func hubsForgotten(_ faults: CheckedFaults) {
    let (subject, lives) = (PublishSubject<CheckedLife>(), CheckedLives())
    for way in 0..<2 {
      let connectable = subject.replay(3)
      let subscription = connectable.subscribe()
      var connection: (any Disposable)? = connectable.connect()
      for _ in 0..<3 { subject.onNext(CheckedLife(lives)) }
      faults.expect(lives.count == 3, .val1, "a connection keeps too little")
      subscription.dispose()
      if way == 0 { connection?.dispose() } else { subject.onCompleted() }
      connection = nil
      faults.expect(lives.areOver, .leak1, keeps)
      withExtendedLifetime((connectable, subscription)) {}
    }
  }

  /// The end is told before the source is let go.
  private static func handlers(_ faults: CheckedFaults) {
    let forms: [@Sendable (Observable<Int>) -> Observable<Int>] = [
      { $0 }, { $0.map { $0 } }, { $0.share() }, { $0.share(replay: 1, scope: .forever) },
      { $0.publish().refCount() },
      { source in source.multicast({ PublishSubject<Int>() }, selector: { $0 }) },
    ]
    for (number, form) in forms.enumerated() {
      for isError in [false, true] {
        let (seen, subject) = (CheckedEvents(), PublishSubject<Int>())
        _ = form(noting(subject, in: seen)).subscribe(
          onNext: { seen.element($0) }, onError: { _ in seen.end("end") },
          onCompleted: { seen.end("end") },
          onDisposed: { if number == 0 { seen.end("disposed") } })
        subject.onNext(1)
        if isError { subject.onError(FuzzError(code: 1)) } else { subject.onCompleted() }
        let ends = number == 0 ? ["end", "disposed", "released"] : ["end", "released"]
        faults.expect(
          seen.all == .init(elements: [1], ends: ends), .ord1,
          "an end is not told before what it disposes")
      }
    }
  }

  private static func noting(
    _ subject: PublishSubject<Int>, in seen: CheckedEvents
  ) -> Observable<Int> {
    Observable.create { observer in
      let subscription = subject.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        seen.end("released")
      }
    }
  }

  private static func handlersOfDisposal(_ faults: CheckedFaults) {
    let (seen, subject) = (CheckedEvents(), PublishSubject<Int>())
    let source = noting(subject, in: seen)
    let subscription = source.subscribe(
      onNext: { seen.element($0) }, onError: { _ in seen.end("end") },
      onCompleted: { seen.end("end") }, onDisposed: { seen.end("disposed") })
    subscription.dispose()
    subscription.dispose()
    subject.onNext(1)
    subject.onCompleted()
    faults.expect(
      seen.all == .init(ends: ["released", "disposed"]), .disp5,
      "a disposal is not told once, when the source is released")
  }

  private static func bound(_ faults: CheckedFaults) {
    let subject = PublishSubject<Int>()
    let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 0))
    let (optional, optionals) = (BehaviorRelay<Int?>(value: nil), PublishRelay<Int?>())
    let (replay, replayOptional) = (
      ReplayRelay<Int>.createUnbound(), ReplayRelay<Int?>.createUnbound()
    )
    let observer = ReplaySubject<Int>.createUnbounded()
    let seen = (0..<6).map { _ in CheckedEvents() }
    _ = publish.subscribe(onNext: { seen[0].element($0) })
    _ = optionals.subscribe(onNext: { seen[1].element($0 ?? 0) })
    let bindings = [
      subject.bind(to: publish), subject.bind(to: behavior), subject.bind(to: optional),
      subject.bind(to: optionals), subject.bind(to: replay), subject.bind(to: replayOptional),
      subject.bind(to: observer), subject.bind(onNext: { seen[2].element($0) }),
    ]
    subject.onNext(1)
    subject.onNext(2)
    for binding in bindings { binding.dispose() }
    subject.onNext(3)
    _ = replay.subscribe(onNext: { seen[3].element($0) })
    _ = replayOptional.subscribe(onNext: { seen[4].element($0 ?? 0) })
    _ = observer.subscribe(onNext: { seen[5].element($0) })
    let isWhole = seen.allSatisfy { $0.all.elements == [1, 2] }
    faults.expect(
      isWhole && behavior.value == 2 && optional.value == 2 && !subject.hasObservers, .val1,
      "a binding tells something else")
  }

  /// Of several targets each is told, in their order.
  private static func boundToSeveral(_ faults: CheckedFaults) {
    let (subject, seen, all) = (PublishSubject<Int>(), CheckedEvents(), CompositeDisposable())
    func noted<Target: ObservableType>(_ number: Int, _ target: Target) -> Target
    where Target.Element == Int {
      all.insert(target.subscribe(onNext: { seen.element(10 * number + $0) }))
      return target
    }
    func noted<Target: ObservableType>(_ number: Int, _ target: Target) -> Target
    where Target.Element == Int? {
      all.insert(target.subscribe(onNext: { seen.element(10 * number + ($0 ?? 0)) }))
      return target
    }
    all.insert(subject.bind(to: noted(1, PublishRelay<Int>()), noted(2, PublishRelay<Int>())))
    all.insert(subject.bind(to: noted(3, PublishRelay<Int?>()), noted(4, PublishRelay<Int?>())))
    all.insert(
      subject.bind(to: noted(5, BehaviorRelay(value: 0)), noted(6, BehaviorRelay(value: 0))))
    all.insert(
      subject.bind(
        to: noted(7, BehaviorRelay<Int?>(value: 0)), noted(8, BehaviorRelay<Int?>(value: 0))))
    all.insert(
      subject.bind(
        to: noted(9, ReplayRelay<Int>.createUnbound()),
        noted(10, ReplayRelay<Int>.createUnbound())))
    all.insert(
      subject.bind(
        to: noted(11, ReplayRelay<Int?>.createUnbound()),
        noted(12, ReplayRelay<Int?>.createUnbound())))
    all.insert(subject.bind(to: noted(13, PublishSubject<Int>()), noted(14, PublishSubject<Int>())))
    subject.onNext(1)
    subject.onNext(2)
    all.dispose()
    let expected = [50, 60, 70, 80] + (1...2).flatMap { sent in (1...14).map { 10 * $0 + sent } }
    faults.expect(seen.all.elements == expected, .val1, "a binding tells something else")
  }

  /// A binder acts on its target as long as that lives, and does not hold it.
  private static func bindings(_ faults: CheckedFaults) {
    let (lives, seen) = (CheckedLives(), CheckedEvents())
    var target: CheckedLife? = CheckedLife(lives)
    let binder = target.map {
      Binder<Int>($0, scheduler: ImmediateScheduler.instance) { _, element in
        seen.element(element)
      }
    }
    binder?.onNext(1)
    withExtendedLifetime(target) { binder?.onNext(2) }
    binder?.onCompleted()
    target = nil
    faults.expect(lives.areOver, .leak1, "a binder holds its target")
    binder?.onNext(3)
    faults.expect(seen.all.elements == [1, 2], .val1, "a binding tells something else")
  }
}
