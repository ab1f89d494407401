@preconcurrency import ReactiveSwift
import RxFuzzKit

extension CheckedCases {
  static let properties: [Case] = [
    Case("a property", "0 1 2 . | 1 2 . | 2 . | 2") {
      var property: MutableProperty? = MutableProperty(0)
      let signal = property?.signal.promoteError(FuzzError.self)
      let first = property.map { observe($0.producer) }
      let second = signal.map { observe($0) }
      property?.value = 1
      property?.swap(2)
      let third = property.map { observe($0.producer) }
      let value = property?.value ?? 0
      property = nil
      return [first, second, third].map { $0?.text ?? "" }.joined(separator: " | ") + " | \(value)"
    },
    Case("a property whose observer reads it", "0 1") {
      let property = MutableProperty(0)
      let log = CheckedLog()
      property.producer.startWithValues { [property] _ in log.note("\(property.value)") }
      property.value = 1
      return log.text
    },
    Case("a property that its owner drops", "gone") {
      let gone = CheckedLog()
      do {
        let property = MutableProperty(Owned(gone))
        property.producer.start()
        _ = property.map { $0 }
        property.signal.observeValues { _ in }
      }
      return gone.text
    },
    Case("a property of a sequence", "0 1 2 . | 2") {
      let (signal, input) = Signal<Int, Never>.pipe()
      let property = Property(initial: 0, then: signal)
      let log = observe(property.producer)
      input.send(value: 1)
      input.send(value: 2)
      input.sendCompleted()
      return "\(log.text) | \(property.value)"
    },
    Case("a property that keeps another", "0 1 | 0 1") {
      var source: MutableProperty? = MutableProperty(0)
      let keeping = source.map { Property(capturing: $0) }
      let following = source.map { Property($0) }
      let logs = [keeping, following].map { property in
        property.map { observe($0.producer) } ?? CheckedLog()
      }
      source?.value = 1
      source = nil
      return logs.map(\.text).joined(separator: " | ")
    },
    Case("a property that follows another", "0 1 . | 1") {
      var source: MutableProperty? = MutableProperty(0)
      let following = source.map { Property($0) }
      let log = following.map { observe($0.producer) }
      source?.value = 1
      source = nil
      return "\(log?.text ?? "") | \(following?.value ?? 0)"
    },
    Case("a constant property", "5 . | .") {
      let property = Property(value: 5)
      let log = CheckedLog()
      property.signal.promoteError(FuzzError.self).observe { event in
        log.note(event.value == nil ? "." : "1")
      }
      return "\(observe(property.producer).text) | \(log.text)"
    },
  ]

  /// What is made of properties, as values and as they change.
  static let ofProperties: [Case] = [
    made("map", "1 2 3 5", of: { a, _ in a.map { $0 + 1 } }),
    made("filter", "0 2 4", of: { a, _ in a.filter(initial: 0) { $0 % 2 == 0 } }),
    made(
      "combineLatest", "0 10 20 23 43",
      of: { a, b in
        Property.combineLatest(a, b).map { $0 * 10 + $1 }
      }),
    made("zip", "0 13", of: { a, b in Property.zip(a, b).map { $0 * 10 + $1 } }),
    made(
      "combinePrevious", "0 1 12 24",
      of: { a, _ in
        a.combinePrevious(0).map { $0 * 10 + $1 }
      }),
    made("skipRepeats", "0 1 2", of: { a, _ in a.map { $0 / 2 }.skipRepeats() }),
    made("uniqueValues", "0 1", of: { a, _ in a.map { $0 % 2 }.uniqueValues() }),
    made(
      "flatMap latest", "0 10 20 23 43",
      of: { a, b in
        a.flatMap(.latest) { left in b.map { left * 10 + $0 } }
      }),
    made(
      "flatMap merge", "0 10 20 3 13 23 43",
      of: { a, b in
        a.flatMap(.merge) { left in b.map { left * 10 + $0 } }
      }),
    made(
      "negate", "1 0 0 0",
      of: { a, _ in a.map { $0 > 0 }.negate().map { $0 ? 1 : 0 } }),
    made(
      "and", "0 0 0 1 1",
      of: { a, b in a.map { $0 > 0 }.and(b.map { $0 > 2 }).map { $0 ? 1 : 0 } }),
    made(
      "or", "0 1 1 1 1", of: { a, b in a.map { $0 > 0 }.or(b.map { $0 > 2 }).map { $0 ? 1 : 0 } }),
  ]

  /// Of a, which goes from 0 to 1, 2 and 4, and b, which becomes 3 before the last.
  private static func made(
    _ name: String, _ due: String,
    of build: @escaping @Sendable (MutableProperty<Int>, MutableProperty<Int>) -> Property<Int>
  ) -> Case {
    Case(name, due) {
      let (a, b) = (MutableProperty(0), MutableProperty(0))
      let property = build(a, b)
      let log = observe(property.producer)
      a.value = 1
      a.value = 2
      b.value = 3
      a.value = 4
      let last = log.text.split(separator: " ").last.map(String.init)
      return last == "\(property.value)"
        ? log.text : "\(log.text), but its value is \(property.value)"
    }
  }

  static let bindings: [Case] = [
    Case("a binding", "0 1 2 | 2") {
      let (signal, input) = Signal<Int, Never>.pipe()
      let property = MutableProperty(0)
      let log = observe(property.producer)
      let binding = property <~ signal
      input.send(value: 1)
      input.send(value: 2)
      binding?.dispose()
      input.send(value: 3)
      return "\(log.text) | \(property.value)"
    },
    Case("a binding of properties", "5 6") {
      let source = MutableProperty(5)
      let target = MutableProperty(0)
      target <~ source
      let first = target.value
      source.value = 6
      return "\(first) \(target.value)"
    },
    Case("a binding whose target is gone", "gone true") {
      let (signal, input) = Signal<Int, Never>.pipe()
      let gone = CheckedLog()
      let ended: CheckedLog = CheckedLog()
      func bind() {
        let own = Owned(gone)
        let (lifetime, token) = Lifetime.make()
        let target = BindingTarget<Int>(lifetime: lifetime) { _ in withExtendedLifetime(own) {} }
        target <~ SignalProducer(signal).on(disposed: { ended.note("1") })
        input.send(value: 1)
        withExtendedLifetime(token) {}
      }
      bind()
      defer { input.sendCompleted() }
      return "\(gone.text) \(ended.count == 1)"
    },
    Case("a binding to an object", "3 | gone") {
      let gone = CheckedLog()
      let text: String
      do {
        let object = Bound(gone)
        let target = BindingTarget(lifetime: object.lifetime, object: object, keyPath: \.number)
        target <~ SignalProducer<Int, Never>([1, 3])
        text = "\(object.number)"
      }
      return "\(text) | \(gone.text)"
    },
  ]

  final class Bound {
    let lifetime: Lifetime
    private let token: Lifetime.Token
    private let gone: CheckedLog
    var number = 0
    init(_ gone: CheckedLog) {
      (lifetime, token) = Lifetime.make()
      self.gone = gone
    }
    deinit { gone.note("gone") }
  }
}
