import Dispatch
import OpenCombine
import OpenCombineDispatch

enum OpenCombineContender: Contender {
  static let name = "OpenCombine"

  static func createChain(events: Int) -> Bool {
    let sum = Sum()
    chained(Loop(events: events, completes: false)).sink { sum.add($0) }.cancel()
    return sum.value > 0
  }

  static func subjectChain(events: Int) -> Bool {
    let sum = Sum()
    let subject = PassthroughSubject<Int, Never>()
    let subscription = chained(subject).sink { sum.add($0) }
    for number in 0..<events { subject.send(number) }
    subscription.cancel()
    return sum.value > 0
  }

  static func subscribe(operators: Int, times: Int) -> Bool {
    let source = Loop(events: 0, completes: false)
    switch operators {
    case 1: subscribe(source.map { $0 &+ 1 }, times: times)
    case 4: subscribe(four(source), times: times)
    case 16: subscribe(four(four(four(four(source)))), times: times)
    default: return false
    }
    return true
  }

  static func mergeOfTwo(events: Int) -> Bool {
    let sum = Sum()
    let source = Loop(events: events / 2, completes: false)
    // It has no merge; a flatMap of two is the nearest thing.
    [source, source].publisher.flatMap { $0 }.sink { sum.add($0) }.cancel()
    return sum.value > 0
  }

  static func observeOn(events: Int) -> Bool {
    let sum = Sum()
    let finish = Finish()
    let queue = DispatchQueue(label: "bench")
    let subscription = Loop(events: events, completes: true)
      .receive(on: queue.ocombine)
      .sink(receiveCompletion: { _ in finish.reach() }, receiveValue: { sum.add($0) })
    finish.wait()
    subscription.cancel()
    return sum.value > 0
  }

  static func share(observers: Int, events: Int) -> Bool {
    let sum = Sum()
    let subject = PassthroughSubject<Int, Never>()
    let shared = subject.share()
    let subscriptions = (0..<observers).map { _ in shared.sink { sum.add($0) } }
    for number in 0..<events { subject.send(number) }
    for subscription in subscriptions { subscription.cancel() }
    return sum.value > 0
  }

  private static func chained(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    source.filter { $0 >= 0 }.map { $0 &+ 1 }.dropFirst(1)
  }

  private static func four(_ source: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    source.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &+ 1 }.filter { $0 >= 0 }
  }

  private static func subscribe(_ chain: some Publisher<Int, Never>, times: Int) {
    for _ in 0..<times { chain.sink { _ in }.cancel() }
  }
}

/// What a `create` would be: a publisher that emits its events when they are first asked for.
private struct Loop: Publisher {
  typealias Output = Int
  typealias Failure = Never

  let events: Int
  let completes: Bool

  func receive<Downstream: Subscriber<Int, Never>>(subscriber: Downstream) {
    subscriber.receive(subscription: LoopSubscription(self, subscriber))
  }
}

private final class LoopSubscription<Downstream: Subscriber<Int, Never>>: Subscription {
  private let loop: Loop
  private var downstream: Downstream?

  init(_ loop: Loop, _ downstream: Downstream) {
    self.loop = loop
    self.downstream = downstream
  }

  func request(_ demand: Subscribers.Demand) {
    guard let downstream else { return }
    for number in 0..<loop.events { _ = downstream.receive(number) }
    if loop.completes { downstream.receive(completion: .finished) }
  }

  func cancel() { downstream = nil }
}
