@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Memory of who has come and gone, where something lives on: nothing of it stays allocated.
final class GrowthRun: LibraryCheckRun {
  typealias Round = () -> Void

  /// What lives on, by what it is.
  static let ways = families.count
  private static let families = [objects, properties, joins, clocks, attempts, disposables]

  private let faults = RxFuzzKit.CheckedFaults()
  private let way: Int

  init(_ way: Int) { self.way = way }

  func perform(queue: Int) {
    // It grows each time or never, and takes its time.
    guard queue == 0, CheckedTurns.take("growth \(way)") else { return }
    for (name, makeRound) in Self.families[way - 1] {
      faults.add(LibraryCheckFault.growth(name, makeRound()))
    }
  }

  func fault() -> LibraryCheckFault? { faults.first }

  private typealias Family = [(name: String, makeRound: @Sendable () -> Round)]

  private static let objects: Family = [
    (
      "a signal that is observed",
      {
        let (signal, input) = Signal<Int, FuzzError>.pipe()
        signal.observe { _ in }
        return {
          signal.observe { _ in }?.dispose()
          signal.take(first: 1).observe { _ in }
          input.send(value: 1)
        }
      }
    ),
    (
      "a lifetime that is waited for",
      {
        let (lifetime, token) = Lifetime.make()
        return {
          lifetime.observeEnded {}?.dispose()
          lifetime.ended.observeCompleted {}?.dispose()
          withExtendedLifetime(token) {}
        }
      }
    ),
    (
      "a lifetime during which others end",
      {
        let (lifetime, token) = Lifetime.make()
        return {
          let (signal, input) = Signal<Int, FuzzError>.pipe()
          signal.take(during: lifetime).observe { _ in }
          input.sendCompleted()
          Producer(value: 1).take(during: lifetime).start()
          withExtendedLifetime(token) {}
        }
      }
    ),
    (
      "a composite",
      {
        let composite = CompositeDisposable([AnyDisposable()])
        return { composite.add(AnyDisposable {})?.dispose() }
      }
    ),
    (
      "a slot",
      {
        let serial = SerialDisposable()
        return { serial.inner = AnyDisposable {} }
      }
    ),
    (
      "a bag",
      {
        let bag = CheckedBox(Bag([0]))
        return { bag.value.remove(using: bag.value.insert(1)) }
      }
    ),
    (
      "a replay",
      {
        let replay = Producer.never.replayLazily(upTo: 1)
        let first = replay.start()
        return { withExtendedLifetime(first) { replay.start().dispose() } }
      }
    ),
    (
      "a replay that is fed",
      {
        let (signal, input) = Signal<Int, FuzzError>.pipe()
        let replay = Producer(signal).replayLazily(upTo: 2)
        replay.start()
        return {
          input.send(value: 1)
          replay.start().dispose()
        }
      }
    ),
  ]

  private static let properties: Family = [
    (
      "a property that is observed",
      {
        let property = MutableProperty(0)
        return {
          property.producer.start().dispose()
          property.signal.observeValues { _ in }?.dispose()
          property.producer.take(first: 1).start()
          property.value += 1
        }
      }
    ),
    (
      "a property that others are made of",
      {
        let property = MutableProperty(0)
        return {
          let mapped: Property<Int> = property.map { $0 + 1 }
          let joined: Property<Int> = Property.combineLatest(property, mapped).map { $0 + $1 }
          let latest: Property<Int> = property.flatMap(.latest) { Property(value: $0) }
          property.value += 1
          _ = (joined.value, latest.value)
        }
      }
    ),
    (
      "a property that is bound",
      {
        let (property, source) = (MutableProperty(0), MutableProperty(0))
        return {
          (property <~ source)?.dispose()
          property <~ SignalProducer<Int, Never>([1])
        }
      }
    ),
    (
      "an action",
      {
        let action = ReactiveSwift.Action<Int, Int, FuzzError> { Producer(value: $0) }
        return {
          action.apply(1).start()
          action.values.observeValues { _ in }?.dispose()
        }
      }
    ),
    (
      "an action whose executions are disposed",
      {
        let action = ReactiveSwift.Action<Int, Int, FuzzError> { _ in Producer.never }
        return { action.apply(1).start().dispose() }
      }
    ),
  ]

