import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// Code of others that an object calls, and that uses the object meanwhile: no lock is held then. Under control a lock that
/// is held shows as a deadlock at once.
enum ReentryCases {
  static let all: [CaseRun.Case] = [
    composite, serial, single, loans, scheduled, subject, connection, turns, retried,
    shared, leaving, parting, disposing,
  ]

  private static let message = "an object does not answer code that it calls"

  private static func composite(_ faults: CheckedFaults) {
    let (composite, counts) = (CompositeDisposable(), CheckedEvents())
    let look = Disposables.create { [weak composite] in
      guard let composite else { return }
      counts.element(composite.count)
      if composite.isDisposed { _ = composite.insert(Disposables.create()) }
    }
    let keys = (0..<3).map { _ in composite.insert(look) }
    let other = composite.insert(
      Disposables.create { [weak composite] in
        counts.element(composite?.count ?? -1)
        if let key = keys[0] { composite?.remove(for: key) }
      })
    if let other { composite.remove(for: other) }
    composite.dispose()
    _ = composite.insert(Disposables.create { [weak composite] in composite?.dispose() })
    faults.expect(counts.all.elements == [3, 2], .ref1, message)
  }

  private static func serial(_ faults: CheckedFaults) {
    let (serial, calls) = (SerialDisposable(), CheckedEvents())
    func look(_ number: Int) -> any Disposable {
      Disposables.create { [weak serial] in
        calls.element(serial?.isDisposed == true ? -number : number)
        serial?.disposable.dispose()
      }
    }
    for number in 1..<4 { serial.disposable = look(number) }
    serial.dispose()
    serial.disposable = look(4)
    faults.expect(calls.all.elements == [1, 2, -3, -4], .ref1, message)
  }

  private static func single(_ faults: CheckedFaults) {
    for isEarly in [false, true] {
      let (slot, calls) = (SingleAssignmentDisposable(), CheckedEvents())
      if isEarly { slot.dispose() }
      slot.setDisposable(
        Disposables.create { [weak slot] in
          calls.element(slot?.isDisposed == true ? 1 : 0)
          slot?.dispose()
        })
      slot.dispose()
      faults.expect(calls.all.elements == [1], .ref1, message)
    }
  }

  private static func loans(_ faults: CheckedFaults) {
    let calls = CheckedEvents()
    let slot = SingleAssignmentDisposable()
    let lender = RefCountDisposable(
      disposable: Disposables.create { [weak slot] in
        calls.element(1)
        slot?.dispose()
      })
    let late = Disposables.create { [weak lender] in
      lender?.retain().dispose()
      lender?.dispose()
      calls.element(lender?.isDisposed == true ? 2 : 3)
    }
    slot.setDisposable(late)
    let loan = lender.retain()
    lender.dispose()
    loan.dispose()
    faults.expect(calls.all.elements == [1, 2], .ref1, message)
  }

  private static func scheduled(_ faults: CheckedFaults) {
    let (clock, calls) = (
      CheckedClock(), CheckedEvents()
    )
    let work = clock.scheduleRelative(1, dueTime: .seconds(1)) { number in
      calls.element(number)
      clock.schedule(2) { _ in Disposables.create() }.dispose()
      _ = clock.schedule(3) { number in
        calls.element(number)
        return Disposables.create()
      }
      return Disposables.create { calls.element(Int(clock.clock.timeIntervalSince1970)) }
    }
    clock.start()
    work.dispose()
    faults.expect(calls.all.elements == [1, 3, 1], .ref1, message)
  }

  /// The value and the observers of a subject, asked for from inside a delivery.
  private static func subject(_ faults: CheckedFaults) {
    let (subject, seen) = (BehaviorSubject(value: 0), CheckedEvents())
    let subscription = subject.subscribe(
      onNext: { element in
        seen.element((try? subject.value()) ?? -1)
        if element < 2 { subject.onNext(element + 1) }
        subject.subscribe(onError: { _ in }).dispose()
        if !subject.hasObservers { seen.end("nobody") }
      }, onCompleted: { seen.end("completed") })
    subject.onCompleted()
    subscription.dispose()
    faults.expect(
      seen.all == .init(elements: [0, 1, 2], ends: ["completed"]), .ref1, message)
  }

  /// A source that uses the shared sequence while it is subscribed and released, and subjects that do while they are made.
  private static func connection(_ faults: CheckedFaults) {
    let slot = CheckedState<ConnectableObservable<Int>?>(nil)
    let calls = CheckedEvents()
    @Sendable func use(_ number: Int) {
      calls.element(number)
      guard calls.all.elements.count < 6, let shared = slot.withLock({ $0 }) else { return }
      shared.subscribe().dispose()
    }
    let source = Observable<Int>.create { observer in
      use(2)
      observer.onNext(1)
      return Disposables.create { use(3) }
    }
    let shared = source.multicast { () -> PublishSubject<Int> in
      use(1)
      return PublishSubject()
    }
    slot.withLock { $0 = shared }
    let subscription = shared.subscribe(onNext: { _ in shared.connect().dispose() })
    shared.connect().dispose()
    slot.withLock { $0 = nil }
    subscription.dispose()
    let elements = calls.all.elements
    faults.expect(
      elements.contains(1) && elements.contains(2) && elements.contains(3), .share1, message)
  }

