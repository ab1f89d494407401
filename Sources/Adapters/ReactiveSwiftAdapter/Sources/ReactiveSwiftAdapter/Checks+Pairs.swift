@preconcurrency import ReactiveSwift
import RxFuzzKit

/// The objects that threads share by themselves, outside of any graph.
enum PairedCalls {
  /// The two calls of one pair meet in few of them.
  private static let schedules = 24

  static let all: [LibraryCheck] = [
    LibraryCheck(pairsOf: "signalPair", 6, schedules: schedules, signal),
    LibraryCheck(pairsOf: "propertyPair", 6, schedules: schedules, property),
    LibraryCheck(pairsOf: "madePair", 6, schedules: schedules, made),
    LibraryCheck(pairsOf: "actionPair", 6, schedules: schedules, action),
    LibraryCheck(pairsOf: "replayPair", 6, schedules: schedules, replay),
    LibraryCheck(pairsOf: "firstStartPair", 3, schedules: schedules, firstStart),
    LibraryCheck(pairsOf: "validatingPair", 5, schedules: schedules, validating),
    LibraryCheck(pairsOf: "bindingPair", 5, schedules: schedules, binding),
    LibraryCheck(pairsOf: "lifetimePair", 5, schedules: schedules, lifetime),
    LibraryCheck(pairsOf: "disposablePair", 6, schedules: schedules, disposables),
    LibraryCheck(pairsOf: "atomicPair", 4, schedules: schedules, atomic),
  ]

  @Sendable private static func signal() -> PairRun.Object {
    let (signal, input) = Signal<Int, FuzzError>.pipe()
    let log = CheckedLog()
    let first = signal.observe { log.note($0) }
    return PairRun.Object(
      [
        { input.send(value: 1) }, { input.sendCompleted() },
        { input.send(error: FuzzError(code: 7)) }, { input.sendInterrupted() },
        { signal.observe { _ in } }, { first?.dispose() },
      ], fault: { faultOfEnds(log, "a signal") })
  }

  /// Lets what it holds go, outside its lock.
  private static func letGo<Object>(_ state: CheckedState<Object?>) {
    _ = state.withLock { object in
      defer { object = nil }
      return object
    }
  }

  /// It ends once, and nothing comes behind that.
  private static func faultOfEnds(_ log: CheckedLog, _ name: String) -> LibraryCheckFault? {
    let words = log.text.split(separator: " ")
    let end = words.firstIndex { Int($0) == nil }
    return end.map { $0 == words.count - 1 } ?? true
      ? nil : LibraryCheckFault(.term2, "\(name) sends something after its end")
  }

  @Sendable private static func property() -> PairRun.Object {
    let property = MutableProperty(0)
    let (log, late) = (CheckedLog(), CheckedLog())
    let first = property.producer.startWithValues { log.note("\($0)") }
    return PairRun.Object(
      [
        { property.value = property.value | 1 }, { property.modify { $0 |= 2 } },
        { property.swap(4) }, { property.producer.startWithValues { late.note("\($0)") } },
        { property.signal.observeValues { _ in } }, { first.dispose() },
      ],
      fault: {
        if let fault = faultOfLast(late, property.value) { return fault }
        // Who still observes it is told of the last change.
        property.value = 100
        property.value = 200
        let words = log.text.split(separator: " ")
        return words.contains("100") == words.contains("200")
          ? nil : LibraryCheckFault(.val1, "a property forgets who observes it")
      })
  }

  /// Who comes while it changes sees the value that it has in the end.
  private static func faultOfLast(_ log: CheckedLog, _ value: Int) -> LibraryCheckFault? {
    let last = log.text.split(separator: " ").last
    return last.map { $0 == "\(value)" } ?? true
      ? nil : LibraryCheckFault(.val1, "who observes a property misses its last change")
  }

  @Sendable private static func made() -> PairRun.Object {
    let (left, right) = (MutableProperty(0), MutableProperty(0))
    let late = CheckedLog()
    let mapped: Property<Int> = left.map { $0 + 1 }
    let combined: Property<Int> = Property.combineLatest(left, right).map { $0 &* 100 &+ $1 }
    let latest: Property<Int> = left.flatMap(.latest) { (number: Int) -> Property<Int> in
      right.map { (other: Int) -> Int in number &* 100 &+ other }
    }
    return PairRun.Object(
      [
        { left.value = 1 }, { right.value = 2 }, { _ = (mapped.value, combined.value) },
        { _ = latest.value },
        { combined.producer.startWithValues { late.note("\($0)") } },
        { latest.signal.observeValues { _ in }?.dispose() },
      ],
      fault: {
        let (first, second): (Int, Int) = (left.value, right.value)
        let due: Int = first * 100 + second
        let values: [Int] = [mapped.value, combined.value, latest.value]
        if values != [first + 1, due, due] {
          return LibraryCheckFault(.val1, "what is made of properties differs from them")
        }
        if let fault = faultOfLast(late, combined.value) { return fault }
        return nil
      })
  }

  @Sendable private static func action() -> PairRun.Object {
    let allowed = MutableProperty(true)
    let gate = Signal<Int, FuzzError>.pipe()
    let action = ReactiveSwift.Action<Int, Int, FuzzError>(enabledIf: allowed) { _ in
      Producer(gate.output)
    }
    let running = action.apply(0).start()
    return PairRun.Object(
      [
        { action.apply(1).start().dispose() }, { running.dispose() },
        { gate.input.sendCompleted() }, { allowed.value = !allowed.value },
        { _ = (action.isExecuting.value, action.isEnabled.value) },
        { action.values.observeValues { _ in }?.dispose() },
      ],
      fault: {
        running.dispose()
        gate.input.sendCompleted()
        return !action.isExecuting.value && action.isEnabled.value == allowed.value
          ? nil : LibraryCheckFault(.val1, "an action that is done says something else")
      })
  }

