@preconcurrency import ReactiveSwift
import RxFuzzKit

extension CheckedCases {
  static let signals: [Case] = [
    Case("a signal", "1 2 . | 2 . | x") {
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let first = observe(signal)
      input.send(value: 1)
      let second = observe(signal)
      input.send(value: 2)
      input.sendCompleted()
      input.send(value: 3)
      return "\(first.text) | \(second.text) | \(observe(signal).text)"
    },
    Case("a signal whose observer sends the end", "1 .") {
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let log = CheckedLog()
      signal.observe { event in
        log.note(event)
        if event.value == 1 { input.sendCompleted() }
      }
      input.send(value: 1)
      input.send(value: 2)
      return log.text
    },
    Case("a signal with an observer that leaves", "1 | 1 2") {
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let leaving = CheckedLog()
      let serial = SerialDisposable()
      serial.inner = signal.observe { event in
        leaving.note(event)
        serial.dispose()
      }
      let staying = observe(signal)
      input.send(value: 1)
      input.send(value: 2)
      return "\(leaving.text) | \(staying.text)"
    },
    Case("a pipe whose input is gone", "1 x") {
      var (signal, input): (Signal<Int, FuzzError>, Signal<Int, FuzzError>.Observer?)
      (signal, input) = Signal<Int, FuzzError>.pipe()
      let log = observe(signal)
      input?.send(value: 1)
      input = nil
      return log.text
    },
    Case("a signal that nobody holds or observes", "gone") {
      let gone = CheckedLog()
      func make() -> Signal<Int, FuzzError>.Observer {
        let (signal, input) = Signal<Int, FuzzError>.pipe(
          disposable: AnyDisposable { gone.note("gone") })
        signal.observe { _ in }?.dispose()
        return input
      }
      let input = make()
      defer { input.sendCompleted() }
      return gone.text
    },
    Case("a signal that is over", "gone") {
      let gone = CheckedLog()
      let (signal, input) = Signal<Int, FuzzError>.pipe(
        disposable: AnyDisposable { gone.note("gone") })
      signal.observe { _ in }
      input.sendCompleted()
      input.sendInterrupted()
      return gone.text
    },
    Case("signals that are merged", "1 2 3 !7") {
      let (first, one) = Signal<Int, FuzzError>.pipe()
      let (second, two) = Signal<Int, FuzzError>.pipe()
      let log = observe(Signal.merge([first, second]))
      one.send(value: 1)
      two.send(value: 2)
      one.sendCompleted()
      two.send(value: 3)
      two.send(error: FuzzError(code: 7))
      return log.text
    },
    Case("signals that are zipped and combined", "12 34 . | 12 32 34 .") {
      let (first, one) = Signal<Int, FuzzError>.pipe()
      let (second, two) = Signal<Int, FuzzError>.pipe()
      let zipped = observe(Signal.zip(first, second).map { $0 * 10 + $1 })
      let combined = observe(Signal.combineLatest(first, second).map { $0 * 10 + $1 })
      one.send(value: 1)
      two.send(value: 2)
      one.send(value: 3)
      two.send(value: 4)
      one.sendCompleted()
      two.sendCompleted()
      return "\(zipped.text) | \(combined.text)"
    },
    Case("a signal that is sampled, and one until another", "2 2 . | 1 2 . | 3 . | 1 8 9 .") {
      let (source, input) = Signal<Int, FuzzError>.pipe()
      let (sampler, tick) = Signal<(), Never>.pipe()
      let (other, replacement) = Signal<Int, FuzzError>.pipe()
      let (last, now) = Signal<(), Never>.pipe()
      let sampled = observe(source.sample(on: sampler))
      let until = observe(source.take(until: last))
      let later = observe(source.skip(until: last))
      let replaced = observe(source.take(untilReplacement: other))
      tick.send(value: ())
      input.send(value: 1)
      replacement.send(value: 8)
      input.send(value: 2)
      tick.send(value: ())
      tick.send(value: ())
      now.send(value: ())
      input.send(value: 3)
      replacement.send(value: 9)
      replacement.sendCompleted()
      tick.sendCompleted()
      input.sendCompleted()
      return "\(sampled.text) | \(until.text) | \(later.text) | \(replaced.text)"
    },
    Case("flattened signals", "1 2 3 4 . | 1 2 4 . | 1 3 . | 1 3 2 4 .") {
      let logs = ([.merge, .latest, .race, .concat] as [FlattenStrategy]).map { flattened($0) }
      return logs.joined(separator: " | ")
    },
  ]

  /// Two sequences that overlap: one sends 1 and 3, the other 2 and 4, which a replay keeps.
  private static func flattened(_ strategy: FlattenStrategy) -> String {
    let (outer, outerInput) = Signal<Producer, FuzzError>.pipe()
    let (first, one) = Signal<Int, FuzzError>.pipe()
    let (second, two) = Signal<Int, FuzzError>.pipe()
    let kept = Producer(second).replayLazily(upTo: 5)
    kept.start()
    let log = observe(outer.flatten(strategy))
    outerInput.send(value: Producer(first))
    one.send(value: 1)
    outerInput.send(value: kept)
    two.send(value: 2)
    one.send(value: 3)
    two.send(value: 4)
    outerInput.sendCompleted()
    one.sendCompleted()
    two.sendCompleted()
    return log.text
  }

