#if HAS_REACTIVESWIFT
  import Dispatch
  import ReactiveSwift

  enum ReactiveSwiftContender: Contender {
    static let name = "ReactiveSwift"

    static func createChain(events: Int) -> Bool {
      let sum = Sum()
      chained(loop(events: events)).startWithValues { sum.add($0) }.dispose()
      return sum.value > 0
    }

    static func subjectChain(events: Int) -> Bool {
      let sum = Sum()
      let (signal, observer) = Signal<Int, Never>.pipe()
      let subscription = signal.filter { $0 >= 0 }.map { $0 &+ 1 }.skip(first: 1)
        .observeValues { sum.add($0) }
      for number in 0..<events { observer.send(value: number) }
      subscription?.dispose()
      return sum.value > 0
    }

    static func subscribe(operators: Int, times: Int) -> Bool {
      let source = SignalProducer<Int, Never> { _, _ in }
      let chain = (0..<operators).reduce(source) { chain, index in
        index % 2 == 0 ? chain.map { $0 &+ 1 } : chain.filter { $0 >= 0 }
      }
      for _ in 0..<times { chain.startWithValues { _ in }.dispose() }
      return true
    }

    static func mergeOfTwo(events: Int) -> Bool {
      let sum = Sum()
      let source = loop(events: events / 2)
      SignalProducer.merge(source, source).startWithValues { sum.add($0) }.dispose()
      return sum.value > 0
    }

    static func observeOn(events: Int) -> Bool {
      let sum = Sum()
      let finish = Finish()
      let source = SignalProducer<Int, Never> { observer, _ in
        for number in 0..<events { observer.send(value: number) }
        observer.sendCompleted()
      }
      let subscription = source.observe(
        on: QueueScheduler(qos: .default, name: "bench", targeting: nil)
      ).start(Signal.Observer(value: { sum.add($0) }, completed: { finish.reach() }))
      finish.wait()
      subscription.dispose()
      return sum.value > 0
    }

    static func share(observers: Int, events: Int) -> Bool {
      let sum = Sum()
      let (signal, observer) = Signal<Int, Never>.pipe()
      let subscriptions = (0..<observers).map { _ in signal.observeValues { sum.add($0) } }
      for number in 0..<events { observer.send(value: number) }
      for subscription in subscriptions { subscription?.dispose() }
      return sum.value > 0
    }

    private static func loop(events: Int) -> SignalProducer<Int, Never> {
      SignalProducer { observer, _ in
        for number in 0..<events { observer.send(value: number) }
      }
    }

    private static func chained(
      _ source: SignalProducer<Int, Never>
    ) -> SignalProducer<Int, Never> {
      source.filter { $0 >= 0 }.map { $0 &+ 1 }.skip(first: 1)
    }
  }
#endif