  private static let joins: Family = [
    flattened("merge", .merge), flattened("concat", .concat), flattened("latest", .latest),
    flattened("a limit", .concurrent(limit: 2)),
    again("repeat", .completed) { $0.repeat(Int.max) },
    joined("withLatest") { $0.withLatest(from: $1).map { $0 + $1 } },
    joined("sample") { $0.sample(on: $1.map(value: ())) },
    joined("combineLatest") { $0.combineLatest(with: $1.promoteError()).map { $0 + $1 } },
    joined("zip") { $0.zip(with: $1.promoteError()).map { $0 + $1 } },
  ]

  /// What 7.2.1 fails at; on its own, so that it does not hide others.
  private static let attempts: Family = [
    again("retry", .failed(FuzzError(code: 1))) { $0.retry(upTo: Int.max) }
  ]

  private static let disposables: Family = [
    ("an action of a disposable", { { AnyDisposable {}.dispose() } }),
    (
      "a composite that is let go",
      { { CompositeDisposable([AnyDisposable {}]) += AnyDisposable {} } }
    ),
    (
      "a composite that is disposed",
      {
        {
          let composite = CompositeDisposable()
          composite.add(AnyDisposable {})?.dispose()
          composite += AnyDisposable {}
          composite.dispose()
          composite += AnyDisposable {}
        }
      }
    ),
    (
      "a serial disposable",
      {
        {
          let serial = SerialDisposable(AnyDisposable {})
          serial.inner = AnyDisposable {}
          serial.dispose()
          serial.inner = AnyDisposable {}
        }
      }
    ),
    ("a scoped disposable", { { _ = ScopedDisposable(AnyDisposable {}) } }),
  ]

  /// Producers that come one after the other, and end.
  private static func flattened(
    _ name: String, _ strategy: FlattenStrategy
  ) -> (name: String, makeRound: @Sendable () -> Round) {
    (
      "flatten \(name)",
      {
        let (outer, input) = Signal<Producer, FuzzError>.pipe()
        outer.flatten(strategy).observe { _ in }
        return {
          let (signal, inner) = Signal<Int, FuzzError>.pipe()
          input.send(value: Producer(signal))
          inner.send(value: 1)
          inner.sendCompleted()
        }
      }
    )
  }

  /// A producer that is started again by its own end.
  private static func again(
    _ name: String, _ end: Signal<Int, FuzzError>.Event,
    _ build: @escaping @Sendable (Producer) -> Producer
  ) -> (name: String, makeRound: @Sendable () -> Round) {
    (
      name,
      {
        let latest = CheckedBox<Signal<Int, FuzzError>.Observer?>(nil)
        let start = build(Producer { observer, _ in latest.value = observer }).start()
        return { withExtendedLifetime(start) { latest.value?.send(end) } }
      }
    )
  }

  /// Two that send in turn, for as long as the join lives.
  private static func joined(
    _ name: String, _ build: @escaping @Sendable (Producer, SignalProducer<Int, Never>) -> Producer
  ) -> (name: String, makeRound: @Sendable () -> Round) {
    (
      name,
      {
        let (left, first) = Signal<Int, FuzzError>.pipe()
        let (right, second) = Signal<Int, Never>.pipe()
        build(Producer(left), SignalProducer(right)).start { _ in }
        return {
          second.send(value: 1)
          first.send(value: 2)
        }
      }
    )
  }

  private static let clocks: Family = [
    timed("observe(on:)") { $0.observe(on: $1) },
    timed("delay") { $0.delay(2, on: $1) },
    timed("debounce") { $0.debounce(2, on: $1) },
    timed("throttle") { $0.throttle(2, on: $1) },
    timed("lazyMap") { $0.lazyMap(on: $1) { $0 } },
    timed("collect(every:)") {
      $0.collect(every: .seconds(2), on: $1, skipEmpty: true, discardWhenCompleted: true)
        .map(\.count)
    },
    timed("timeout of each") { source, scheduler in
      source.flatMap(.latest) { (element: Int) -> Producer in
        Producer(value: element).concat(.never).timeout(
          after: 1, raising: FuzzError(code: 1), on: scheduler
        ).flatMapError { _ in .empty }
      }
    },
  ]

  /// One start, fed again and again while time passes.
  private static func timed(
    _ name: String, _ build: @escaping @Sendable (Producer, CheckedScheduler) -> Producer
  ) -> (name: String, makeRound: @Sendable () -> Round) {
    (
      name,
      {
        let (signal, input) = Signal<Int, FuzzError>.pipe()
        let scheduler = CheckedScheduler()
        build(Producer(signal), scheduler).start { _ in }
        return {
          input.send(value: 1)
          scheduler.pass(4)
        }
      }
    )
  }
}
