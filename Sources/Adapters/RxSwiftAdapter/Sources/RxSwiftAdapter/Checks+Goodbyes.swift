import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// Objects that use the library while their last holder, the library itself, lets them go: it holds no lock then.
enum GoodbyeCases {
  static let all: [CaseRun.Case] = [
    last, forgotten, passing, superseded, removed, bags, merged, mergedByTurns, zipped,
  ]

  /// What is used meanwhile must be free, and what is let go is let go once.
  private static func expect(_ lives: CheckedLives, _ count: Int, _ faults: CheckedFaults) {
    faults.expect(
      lives.areOver && lives.opens == count, .leak1, "what is let go by the library is not gone")
  }

  /// Uses the subject that has held it.
  private static func element(
    of subject: CheckedSubject<CheckedLife>, _ lives: CheckedLives
  ) -> CheckedLife {
    CheckedLife(lives) { [weak subject] in
      guard let subject else { return }
      _ = try? subject.value()
      subject.subscribe(onError: { _ in }).dispose()
      _ = subject.hasObservers
    }
  }

  private static func use(
    _ subject: CheckedSubject<CheckedLife>, isKept: Bool = false, _ faults: CheckedFaults
  ) {
    let lives = CheckedLives()
    withExtendedLifetime(subject) {
      for _ in 0..<3 { subject.onNext(element(of: subject, lives)) }
    }
    subject.dispose()
    if !isKept { expect(lives, 3, faults) }
  }

  private static func last(_ faults: CheckedFaults) {
    let subject = CheckedSubject(AsyncSubject<CheckedLife>())
    use(subject, isKept: true, faults)
  }

  /// Observers that go when their subject is over.
  private static func forgotten(_ faults: CheckedFaults) {
    for way in 0..<3 {
      let (lives, subject) = (CheckedLives(), PublishSubject<Int>())
      func observe() {
        let life = CheckedLife(lives) { [weak subject] in
          subject?.subscribe(onError: { _ in }).dispose()
          subject?.onNext(2)
        }
        _ = subject.subscribe(
          onNext: { _ in withExtendedLifetime(life) {} }, onError: { _ in })
      }
      observe()
      observe()
      subject.onNext(1)
      switch way {
      case 0: subject.onCompleted()
      case 1: subject.onError(FuzzError(code: 1))
      default: subject.dispose()
      }
      expect(lives, 2, faults)
    }
  }

  /// Observers that come and go while the subject tells others, and that it must not keep.
  private static func passing(_ faults: CheckedFaults) {
    let subjects: [CheckedSubject<Int>] = [
      CheckedSubject(PublishSubject()), CheckedSubject(ReplaySubject.create(bufferSize: 1)),
    ]
    for subject in subjects {
      let lives = CheckedLives()
      let host = subject.subscribe(onNext: { [weak subject] _ in
        let life = CheckedLife(lives) {}
        subject?.subscribe(onNext: { _ in withExtendedLifetime(life) {} }).dispose()
      })
      subject.onNext(2)
      expect(lives, 1, faults)
      host.dispose()
    }
  }

  private static func resource(
    _ lives: CheckedLives, _ goodbye: @escaping @Sendable () -> Void
  ) -> any Disposable {
    let life = CheckedLife(lives, goodbye: goodbye)
    return Disposables.create { withExtendedLifetime(life) {} }
  }

  private static func superseded(_ faults: CheckedFaults) {
    let (lives, serial) = (CheckedLives(), SerialDisposable())
    for _ in 0..<2 {
      serial.disposable = resource(lives) { [weak serial] in
        _ = serial?.isDisposed
      }
    }
    serial.dispose()
    expect(lives, 2, faults)
  }

  private static func removed(_ faults: CheckedFaults) {
    let (lives, composite) = (CheckedLives(), CompositeDisposable())
    let keys = (0..<3).map { _ in
      composite.insert(resource(lives) { [weak composite] in _ = composite?.count })
    }
    if let key = keys[1] { composite.remove(for: key) }
    composite.dispose()
    _ = composite.insert(resource(lives) { [weak composite] in _ = composite?.isDisposed })
    expect(lives, 4, faults)
    let lender = RefCountDisposable(
      disposable: Disposables.create { [weak composite] in composite?.dispose() })
    lender.retain().dispose()
    lender.dispose()
  }

  private static func bags(_ faults: CheckedFaults) {
    let (lives, other) = (CheckedLives(), DisposeBag())
    var bag: DisposeBag? = DisposeBag()
    for _ in 0..<2 { bag?.insert(resource(lives) { other.insert(Disposables.create()) }) }
    bag = nil
    expect(lives, 2, faults)
  }

  /// Inner sequences that go when they are over, and end or go on with the whole.
  private static func inner(
    _ faults: CheckedFaults, _ combine: (Observable<Observable<Int>>) -> Observable<Int>
  ) {
    for ends in [false, true] {
      let (lives, outer) = (CheckedLives(), PublishSubject<Observable<Int>>())
      let (whole, inner) = (SerialDisposable(), PublishSubject<Int>())
      whole.disposable = combine(outer).subscribe()
      for _ in 0..<3 { outer.onNext(observable(inner, lives, whole, ends: ends)) }
      inner.onNext(1)
      inner.onCompleted()
      outer.onCompleted()
      whole.dispose()
      faults.expect(
        lives.areOver, .leak1, "what is let go by the library is not gone")
    }
  }

  private static func observable(
    _ inner: PublishSubject<Int>, _ lives: CheckedLives, _ whole: SerialDisposable, ends: Bool
  ) -> Observable<Int> {
    let life = CheckedLife(lives) { if ends { whole.dispose() } else { inner.onNext(3) } }
    return inner.map { element in withExtendedLifetime(life) { element } }
  }

  private static func merged(_ faults: CheckedFaults) {
    inner(faults) { $0.merge() }
    inner(faults) { $0.flatMap { $0 } }
    inner(faults) { $0.switchLatest() }
  }

  private static func mergedByTurns(_ faults: CheckedFaults) {
    inner(faults) { $0.merge(maxConcurrent: 2) }
    inner(faults) { $0.concat() }
    inner(faults) { $0.flatMapFirst { $0 } }
  }

  private static func zipped(_ faults: CheckedFaults) {
    let (lives, whole) = (CheckedLives(), SerialDisposable())
    let (first, second) = (PublishSubject<CheckedLife>(), PublishSubject<CheckedLife>())
    whole.disposable = Observable.zip(first, second) { _, _ in 0 }.subscribe()
    func send(to subject: PublishSubject<CheckedLife>) {
      subject.onNext(CheckedLife(lives) { _ = whole.isDisposed })
    }
    for _ in 0..<3 { send(to: first) }
    send(to: second)
    whole.dispose()
    send(to: second)
    expect(lives, 5, faults)
  }

}
