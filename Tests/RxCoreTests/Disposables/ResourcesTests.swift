import RxCore
import Testing

#if DEBUG
  // Each in a process of its own: the counter counts what all tests of a process hold.
  @Suite("The resource counter")
  struct ResourcesTests {
    @Test("goes back to zero after completion, error, disposal and disposal inside onNext")
    func backToZero() async {
      await #expect(processExitsWith: .success) {
        for ending in 0..<4 {
          let subject = PublishSubject<Int>()
          let other = PublishSubject<Int>()
          let chain = Observable.merge(
            subject.map { $0 + 1 }.filter { $0 > 0 }, subject.scan(0) { $0 + $1 },
            Observable.of(1, 2, 3), Observable.deferred { .just(4) },
            Observable.of(subject.asObservable(), other.asObservable()).merge()
          )
          .skip(1).take(1000).do(onNext: { _ in }).take(until: other)
          let slot = SingleAssignmentDisposable()
          slot.setDisposable(
            chain.subscribe(
              onNext: { if ending == 3, $0 == 21 { slot.dispose() } }, onError: { _ in }))
          subject.onNext(9)
          precondition(Resources.total > 5)
          switch ending {
          case 0: other.onNext(1)
          case 1: subject.onError(Failure())
          case 2: slot.dispose()
          default: subject.onNext(20)
          }
          precondition(!subject.hasObservers && !other.hasObservers)
          // The slot and the closure that names it hold each other until the slot is disposed.
          slot.dispose()
        }
        precondition(Resources.total == 0, "\(Resources.total) are left")
      }
    }

    @Test("stays zero for sources that end by themselves")
    func sources() async {
      await #expect(processExitsWith: .success) {
        _ = Observable.of(1, 2, 3).recorded()
        _ = Observable<Int>.from([1, 2]).take(1).recorded()
        _ = Observable<Int>.range(start: 1, count: 5).recorded()
        _ = Observable<Int>.empty().recorded()
        _ = Observable<Int>.error(Failure()).recorded()
        _ = Observable<Int>.never().recorded()
        precondition(Resources.total == 0, "\(Resources.total) are left")
      }
    }
  }
#endif
