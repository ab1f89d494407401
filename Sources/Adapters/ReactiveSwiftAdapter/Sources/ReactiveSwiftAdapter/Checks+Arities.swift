@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Joins of two to ten: each number of inputs has functions of its own, for producers, signals and properties.
extension CheckedCases {
  private static let all = Array(0..<10)
  /// Of each number of inputs what comes first, of `zip` and of `combineLatest`.
  private static let expected = (2...10).map { count in
    let digits = all.prefix(count).map { "\($0)" }.joined()
    return "\(digits) \(digits)"
  }.joined(separator: " ")

  private static func digits<Tuple>(_ tuple: Tuple) -> String {
    Mirror(reflecting: tuple).children.map { "\($0.value)" }.joined()
  }

  static let arities: [Case] = [
    Case("joins of two to ten producers", expected) {
      let log = CheckedLog()
      let one = all.map { SignalProducer<Int, Never>(value: $0) }
      for joined in joinedProducers(one) { joined.startWithValues { log.note($0) } }
      return log.text
    },
    Case("joins of two to ten signals", expected) {
      let log = CheckedLog()
      let pipes = all.map { _ in Signal<Int, Never>.pipe() }
      for joined in joinedSignals(pipes.map(\.output)) { joined.observeValues { log.note($0) } }
      for (number, pipe) in pipes.enumerated() { pipe.input.send(value: number) }
      return log.text
    },
    Case("joins of two to ten properties", expected) {
      let log = CheckedLog()
      for joined in joinedProperties(all.map { MutableProperty($0) }) { log.note(joined.value) }
      return log.text
    },
  ]

  private static func joinedProducers(_ a: [SignalProducer<Int, Never>]) -> [SignalProducer<
    String, Never
  >] {
    var joined: [SignalProducer<String, Never>] = []
    joined.append(SignalProducer.zip(a[0], a[1]).map(digits))
    joined.append(SignalProducer.combineLatest(a[0], a[1]).map(digits))
    joined.append(SignalProducer.zip(a[0], a[1], a[2]).map(digits))
    joined.append(SignalProducer.combineLatest(a[0], a[1], a[2]).map(digits))
    joined.append(SignalProducer.zip(a[0], a[1], a[2], a[3]).map(digits))
    joined.append(SignalProducer.combineLatest(a[0], a[1], a[2], a[3]).map(digits))
    joined.append(SignalProducer.zip(a[0], a[1], a[2], a[3], a[4]).map(digits))
    joined.append(SignalProducer.combineLatest(a[0], a[1], a[2], a[3], a[4]).map(digits))
    joined.append(SignalProducer.zip(a[0], a[1], a[2], a[3], a[4], a[5]).map(digits))
    joined.append(SignalProducer.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5]).map(digits))
    joined.append(SignalProducer.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6]).map(digits))
    joined.append(
      SignalProducer.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6]).map(digits))
    joined.append(SignalProducer.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]).map(digits))
    joined.append(
      SignalProducer.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]).map(digits))
    joined.append(
      SignalProducer.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]).map(digits))
    joined.append(
      SignalProducer.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]).map(digits)
    )
    joined.append(
      SignalProducer.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]).map(digits))
    joined.append(
      SignalProducer.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]).map(
        digits))
    return joined
  }

  private static func joinedSignals(_ a: [Signal<Int, Never>]) -> [Signal<String, Never>] {
    var joined: [Signal<String, Never>] = []
    joined.append(Signal.zip(a[0], a[1]).map(digits))
    joined.append(Signal.combineLatest(a[0], a[1]).map(digits))
    joined.append(Signal.zip(a[0], a[1], a[2]).map(digits))
    joined.append(Signal.combineLatest(a[0], a[1], a[2]).map(digits))
    joined.append(Signal.zip(a[0], a[1], a[2], a[3]).map(digits))
    joined.append(Signal.combineLatest(a[0], a[1], a[2], a[3]).map(digits))
    joined.append(Signal.zip(a[0], a[1], a[2], a[3], a[4]).map(digits))
    joined.append(Signal.combineLatest(a[0], a[1], a[2], a[3], a[4]).map(digits))
    joined.append(Signal.zip(a[0], a[1], a[2], a[3], a[4], a[5]).map(digits))
    joined.append(Signal.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5]).map(digits))
    joined.append(Signal.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6]).map(digits))
    joined.append(Signal.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6]).map(digits))
    joined.append(Signal.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]).map(digits))
    joined.append(Signal.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]).map(digits))
    joined.append(Signal.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]).map(digits))
    joined.append(
      Signal.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]).map(digits))
    joined.append(
      Signal.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]).map(digits))
    joined.append(
      Signal.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]).map(digits))
    return joined
  }

  private static func joinedProperties(_ a: [MutableProperty<Int>]) -> [Property<String>] {
    var joined: [Property<String>] = []
    joined.append(Property.zip(a[0], a[1]).map(digits))
    joined.append(Property.combineLatest(a[0], a[1]).map(digits))
    joined.append(Property.zip(a[0], a[1], a[2]).map(digits))
    joined.append(Property.combineLatest(a[0], a[1], a[2]).map(digits))
    joined.append(Property.zip(a[0], a[1], a[2], a[3]).map(digits))
    joined.append(Property.combineLatest(a[0], a[1], a[2], a[3]).map(digits))
    joined.append(Property.zip(a[0], a[1], a[2], a[3], a[4]).map(digits))
    joined.append(Property.combineLatest(a[0], a[1], a[2], a[3], a[4]).map(digits))
    joined.append(Property.zip(a[0], a[1], a[2], a[3], a[4], a[5]).map(digits))
    joined.append(Property.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5]).map(digits))
    joined.append(Property.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6]).map(digits))
    joined.append(Property.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6]).map(digits))
    joined.append(Property.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]).map(digits))
    joined.append(
      Property.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7]).map(digits))
    joined.append(Property.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]).map(digits))
    joined.append(
      Property.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8]).map(digits))
    joined.append(
      Property.zip(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]).map(digits))
    joined.append(
      Property.combineLatest(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7], a[8], a[9]).map(digits)
    )
    return joined
  }
}
