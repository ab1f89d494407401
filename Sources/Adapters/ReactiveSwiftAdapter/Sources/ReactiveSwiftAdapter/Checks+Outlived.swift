@preconcurrency import ReactiveSwift
import RxFuzzKit

/// What lives on, a lifetime, a signal, a property, an action, lets go of those who are done with it; and a signal goes on as long as
/// somebody observes it.
extension CheckedCases {
  static let outlived: [Case] = [
    Case("a signal that somebody observes and nobody holds", "1 . | 2 . | gone") {
      let gone = CheckedLog()
      func make() -> (Signal<Int, FuzzError>.Observer, CheckedLog, CheckedLog) {
        let (signal, input) = Signal<Int, FuzzError>.pipe(
          disposable: AnyDisposable { gone.note("gone") })
        return (input, observe(signal.filter { $0 == 1 }), observe(signal.filter { $0 == 2 }))
      }
      let (input, first, second) = make()
      input.send(value: 1)
      input.send(value: 2)
      input.sendCompleted()
      return "\(first.text) | \(second.text) | \(gone.text)"
    },
    Case("a signal whose last observer leaves", "1 | gone") {
      let gone = CheckedLog()
      let log = CheckedLog()
      func make() -> (Signal<Int, FuzzError>.Observer, (any Disposable)?) {
        let (signal, input) = Signal<Int, FuzzError>.pipe(
          disposable: AnyDisposable { gone.note("gone") })
        return (input, signal.observe { log.note($0) })
      }
      let (input, observation) = make()
      input.send(value: 1)
      observation?.dispose()
      input.send(value: 2)
      return "\(log.text) | \(gone.text)"
    },
    letGo("a lifetime of a signal that has ended") { own, shared in
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      signal.take(during: shared.lifetime).observe { _ in withExtendedLifetime(own) {} }
      input.sendCompleted()
    },
    letGo("a lifetime of a producer that has ended") { own, shared in
      Producer(value: 1).take(during: shared.lifetime).start { _ in withExtendedLifetime(own) {} }
    },
    letGo("a lifetime whose end nobody waits for") { own, shared in
      shared.lifetime.ended.observeCompleted { withExtendedLifetime(own) {} }?.dispose()
      shared.lifetime.observeEnded { withExtendedLifetime(own) {} }?.dispose()
    },
    letGo("the target of a binding that has ended") { own, shared in
      shared.property
        <~ SignalProducer<Int, Never>([1]).on(value: { _ in
          withExtendedLifetime(own) {}
        })
    },
    letGo("the target of a binding that was disposed") { own, shared in
      let binding =
        shared.property <~ shared.signal.on(value: { _ in withExtendedLifetime(own) {} })
      binding?.dispose()
    },
    letGo("a property of which an element was enough") { own, shared in
      shared.property.producer.take(first: 1).startWithValues { _ in withExtendedLifetime(own) {} }
    },
    letGo("a property that another was made of") { own, shared in
      _ = shared.property.map { number in withExtendedLifetime(own) { number } }
    },
    letGo("a property that other ones were joined with") { own, shared in
      _ = Property.combineLatest(shared.property, MutableProperty(0)).map { number, _ in
        withExtendedLifetime(own) { number }
      }
    },
    letGo("a signal that a producer has been combined with") { own, shared in
      Producer([1, 2]).withLatest(from: shared.signal).start { _ in withExtendedLifetime(own) {} }
      Producer([1, 2]).take(until: shared.signal.map(value: ())).start { _ in
        withExtendedLifetime(own) {}
      }
    },
    letGo("a signal of which an element was enough") { own, shared in
      shared.signal.take(first: 1).observeValues { _ in withExtendedLifetime(own) {} }
      shared.input.send(value: 1)
    },
    letGo("a property that holds elements back") { own, shared in
      Producer([1, 2]).throttle(
        while: shared.property.map { $0 > 5 }, on: ImmediateScheduler()
      ).start { _ in withExtendedLifetime(own) {} }
    },
    letGo("a replay whose start was disposed") { own, shared in
      shared.replay.start { _ in withExtendedLifetime(own) {} }.dispose()
    },
    letGo("an action that has executed") { own, shared in
      shared.action.apply(1).start { _ in withExtendedLifetime(own) {} }
    },
    letGo("an action whose execution was disposed") { own, shared in
      shared.endless.apply(1).start { _ in withExtendedLifetime(own) {} }.dispose()
    },
    letGo("an action whose values nobody wants any more") { own, shared in
      shared.action.values.observeValues { _ in withExtendedLifetime(own) {} }?.dispose()
    },
    letGo("a disposable that was disposed") { own, shared in
      let disposable = AnyDisposable { withExtendedLifetime(own) {} }
      disposable.dispose()
      shared.kept.value.append(disposable)
    },
    letGo("a composite that was disposed") { own, shared in
      let composite = CompositeDisposable([AnyDisposable { withExtendedLifetime(own) {} }])
      composite.dispose()
      composite.add { withExtendedLifetime(own) {} }
      shared.kept.value.append(composite)
    },
    letGo("a slot whose content was replaced") { own, shared in
      let serial = SerialDisposable(AnyDisposable { withExtendedLifetime(own) {} })
      serial.inner = AnyDisposable()
      shared.kept.value.append(serial)
    },
    letGo("a slot that was disposed") { own, shared in
      let serial = SerialDisposable(AnyDisposable { withExtendedLifetime(own) {} })
      serial.dispose()
      serial.inner = AnyDisposable { withExtendedLifetime(own) {} }
      shared.kept.value.append(serial)
    },
    letGo("a lifetime that has ended") { own, shared in
      let (lifetime, token) = Lifetime.make()
      lifetime.observeEnded { withExtendedLifetime(own) {} }
      token.dispose()
      lifetime.observeEnded { withExtendedLifetime(own) {} }
      shared.kept.value.append(lifetime)
    },
    letGo("a signal that has ended") { own, shared in
      let (signal, input) = Signal<Int, Never>.pipe()
      signal.observe { _ in withExtendedLifetime(own) {} }
      input.sendCompleted()
      signal.observe { _ in withExtendedLifetime(own) {} }
      shared.kept.value.append(signal)
      shared.kept.value.append(input)
    },
    letGo("work that was disposed before it was due") { own, shared in
      let scheduler = TestScheduler()
      scheduler.schedule(after: .seconds(1)) { withExtendedLifetime(own) {} }?.dispose()
      shared.kept.value.append(scheduler)
    },
  ]

  /// Something that lives on.
  private struct Shared {
    let token: Lifetime.Token
    let lifetime: Lifetime
    let property = MutableProperty(0)
    let kept = CheckedBox<[AnyObject]>([])
    let signal: Signal<Int, Never>
    let input: Signal<Int, Never>.Observer
    let replay = Producer.never.replayLazily(upTo: 1)
    let action = ReactiveSwift.Action<Int, Int, FuzzError> { Producer(value: $0) }
    let endless = ReactiveSwift.Action<Int, Int, FuzzError> { _ in Producer.never }

    init() {
      (lifetime, token) = Lifetime.make()
      (signal, input) = Signal.pipe()
    }
  }

  private static func letGo(
    _ name: String, _ use: @escaping @Sendable (Owned, Shared) -> Void
  ) -> Case {
    Case(name, "gone") {
      let gone = CheckedLog()
      let shared = Shared()
      use(Owned(gone), shared)
      return withExtendedLifetime(shared) { gone.text.isEmpty ? "kept" : gone.text }
    }
  }
}
