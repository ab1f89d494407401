import Foundation
import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension CalloutCases {
  /// A source that has ended is let go, or an inner one subscribed, while another one sends.
  static let joined: [CalloutRun.Case] = [
    { gate in ending(gate) { Observable.zip([$0, $1]) { $0[0] } } },
    { gate in ending(gate) { Observable.merge($0, $1) } },
    { gate in ending(gate) { Observable.of($0, $1).merge(maxConcurrent: 2) } },
    { gate in
      ending(gate) { first, second in
        Observable.of(1, 2).flatMap { $0 == 1 ? first : second }
      }
    },
    { gate in beginning(gate) { outer, choose in outer.flatMap(choose) } },
    { gate in
      beginning(gate) { outer, choose in outer.map(choose).merge(maxConcurrent: 2) }
    },
    { gate in failing(gate) { Observable.merge($0, $1) } },
    { gate in failing(gate) { Observable.of($0, $1).merge(maxConcurrent: 2) } },
  ]

  /// The same with a third thread, which is none of a queue's.
  static let ofThree: [CalloutRun.Case] = [
    { gate in failingMeanwhile(gate) { Observable.merge($0) } },
    { gate in failingMeanwhile(gate) { Observable.from($0).merge(maxConcurrent: 3) } },
    { gate in failingMeanwhile(gate) { all in Observable.from(all.indices).flatMap { all[$0] } } },
  ]

  private static func ending(
    _ gate: CalloutGate, _ join: (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) -> (act: () -> Void, call: () -> Void) {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let subscription = join(gate.onRelease(first), second).subscribe()
    return (
      {
        first.onCompleted()
        subscription.dispose()
      }, { second.onNext(1) }
    )
  }

  private static func beginning(
    _ gate: CalloutGate,
    _ flatten: (Observable<Int>, @escaping @Sendable (Int) -> Observable<Int>) -> Observable<Int>
  ) -> (act: () -> Void, call: () -> Void) {
    let (outer, first) = (PublishSubject<Int>(), PublishSubject<Int>())
    let subscription = flatten(outer) { $0 == 1 ? first.asObservable() : gate.onSubscribe() }
      .subscribe()
    outer.onNext(1)
    return (
      {
        outer.onNext(2)
        subscription.dispose()
      }, { first.onNext(5) }
    )
  }

  /// The other source sends while the error of the first one is delivered, and may have to wait for that; not for the release
  /// of the sources, which comes then.
  private static func failing(
    _ gate: CalloutGate, _ join: (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) -> (act: () -> Void, call: () -> Void) {
    let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
    let released: Observable<Int> = .create { observer in
      let subscription = second.subscribe(observer)
      return Disposables.create {
        gate.awaitCall()
        subscription.dispose()
      }
    }
    let subscription = join(first, released).subscribe(
      onError: { _ in
        gate.open()
        CheckedWait.aMoment()
      })
    return (
      {
        first.onError(FuzzError(code: 1))
        subscription.dispose()
      }, { second.onNext(1) }
    )
  }

  /// The same where the other source has waited since before the error, for the end of an element of the third one: it may
  /// be late, but has to get on while the sources are let go.
  private static func failingMeanwhile(
    _ gate: CalloutGate, _ join: ([Observable<Int>]) -> Observable<Int>
  ) -> (act: () -> Void, call: () -> Void) {
    let subjects = (0..<3).map { _ in PublishSubject<Int>() }
    let (delivered, gone) = (CheckedGate(), CheckedGate())
    let released: Observable<Int> = .create { observer in
      let subscription = subjects[1].subscribe(observer)
      return Disposables.create {
        gate.awaitCall()
        subscription.dispose()
      }
    }
    let subscription = join([subjects[0].asObservable(), released, subjects[2].asObservable()])
      .subscribe(
        onNext: { element in
          guard element == 1 else { return }
          gate.open()
          for _ in 0..<3 { CheckedWait.aMoment() }
          delivered.pass()
        })
    return (
      {
        Thread {
          // It comes as the element ends: earlier than who has waited, since that one has to wake up first.
          while !delivered.isOpen {}
          subjects[2].onError(FuzzError(code: 1))
          gone.pass()
        }.start()
        subjects[0].onNext(1)
        delivered.pass()
        gone.wait()
        subscription.dispose()
      }, { subjects[1].onNext(2) }
    )
  }

  /// What a disposable holds is disposed while somebody uses the disposable.
  static let held: [CalloutRun.Case] = [
    { gate in
      let composite = CompositeDisposable(disposables: [calling(gate)])
      return (
        { composite.dispose() },
        {
          _ = composite.insert(Disposables.create())
          _ = composite.count
        }
      )
    },
    { gate in
      let composite = CompositeDisposable()
      let key = composite.insert(calling(gate))
      return (
        { if let key { composite.remove(for: key) } },
        {
          _ = composite.insert(Disposables.create())
          composite.dispose()
        }
      )
    },
    { gate in
      let serial = SerialDisposable()
      serial.disposable = calling(gate)
      return (
        { serial.disposable = Disposables.create() },
        {
          _ = serial.disposable
          serial.dispose()
        }
      )
    },
    { gate in
      let lender = RefCountDisposable(disposable: calling(gate))
      return (
        { lender.dispose() },
        {
          lender.retain().dispose()
          _ = lender.isDisposed
        }
      )
    },
    { gate in
      let single = SingleAssignmentDisposable()
      single.setDisposable(calling(gate))
      return (
        { single.dispose() },
        {
          single.dispose()
          _ = single.isDisposed
        }
      )
    },
    { gate in
      let serial = SerialDisposable()
      serial.disposable = calling(gate)
      return (
        { serial.dispose() },
        {
          _ = serial.isDisposed
          serial.disposable = Disposables.create()
        }
      )
    },
    { gate in
      let lender = RefCountDisposable(disposable: calling(gate))
      let lent = lender.retain()
      lender.dispose()
      return (
        { lent.dispose() },
        {
          lender.retain().dispose()
          _ = lender.isDisposed
        }
      )
    },
    { gate in
      let composite = CompositeDisposable()
      composite.dispose()
      return (
        { _ = composite.insert(calling(gate)) },
        {
          _ = composite.insert(Disposables.create())
          _ = composite.isDisposed
        }
      )
    },
    { gate in
      let serial = SerialDisposable()
      serial.dispose()
      return (
        { serial.disposable = calling(gate) },
        {
          serial.disposable = Disposables.create()
          _ = serial.isDisposed
        }
      )
    },
    { gate in
      let single = SingleAssignmentDisposable()
      single.dispose()
      return (
        { single.setDisposable(calling(gate)) },
        {
          single.dispose()
          _ = single.isDisposed
        }
      )
    },
  ]

  private static func calling(_ gate: CalloutGate) -> any Disposable {
    Disposables.create { gate.enter() }
  }
}