  @Sendable private static func replay() -> PairRun.Object {
    let (signal, input) = Signal<Int, FuzzError>.pipe()
    let replay = CheckedState<Producer?>(Producer(signal).replayLazily(upTo: 2))
    let copy = replay.withLock { $0 }
    let start = copy?.start()
    let log = CheckedLog()
    return PairRun.Object(
      [
        { input.send(value: 1) }, { input.sendCompleted() },
        { copy?.start { log.note($0) } }, { start?.dispose() }, { letGo(replay) },
        { copy?.start().dispose() },
      ], fault: { faultOfEnds(log, "a replay") })
  }

  /// A replay that nobody has started yet.
  @Sendable private static func firstStart() -> PairRun.Object {
    let (begun, log) = (CheckedLog(), CheckedLog())
    let (signal, input) = Signal<Int, FuzzError>.pipe()
    let replay = Producer(signal).on(started: { begun.note("1") }).replayLazily(upTo: 2)
    return PairRun.Object(
      [
        { replay.start { log.note($0) } }, { replay.start() }, { input.send(value: 1) },
      ],
      fault: {
        input.sendCompleted()
        return begun.count < 2
          ? nil : LibraryCheckFault(.sub1, "a replay starts its producer more than once")
      })
  }

  /// Without another property that it depends on: one that changes by itself, and that, wait for each other for ever.
  @Sendable private static func validating() -> PairRun.Object {
    let inner = MutableProperty(0)
    let property = ValidatingProperty<Int, FuzzError>(inner) { number in
      number < 5 ? .valid : .invalid(FuzzError(code: number))
    }
    return PairRun.Object(
      [
        { property.value = 1 }, { property.value = 7 }, { inner.value = 2 },
        { _ = (property.value, property.result.value.isInvalid) },
        { property.result.producer.start().dispose() },
      ],
      fault: {
        let isRight =
          switch property.result.value {
          case .valid(let number): number < 5 && number == property.value
          case .invalid(let number, _): number >= 5
          case .coerced: false
          }
        return isRight
          ? nil : LibraryCheckFault(.val1, "a validating property and its result differ")
      })
  }

  @Sendable private static func binding() -> PairRun.Object {
    let source = MutableProperty(0)
    let target = CheckedState<MutableProperty<Int>?>(MutableProperty(5))
    let log = CheckedLog()
    let (lifetime, token) = Lifetime.make()
    let bound = BindingTarget<Int>(lifetime: lifetime) { log.note("\($0)") } <~ source
    let second = target.withLock { $0 }.flatMap { $0 <~ source }
    return PairRun.Object(
      [
        { source.value = 1 }, { bound?.dispose() }, { token.dispose() },
        { letGo(target) }, { second?.dispose() },
      ],
      fault: {
        bound?.dispose()
        let count = log.count
        source.value = 100
        return log.count == count
          ? nil : LibraryCheckFault(.disp4, "a binding that was disposed goes on")
      })
  }

  @Sendable private static func lifetime() -> PairRun.Object {
    let (lifetime, token) = Lifetime.make()
    let ended = CheckedLog()
    let first = lifetime.observeEnded { ended.note("1") }
    lifetime.ended.observeCompleted { ended.note("2") }
    return PairRun.Object(
      [
        { first?.dispose() }, { token.dispose() }, { _ = lifetime.hasEnded },
        { lifetime.ended.observeCompleted {}?.dispose() },
        { lifetime.observeEnded {}?.dispose() },
      ],
      fault: {
        token.dispose()
        let words = ended.text.split(separator: " ")
        return words.filter { $0 == "2" }.count == 1 && words.filter { $0 == "1" }.count <= 1
          ? nil : LibraryCheckFault(.disp5, "the end of a lifetime is told otherwise than once")
      })
  }

  @Sendable private static func disposables() -> PairRun.Object {
    let log = CheckedLog()
    let serial = SerialDisposable(AnyDisposable { log.note("a") })
    let composite = CompositeDisposable([AnyDisposable { log.note("b") }])
    return PairRun.Object(
      [
        { serial.inner = AnyDisposable { log.note("c") } }, { _ = serial.inner?.isDisposed },
        { serial.dispose() }, { composite.dispose() },
        { composite.add(AnyDisposable())?.dispose() },
        { _ = (serial.isDisposed, composite.isDisposed) },
      ],
      fault: {
        serial.dispose()
        composite.dispose()
        let words = log.text.split(separator: " ").sorted()
        return Set(["a", "b"]).isSubset(of: words) && words.filter { $0 == "c" }.count <= 2
          && words.filter { $0 == "a" }.count == 1 && words.filter { $0 == "b" }.count == 1
          ? nil
          : LibraryCheckFault(.disp5, "what a disposable holds is disposed otherwise than once")
      })
  }

  @Sendable private static func atomic() -> PairRun.Object {
    let atomic = Atomic(0)
    let swapped = CheckedLog()
    return PairRun.Object(
      [
        { atomic.modify { $0 += 1 } }, { swapped.note("\(atomic.swap(10))") },
        { atomic.withValue { _ = $0 } }, { swapped.note("\(atomic.swap(20))") },
      ],
      fault: {
        // Of what was swapped in, each is given back once, or is still there.
        let words = swapped.text.split(separator: " ")
        return Set(words).count == words.count || words.isEmpty
          ? nil : LibraryCheckFault(.val1, "an atomic value is given back twice")
      })
  }
}