  /// A source that uses all the others while it is released, with the whole.
  private static func disposing(_ faults: CheckedFaults) {
    typealias Sources = [Observable<Int>]
    let combines: [@Sendable (PublishSubject<Int>, Sources) -> Observable<Int>] = [
      { outer, inner in outer.flatMap { inner[$0 % 2] } },
      { outer, inner in outer.concatMap { inner[$0 % 2] } },
      { outer, inner in outer.flatMapFirst { inner[$0 % 2] } },
      { outer, inner in outer.flatMapLatest { inner[$0 % 2] } },
      { outer, inner in outer.map { inner[$0 % 2] }.merge(maxConcurrent: 2) },
      { outer, inner in Observable.merge([outer.asObservable()] + inner) },
      { outer, inner in Observable.zip([outer.asObservable()] + inner) { $0[0] } },
      { outer, inner in Observable.combineLatest([outer.asObservable()] + inner) { $0[0] } },
      { outer, inner in Observable.amb([outer.asObservable()] + inner) },
      { outer, inner in outer.take(until: inner[0]).withLatestFrom(inner[1]) },
      { outer, inner in outer.groupBy { $0 % 2 }.flatMap { $0.take(until: inner[0]) } },
    ]
    for combine in combines {
      for way in 0..<3 {
        let (outer, other) = (PublishSubject<Int>(), PublishSubject<Int>())
        let loud = Observable<Int>.create { _ in
          Disposables.create {
            other.onNext(3)
            outer.onNext(5)
            if way == 1 { other.onCompleted() }
            if way == 2 { other.onError(FuzzError(code: 1)) }
            outer.onCompleted()
          }
        }
        let seen = CheckedEvents()
        let subscription = combine(outer, [loud, other.asObservable()]).subscribe(
          onNext: { seen.element($0) }, onError: { seen.end($0) },
          onCompleted: { seen.end("completed") })
        outer.onNext(0)
        outer.onNext(1)
        let before = seen.all
        subscription.dispose()
        faults.expect(seen.all == before && !other.hasObservers, .disp4, message)
      }
    }
  }

  /// A competitor that makes the other one send something while both are released.
  private static func parting(_ faults: CheckedFaults) {
    for number in 0..<2 {
      let (other, seen) = (PublishSubject<Int>(), CheckedEvents())
      let talker = Observable<Int>.create { _ in Disposables.create { other.onNext(1) } }
      let sources = number == 0 ? [talker, other.asObservable()] : [other.asObservable(), talker]
      Observable.amb(sources).subscribe(onNext: { seen.element($0) }).dispose()
      faults.expect(seen.all.elements.isEmpty && !other.hasObservers, .disp4, message)
    }
  }

  /// An observer that makes the next one leave, which hears nothing of the element at hand.
  private static func leaving(_ faults: CheckedFaults) {
    let subjects: [CheckedSubject<Int>] = [
      CheckedSubject(PublishSubject()), CheckedSubject(BehaviorSubject(value: 0)),
      CheckedSubject(ReplaySubject.create(bufferSize: 1)), CheckedSubject(AsyncSubject()),
    ]
    for subject in subjects {
      let (seen, second) = (CheckedEvents(), SingleAssignmentDisposable())
      let first = subject.subscribe(onNext: { if $0 > 0 { second.dispose() } })
      second.setDisposable(
        subject.map { element in
          if element > 0 { seen.element(element) }
          return element
        }.subscribe(onError: { _ in }))
      subject.onNext(1)
      subject.onNext(2)
      subject.onCompleted()
      faults.expect(seen.all.elements.isEmpty, .disp4, "who has left is called")
      first.dispose()
    }
  }

  /// Sequences that send another one while they are subscribed, and while they are released.
  private static func turns(_ faults: CheckedFaults) {
    let combines: [@Sendable (Observable<Observable<Int>>) -> Observable<Int>] = [
      { $0.merge() }, { $0.merge(maxConcurrent: 1) }, { $0.merge(maxConcurrent: 2) },
      { $0.concat() }, { $0.switchLatest() }, { $0.flatMapFirst { $0 } },
    ]
    for combine in combines {
      let (outer, lives) = (PublishSubject<Observable<Int>>(), CheckedLives())
      let left = CheckedState(2)
      @Sendable func again() {
        let mayGoOn = left.withLock { left in
          left -= 1
          return left >= 0
        }
        if mayGoOn { outer.onNext(inner()) }
      }
      @Sendable func inner() -> Observable<Int> {
        Observable.create { observer in
          lives.open()
          again()
          observer.onCompleted()
          return Disposables.create {
            lives.close()
            again()
          }
        }
      }
      let ended = CheckedEvents()
      let subscription = combine(outer).subscribe(onCompleted: { ended.end("completed") })
      outer.onNext(inner())
      outer.onCompleted()
      faults.expect(lives.areOver && ended.all.ends == ["completed"], .comp1, message)
      subscription.dispose()
    }
  }

  private static func retried(_ faults: CheckedFaults) {
    let (attempts, seen) = (CheckedEvents(), CheckedEvents())
    let source = Observable<Int>.create { observer in
      attempts.element(1)
      observer.onError(FuzzError(code: 1))
      return Disposables.create()
    }
    let subscription = source.retry { (errors: Observable<any Error>) in
      errors.flatMap { _ in attempts.all.elements.count < 3 ? Observable.just(1) : .empty() }
        .take(while: { _ in attempts.all.elements.count < 3 })
    }.subscribe(onCompleted: { seen.end("completed") })
    faults.expect(attempts.all.elements.count == 3, .sub1, message)
    subscription.dispose()
  }

  private static func shared(_ faults: CheckedFaults) {
    let (subject, lives) = (PublishSubject<Int>(), CheckedLives())
    let shared = lives.counting(subject.asObservable()).share(replay: 1)
    let slot = SerialDisposable()
    slot.disposable = shared.subscribe(onNext: { element in
      shared.subscribe().dispose()
      if element == 2 { slot.dispose() }
    })
    subject.onNext(1)
    subject.onNext(2)
    faults.expect(lives.areOver && !subject.hasObservers, .share1, message)
  }
}
