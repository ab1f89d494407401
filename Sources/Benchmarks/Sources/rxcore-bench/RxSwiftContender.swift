#if HAS_RXSWIFT
  import Dispatch
  import RxSwift

  enum RxSwiftContender: Contender {
    static let name = "RxSwift"

    static func createChain(events: Int) -> Bool {
      let sum = Sum()
      let source = Observable<Int>.create { observer in
        for number in 0..<events { observer.onNext(number) }
        return Disposables.create()
      }
      chained(source).subscribe(onNext: { sum.add($0) }).dispose()
      return sum.value > 0
    }

    static func subjectChain(events: Int) -> Bool {
      let sum = Sum()
      let subject = PublishSubject<Int>()
      let subscription = chained(subject).subscribe(onNext: { sum.add($0) })
      for number in 0..<events { subject.onNext(number) }
      subscription.dispose()
      return sum.value > 0
    }

    static func subscribe(operators: Int, times: Int) -> Bool {
      let source = Observable<Int>.create { _ in Disposables.create() }
      let chain = (0..<operators).reduce(source) { chain, index in
        index % 2 == 0 ? chain.map { $0 &+ 1 } : chain.filter { $0 >= 0 }
      }
      for _ in 0..<times { chain.subscribe(onNext: { _ in }).dispose() }
      return true
    }

    static func mergeOfTwo(events: Int) -> Bool {
      let sum = Sum()
      let source = Observable<Int>.create { observer in
        for number in 0..<(events / 2) { observer.onNext(number) }
        return Disposables.create()
      }
      Observable.merge(source, source).subscribe(onNext: { sum.add($0) }).dispose()
      return sum.value > 0
    }

    static func observeOn(events: Int) -> Bool {
      let sum = Sum()
      let finish = Finish()
      let source = Observable<Int>.create { observer in
        for number in 0..<events { observer.onNext(number) }
        observer.onCompleted()
        return Disposables.create()
      }
      let subscription = source.observe(
        on: SerialDispatchQueueScheduler(internalSerialQueueName: "bench")
      ).subscribe(onNext: { sum.add($0) }, onCompleted: { finish.reach() })
      finish.wait()
      subscription.dispose()
      return sum.value > 0
    }

    static func share(observers: Int, events: Int) -> Bool {
      let sum = Sum()
      let subject = PublishSubject<Int>()
      let shared = subject.share()
      let subscriptions = (0..<observers).map { _ in shared.subscribe(onNext: { sum.add($0) }) }
      for number in 0..<events { subject.onNext(number) }
      for subscription in subscriptions { subscription.dispose() }
      return sum.value > 0
    }

    private static func chained(_ source: Observable<Int>) -> Observable<Int> {
      source.filter { $0 >= 0 }.map { $0 &+ 1 }.skip(1)
    }
  }
#endif