  static let replays: [Case] = [
    Case("a replay", "1 2 3 . | 2 3 . | 2 3 . | 1") {
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let starts = CheckedLog()
      let replay = Producer(signal).on(started: { starts.note("1") }).replayLazily(upTo: 2)
      let logs = [CheckedLog(), CheckedLog(), CheckedLog()]
      replay.start { logs[0].note($0) }
      for number in 1...3 { input.send(value: number) }
      replay.start { logs[1].note($0) }
      input.sendCompleted()
      replay.start { logs[2].note($0) }
      return logs.map(\.text).joined(separator: " | ") + " | \(starts.text)"
    },
    Case("a replay that fails", "1 !7 | 1 !7") {
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let replay = Producer(signal).replayLazily(upTo: 2)
      let logs = [CheckedLog(), CheckedLog()]
      replay.start { logs[0].note($0) }
      input.send(value: 1)
      input.send(error: FuzzError(code: 7))
      replay.start { logs[1].note($0) }
      return logs.map(\.text).joined(separator: " | ")
    },
    Case("a replay that is fed while it is told", "1 2 3 4 . | 1 2 3 4 .") {
      fedMeanwhile { input, element in
        if element == 1 { input.send(value: 3) }
        if element == 3 {
          input.send(value: 4)
          input.sendCompleted()
        }
      }
    },
    Case("a replay that ends while it is told", "1 2 . | 1 2 .") {
      fedMeanwhile { input, element in if element == 1 { input.sendCompleted() } }
    },
    Case("a replay that fails while it is told", "1 2 3 !7 | 1 2 3 !7") {
      fedMeanwhile { input, element in
        guard element == 2 else { return }
        input.send(value: 3)
        input.send(error: FuzzError(code: 7))
      }
    },
    Case("a replay of nothing", "1 . | .") {
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let replay = Producer(signal).replayLazily(upTo: 0)
      let logs = [CheckedLog(), CheckedLog()]
      replay.start { logs[0].note($0) }
      input.send(value: 1)
      input.sendCompleted()
      replay.start { logs[1].note($0) }
      return logs.map(\.text).joined(separator: " | ")
    },
    Case("a replay that nobody holds", "gone") {
      let gone = CheckedLog()
      func begin() -> any Disposable {
        Producer.never.on(disposed: { gone.note("gone") }).replayLazily(upTo: 1).start()
      }
      begin().dispose()
      return gone.text
    },
  ]

  static let lifetimes: [Case] = [
    Case("a lifetime", "1 . gone | true | late") {
      let log = CheckedLog()
      var token: Lifetime.Token? = Lifetime.Token()
      let lifetime = token.map { Lifetime($0) } ?? .empty
      lifetime.observeEnded { log.note("1") }
      lifetime.observeEnded { log.note("2") }?.dispose()
      lifetime.ended.observeCompleted { log.note(".") }
      lifetime += AnyDisposable { log.note("gone") }
      withExtendedLifetime(token) {}
      token = nil
      let late = CheckedLog()
      lifetime.observeEnded { late.note("late") }
      return "\(log.text) | \(lifetime.hasEnded) | \(late.text)"
    },
    Case("what is taken during a lifetime", "1 . | 1 .") {
      let (lifetime, token) = Lifetime.make()
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let first = observe(signal.take(during: lifetime))
      let second = CheckedLog()
      Producer(signal).take(during: lifetime).start { second.note($0) }
      input.send(value: 1)
      token.dispose()
      input.send(value: 2)
      return "\(first.text) | \(second.text)"
    },
    Case("disposables", "a b | c d | true true") {
      let log = CheckedLog()
      let composite = CompositeDisposable()
      composite += { log.note("a") }
      composite.add { log.note("x") }?.dispose()
      composite += AnyDisposable { log.note("b") }
      composite.dispose()
      composite.dispose()
      let second = CheckedLog()
      composite += { second.note("c") }
      let serial = SerialDisposable(AnyDisposable { second.note("d") })
      serial.inner = AnyDisposable()
      serial.dispose()
      let late = AnyDisposable()
      serial.inner = late
      return "\(log.text) | \(second.text) | \(composite.isDisposed) \(late.isDisposed)"
    },
    Case("a scoped disposable", "gone") {
      let log = CheckedLog()
      do { _ = ScopedDisposable(AnyDisposable { log.note("gone") }) }
      return log.text
    },
    Case("a bag", "1 3 4 | nil") {
      var bag = Bag<Int>()
      let tokens = (0...4).map { bag.insert($0) }
      bag.remove(using: tokens[2])
      bag.remove(using: tokens[0])
      let twice = bag.remove(using: tokens[2])
      return bag.map(String.init).joined(separator: " ") + " | \(twice.map(String.init) ?? "nil")"
    },
    Case("an atomic value", "1 1 2 4") {
      let atomic = Atomic(1)
      let first = atomic.swap(2)
      let second = atomic.modify { value -> Int in
        defer { value = 4 }
        return value
      }
      return "\(first) \(atomic.withValue { $0 / 4 }) \(second) \(atomic.value)"
    },
  ]

  /// A bag gives nothing for what it does not hold, also where it holds nothing.
  /// A replay of 1 and 2, with a second start that sends more while it is told what was before.
  private static func fedMeanwhile(
    _ act: @escaping (Signal<Int, FuzzError>.Observer, Int) -> Void
  ) -> String {
    let (signal, input) = Signal<Int, FuzzError>.pipe()
    let replay = Producer(signal).replayLazily(upTo: 5)
    let logs = [CheckedLog(), CheckedLog()]
    replay.start { logs[0].note($0) }
    for number in 1...2 { input.send(value: number) }
    replay.start { event in
      logs[1].note(event)
      if let element = event.value { act(input, element) }
    }
    return logs.map(\.text).joined(separator: " | ")
  }

  static let bags: [Case] = [
    Case("a bag that is empty", "5 nil") {
      var bag = Bag<Int>()
      let token = bag.insert(5)
      let words = [bag.remove(using: token), bag.remove(using: token)].map { element in
        element.map(String.init) ?? "nil"
      }
      return words.joined(separator: " ")
    }
  ]
}
