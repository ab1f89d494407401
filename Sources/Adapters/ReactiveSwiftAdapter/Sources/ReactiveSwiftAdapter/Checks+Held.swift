import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// More of actions, properties and bindings: other ways to make them, and what they hold.
extension CheckedCases {
  static let heldActions: [Case] = [
    Case("an action that is bound", "5 5 6 6 | gone") {
      let log = CheckedLog()
      let (signal, input) = Signal<Int, Never>.pipe()
      let gone = CheckedLog()
      func bind() {
        let action = ReactiveSwift.Action<Int, Int, FuzzError> { Producer([$0, $0]) }
        action.values.observeValues { log.note("\($0)") }
        action <~ SignalProducer(signal).on(disposed: { gone.note("gone") })
        input.send(value: 5)
        input.send(value: 6)
      }
      bind()
      input.send(value: 7)
      return "\(log.text) | \(gone.text)"
    },
    Case("an action of a value that may be none", "false | !9 | 12 . | false") {
      let state = MutableProperty<Int?>(nil)
      let action = ReactiveSwift.Action<Int, Int, FuzzError>(unwrapping: state) {
        Producer(value: $0 * 10 + $1)
      }
      func apply() -> String {
        let log = CheckedLog()
        action.apply(2).mapError { _ in FuzzError(code: 9) }.start { log.note($0) }
        return log.text
      }
      let first = "\(action.isEnabled.value) | \(apply())"
      state.value = 1
      let second = apply()
      state.value = nil
      return "\(first) | \(second) | \(action.isEnabled.value)"
    },
    Case("an action of a validated value", "true false true | 22 .") {
      let state = ValidatingProperty<Int, FuzzError>(0) { number in
        number % 2 == 0 ? .valid : .invalid(FuzzError(code: number))
      }
      let action = ReactiveSwift.Action<Int, Int, FuzzError>(validated: state) {
        Producer(value: $0 * 10 + $1)
      }
      var states = ["\(action.isEnabled.value)"]
      state.value = 1
      states.append("\(action.isEnabled.value)")
      state.value = 2
      states.append("\(action.isEnabled.value)")
      let log = CheckedLog()
      action.apply(2).mapError { _ in FuzzError(code: 9) }.start { log.note($0) }
      return "\(states.joined(separator: " ")) | \(log.text)"
    },
    Case("an action whose state depends on it", "true false true | true") {
      // What an execution changes disables and enables the action itself.
      let busy = MutableProperty(false)
      let allowed = busy.negate()
      let action = ReactiveSwift.Action<Int, Int, FuzzError>(enabledIf: allowed) {
        Producer(value: $0)
      }
      let log = CheckedLog()
      action.isEnabled.producer.startWithValues { log.note("\($0)") }
      busy <~ action.isExecuting
      action.apply(1).start()
      return "\(log.text) | \(action.isEnabled.value)"
    },
    Case("events of an action", "1 . 2 . | . .") {
      let action = ReactiveSwift.Action<Int, Int, FuzzError> { Producer(value: $0) }
      let (events, ends) = (CheckedLog(), CheckedLog())
      action.events.observeValues { events.note($0) }
      action.completed.observeValues { ends.note(".") }
      action.apply(1).start()
      action.apply(2).start()
      return "\(events.text) | \(ends.text)"
    },
    Case("an action that is executed from its own end", "1 2 | true") {
      let action = ReactiveSwift.Action<Int, Int, FuzzError> { Producer(value: $0) }
      let log = CheckedLog()
      action.values.observeValues { log.note("\($0)") }
      action.isExecuting.signal.filter { !$0 }.take(first: 1).observeValues { [weak action] _ in
        action?.apply(2).start()
      }
      action.apply(1).start()
      return "\(log.text) | \(action.isEnabled.value)"
    },
    Case("an action that goes while it executes", "gone | . 1 | 1 .") {
      let gone = CheckedLog()
      let (values, log) = (CheckedLog(), CheckedLog())
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      do {
        let own = Owned(gone)
        let action = ReactiveSwift.Action<Int, Int, FuzzError> { _ in
          withExtendedLifetime(own) { Producer(signal) }
        }
        action.values.observe { values.note($0.value.map(String.init) ?? ".") }
        action.apply(1).mapError { _ in FuzzError(code: 9) }.start { log.note($0) }
      }
      input.send(value: 1)
      input.sendCompleted()
      let words = values.text.split(separator: " ").sorted().joined(separator: " ")
      return "\(gone.text) | \(words) | \(log.text)"
    },
  ]

