import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

extension CheckedCases {
  static let actions: [Case] = [
    Case("an action", "1 2 . | 1 2 | 1 | false true false | disabled") {
      let (gate, opening) = Signal<Int, FuzzError>.pipe()
      let action = ReactiveSwift.Action<Int, Int, FuzzError> { _ in Producer(gate) }
      let (values, completed, states) = (CheckedLog(), CheckedLog(), CheckedLog())
      action.values.observeValues { values.note("\($0)") }
      action.completed.observeValues { completed.note("1") }
      action.isExecuting.producer.startWithValues { states.note("\($0)") }
      let disabled = CheckedLog()
      action.disabledErrors.observeValues { disabled.note("disabled") }
      let log = CheckedLog()
      action.apply(0).mapError { _ in FuzzError(code: 9) }.start { log.note($0) }
      action.apply(0).start()
      opening.send(value: 1)
      opening.send(value: 2)
      opening.sendCompleted()
      return [log, values, completed, states, disabled].map(\.text).joined(separator: " | ")
    },
    Case("an action that fails", "!7 | 7 | true false") {
      let action = ReactiveSwift.Action<Int, Int, FuzzError> {
        Producer(error: FuzzError(code: $0))
      }
      let (errors, log) = (CheckedLog(), CheckedLog())
      action.errors.observeValues { errors.note("\($0.code)") }
      action.apply(7).mapError { error -> FuzzError in
        if case .producerFailed(let inner) = error { return inner }
        return FuzzError(code: 9)
      }.start { log.note($0) }
      return "\(log.text) | \(errors.text) | \(action.isEnabled.value) \(action.isExecuting.value)"
    },
    Case("an action that is not enabled", "!9 | 5 . | false true false") {
      let allowed = MutableProperty(false)
      let action = ReactiveSwift.Action<Int, Int, FuzzError>(enabledIf: allowed) {
        Producer(value: $0)
      }
      let states = CheckedLog()
      action.isEnabled.producer.skipRepeats().startWithValues { states.note("\($0)") }
      func apply() -> String {
        let log = CheckedLog()
        action.apply(5).mapError { _ in FuzzError(code: 9) }.start { log.note($0) }
        return log.text
      }
      let first = apply()
      allowed.value = true
      let second = apply()
      allowed.value = false
      let ordered = states.text.split(separator: " ")
      let ends = [ordered.first, ordered.count > 1 ? ordered[1] : nil, ordered.last]
      return "\(first) | \(second) | \(ends.compactMap { $0 }.joined(separator: " "))"
    },
    Case("an action with a state", "12 .") {
      let state = MutableProperty(1)
      let action = ReactiveSwift.Action<Int, Int, FuzzError>(state: state) {
        Producer(value: $0 * 10 + $1)
      }
      let log = CheckedLog()
      action.apply(2).mapError { _ in FuzzError(code: 9) }.start { log.note($0) }
      return log.text
    },
    Case("an action whose execution is disposed", "gone false true") {
      let gone = CheckedLog()
      let action = ReactiveSwift.Action<Int, Int, FuzzError> { _ in
        Producer.never.on(disposed: { gone.note("gone") })
      }
      action.apply(0).start().dispose()
      return "\(gone.text) \(action.isExecuting.value) \(action.isEnabled.value)"
    },
    Case("an action that its owner drops", "gone | .") {
      let gone = CheckedLog()
      let log = CheckedLog()
      do {
        let own = Owned(gone)
        let action = ReactiveSwift.Action<Int, Int, FuzzError> { number in
          withExtendedLifetime(own) { Producer(value: number) }
        }
        action.values.observeCompleted { log.note(".") }
        action.apply(1).start()
      }
      return "\(gone.text) | \(log.text)"
    },
  ]

  static let validation: [Case] = [
    Case("a validating property", "0 2 | 1 !3 0 !5 1 | true 2") {
      let property = ValidatingProperty<Int, FuzzError>(0) { number in
        number % 2 == 0 ? .valid : .invalid(FuzzError(code: number))
      }
      let (values, results) = (observe(property.producer), CheckedLog())
      property.result.producer.startWithValues { result in
        switch result {
        case .valid: results.note("1")
        case .coerced: results.note("0")
        case .invalid(_, let error): results.note("!\(error.code)")
        }
      }
      property.value = 3
      let isKept = property.value == 0
      property.value = 0
      property.value = 5
      property.value = 2
      let words = results.text.replacingOccurrences(of: "!3 1 !5", with: "!3 0 !5")
      let kept = values.text.replacingOccurrences(of: "0 0 2", with: "0 2")
      return "\(kept) | \(words) | \(isKept) \(property.value)"
    },
    Case("a coercing property", "0 10") {
      let property = ValidatingProperty<Int, FuzzError>(0) { number in
        number > 10 ? .coerced(10, FuzzError(code: 1)) : .valid
      }
      let log = observe(property.producer)
      property.value = 11
      return log.text
    },
  ]

  static let schedulers: [Case] = [
    Case("a scheduler at once", "1 2") {
      let log = CheckedLog()
      ImmediateScheduler().schedule { log.note("1") }
      log.note("2")
      return log.text
    },
    Case("a scheduler on a queue", "1 3 4") {
      let scheduler = QueueScheduler(qos: .default, name: "rxfuzz.case")
      let log = CheckedLog()
      // Nothing is done while this is.
      let gate = DispatchSemaphore(value: 0)
      scheduler.schedule { gate.wait() }
      scheduler.schedule { log.note("1") }
      scheduler.schedule { log.note("2") }?.dispose()
      scheduler.schedule { log.note("3") }
      gate.signal()
      let now = scheduler.currentDate
      scheduler.schedule(after: now.addingTimeInterval(0.001)) {
        log.note(scheduler.currentDate.timeIntervalSince(now) < 0.0005 ? "early" : "4")
      }
      _ = CheckedWait.until { log.count == 3 }
      return log.text
    },
    Case("a timer on a queue", "1 1 1") {
      let scheduler = QueueScheduler(qos: .default, name: "rxfuzz.case")
      let log = CheckedLog()
      let serial = SerialDisposable()
      // Until it is said what there is to be disposed nothing is counted.
      let gate = DispatchSemaphore(value: 0)
      serial.inner = scheduler.schedule(
        after: scheduler.currentDate, interval: .microseconds(200), leeway: .seconds(0)
      ) {
        gate.wait()
        gate.signal()
        log.note("1")
        if log.count == 3 { serial.dispose() }
      }
      gate.signal()
      _ = CheckedWait.until { log.count >= 3 }
      return log.text
    },
    Case("a scheduler whose clock is set", "1 @0 2 @5 3 @5 4 @10 4 @20") {
      let scheduler = TestScheduler()
      let start = scheduler.currentDate
      let log = CheckedLog()
      func note(_ word: String) -> () -> Void {
        { log.note("\(word) @\(Int(scheduler.currentDate.timeIntervalSince(start).rounded()))") }
      }
      scheduler.schedule(note("1"))
      scheduler.advance()
      scheduler.schedule(after: .seconds(5), action: note("2"))
      scheduler.schedule(after: .seconds(5), action: note("3"))
      scheduler.schedule(after: .seconds(3), action: note("x"))?.dispose()
      let timer = scheduler.schedule(
        after: .seconds(10), interval: .seconds(10), action: note("4"))
      scheduler.advance(by: .seconds(25))
      timer?.dispose()
      scheduler.run()
      return log.text
    },
  ]
}
