@preconcurrency import ReactiveSwift
import RxFuzzKit

/// What is called out of a lock, as `CalloutRun` says. A signal keeps senders apart by a lock, and a property its writers: who
/// sends or writes meanwhile waits, and is no case.
enum CalloutCases {
  static let all: [CalloutRun.Case] = disposables + signals + producers

  private static func calling(_ gate: CalloutGate) -> AnyDisposable {
    AnyDisposable { gate.enter() }
  }

  private static let disposables: [CalloutRun.Case] = [
    { gate in
      let disposable = calling(gate)
      return (
        { disposable.dispose() },
        {
          _ = disposable.isDisposed
          disposable.dispose()
        }
      )
    },
    { gate in
      let composite = CompositeDisposable([calling(gate)])
      return (
        { composite.dispose() },
        {
          composite.add(AnyDisposable())
          _ = composite.isDisposed
          composite.dispose()
        }
      )
    },
    { gate in
      let serial = SerialDisposable(calling(gate))
      return (
        { serial.inner = AnyDisposable() },
        {
          _ = serial.isDisposed
          serial.inner = nil
        }
      )
    },
    { gate in
      let serial = SerialDisposable(calling(gate))
      return ({ serial.dispose() }, { serial.inner = AnyDisposable() })
    },
    { gate in
      let scoped = ScopedDisposable(CompositeDisposable([calling(gate)]))
      return ({ scoped.dispose() }, { scoped.dispose() })
    },
    { gate in
      let (lifetime, token) = Lifetime.make()
      lifetime.observeEnded { gate.enter() }
      return (
        { token.dispose() },
        {
          _ = lifetime.hasEnded
          lifetime.observeEnded {}
        }
      )
    },
  ]

  private static func come(_ signal: Signal<Int, FuzzError>) {
    signal.observe(Signal<Int, FuzzError>.Observer())?.dispose()
  }

  private static let signals: [CalloutRun.Case] = [
    { gate in
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      signal.observe(Signal.Observer(value: { _ in gate.enter() }))
      return ({ input.send(value: 1) }, { come(signal) })
    },
    { gate in
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      signal.observe(Signal.Observer(completed: { gate.enter() }))
      return ({ input.sendCompleted() }, { come(signal) })
    },
    { gate in
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let mapped = signal.map { element -> Int in
        gate.enter()
        return element
      }
      mapped.observe(Signal.Observer())
      return ({ input.send(value: 1) }, { come(signal) })
    },
    { gate in
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let first = signal.observe(Signal.Observer(value: { _ in gate.enter() }))
      return ({ input.send(value: 1) }, { first?.dispose() })
    },
    { gate in
      let property = MutableProperty(0)
      property.signal.observeValues { _ in gate.enter() }
      return ({ property.value = 1 }, { property.signal.observeValues { _ in }?.dispose() })
    },
  ]

  private static let producers: [CalloutRun.Case] = [
    { gate in
      let producer = Producer { _, _ in gate.enter() }
      return ({ producer.start().dispose() }, { producer.start().dispose() })
    },
    { gate in
      let producer = Producer { _, lifetime in lifetime.observeEnded { gate.enter() } }
      let started = producer.start()
      return ({ started.dispose() }, { started.dispose() })
    },
    { gate in
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let started = Producer(signal).on(disposed: { gate.enter() }).start()
      return ({ started.dispose() }, { withExtendedLifetime(input) { come(signal) } })
    },
    { gate in
      let producer = Producer(value: 1).flatMap(.merge) { element -> Producer in
        gate.enter()
        return Producer(value: element)
      }
      return ({ producer.start() }, { producer.start() })
    },
  ]
}