  static let heldProperties: [Case] = [
    Case("a validating property with another", "valid 5 | invalid 5 | valid 5 | 5") {
      let limit = MutableProperty(0)
      let property = ValidatingProperty<Int, FuzzError>(5, with: limit) { number, limit in
        number >= limit ? .valid : .invalid(FuzzError(code: number))
      }
      var words = [word(property.result.value)]
      limit.value = 7
      words.append(word(property.result.value))
      limit.value = 3
      words.append(word(property.result.value))
      return words.joined(separator: " | ") + " | \(property.value)"
    },
    Case("a validating property with another one", "valid 5 | invalid 5 | coerced 9 5 | valid 5") {
      let limit = ValidatingProperty<Int, FuzzError>(0) { _ in .valid }
      let property = ValidatingProperty<Int, FuzzError>(5, with: limit) { number, limit in
        if limit > 100 { return .coerced(9, nil) }
        return number >= limit ? .valid : .invalid(FuzzError(code: number))
      }
      var words = [word(property.result.value)]
      for number in [7, 101, 3] {
        limit.value = number
        words.append(word(property.result.value))
      }
      return words.joined(separator: " | ")
    },
    Case("a validated property that is set inside", "valid 4 | invalid 3 | 2 results") {
      let inner = MutableProperty(2)
      let property = ValidatingProperty<Int, FuzzError>(inner) { number in
        number % 2 == 0 ? .valid : .invalid(FuzzError(code: number))
      }
      let results = CheckedLog()
      property.result.signal.observeValues { _ in results.note("1") }
      property.value = 4
      let first = word(property.result.value)
      inner.value = 3
      return "\(first) | \(word(property.result.value)) | \(results.count) results"
    },
    Case("all and any of properties", "true false | false true | true false") {
      let properties = [MutableProperty(true), MutableProperty(true)]
      let all = Property<Bool>.all(properties)
      let any = Property<Bool>.any(properties.map { $0.negate() })
      var words = ["\(all.value) \(any.value)"]
      properties[0].value = false
      words.append("\(all.value) \(any.value)")
      properties[0].value = true
      words.append("\(all.value) \(any.value)")
      return words.joined(separator: " | ")
    },
    Case("a property that keeps what it is made of", "gone 2 | 3") {
      let gone = CheckedLog()
      var source: MutableProperty<Int>? = MutableProperty(0)
      let owned = source.map { source -> Property<Int> in
        let own = Owned(gone)
        return source.map { number in withExtendedLifetime(own) { number &+ 1 } }
      }
      source?.value = 2
      let value = owned?.value ?? 0
      source = nil
      // It ends with its source, and lets go of what it was made with.
      return "\(gone.text) 2 | \(value)"
    },
    Case("a property that is dropped while it is observed", "0 1 2 . | true") {
      let source = MutableProperty(0)
      let log: CheckedLog
      weak var made: Property<Int>?
      do {
        let property = Property(initial: 0, then: source.signal)
        made = property
        log = observe(property.producer.take(first: 3))
      }
      for number in 1...3 { source.value = number }
      return "\(log.text) | \(made == nil)"
    },
    Case("a property whose observer changes another", "0 10 20 | 20") {
      let (first, second) = (MutableProperty(0), MutableProperty(0))
      let log = observe(second.producer)
      first.signal.observeValues { second.value = $0 * 10 }
      first.value = 1
      first.value = 2
      return "\(log.text) | \(second.value)"
    },
  ]

  private static func word(_ result: ValidatingProperty<Int, FuzzError>.Result) -> String {
    switch result {
    case .valid(let number): "valid \(number)"
    case .coerced(let number, let proposed, _): "coerced \(number) \(proposed)"
    case .invalid(let number, _): "invalid \(number)"
    }
  }

  static let heldBindings: [Case] =
    [
      Case("a binding of what may be none", "5 nil 6") {
        let target = MutableProperty<Int?>(0)
        let log = CheckedLog()
        let (signal, input) = Signal<Int?, Never>.pipe()
        target <~ signal
        target.signal.observeValues { log.note($0.map(String.init) ?? "nil") }
        for number in [5, nil, 6] { input.send(value: number) }
        return log.text
      },
      Case("a binding to nothing", "gone") {
        let none: MutableProperty<Int>? = nil
        let gone = CheckedLog()
        none <~ SignalProducer<Int, Never>.never.on(disposed: { gone.note("gone") })
        return gone.text
      },
      Case("a binding does not keep its object", "1 | gone") {
        let gone = CheckedLog()
        let (lifetime, token) = Lifetime.make()
        let (signal, input) = Signal<Int, Never>.pipe()
        func bind() -> Int {
          let object = Bound(gone)
          BindingTarget(lifetime: lifetime, object: object, keyPath: \.number) <~ signal
          input.send(value: 1)
          return object.number
        }
        let number = bind()
        return withExtendedLifetime((token, input)) { "\(number) | \(gone.text)" }
      },
      Case("a binding on a scheduler", "| 1 2") {
        let (lifetime, token) = Lifetime.make()
        let scheduler = CheckedScheduler()
        let log = CheckedLog()
        BindingTarget<Int>(on: scheduler, lifetime: lifetime) { log.note("\($0)") }
          <~ SignalProducer<Int, Never>([1, 2])
        let before = log.text
        scheduler.pass(1)
        return withExtendedLifetime(token) { "\(before)| \(log.text)" }
      },
      Case("a lifetime that is over takes nothing", "gone true | . | x") {
        let (lifetime, token) = Lifetime.make()
        token.dispose()
        let gone = CheckedLog()
        lifetime += AnyDisposable { gone.note("gone") }
        let (log, ended) = (CheckedLog(), CheckedLog())
        lifetime.ended.observeCompleted { ended.note(".") }
        let (signal, input) = Signal<Int, FuzzError>.pipe()
        signal.take(during: lifetime).observe { log.note($0) }
        input.send(value: 1)
        return "\(gone.text) \(lifetime.hasEnded) | \(ended.count < 2 ? "." : "") | "
          + (log.text == "x" || log.text == "." ? "x" : log.text)
      },
    ] + bindingsOfVersions

  private static var bindingsOfVersions: [Case] {
    #if HAS_OBSERVER_BINDING
      [
        Case("a binding to an observer", "1 2 x") {
          let log: CheckedLog
          let (source, input) = Signal<Int, Never>.pipe()
          do {
            let (signal, observer) = Signal<Int, FuzzError>.pipe()
            log = observe(signal)
            observer <~ source
            for number in 1...2 { input.send(value: number) }
          }
          input.send(value: 3)
          return log.text
        }
      ]
    #else
      []
    #endif
  }
}
