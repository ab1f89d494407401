import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit
import Synchronization

/// A change that is under way while another thread reads or changes the same value: who comes in the middle of it waits, so that
/// nobody sees half of it and none is lost.
///
/// The detector of races does not see what a generic class copies: here a change stays half done until the other thread has come.
final class HalfwayRun: LibraryCheckRun {
  /// Both parts are changed together.
  struct Value: Sendable {
    var first = 0
    var second = 0
    var isWhole: Bool { first == second }
  }

  /// How a value is changed, and how another thread comes to know it.
  private struct Encounter: Sendable {
    let name: String
    let change: @Sendable ((inout Value) -> Void) -> Void
    /// What it sees, where it changes the value itself before that.
    let read: @Sendable () -> Value?
    let value: @Sendable () -> Value
    /// How often the parts are one more in the end.
    let changes: Int
  }

  static let ways = makers.count
  /// Who has come may be inside by then.
  private static let patience: TimeInterval = 0.0002

  private let encounter: Encounter
  private let isUnderWay = Atomic<Bool>(false)
  private let isComing = Atomic<Bool>(false)
  private let seen = CheckedState<Value?>(nil)

  init(_ way: Int) { encounter = Self.makers[way - 1]() }

  func perform(queue: Int) {
    if queue == 0 {
      encounter.change { value in
        value.first += 1
        isUnderWay.store(true, ordering: .releasing)
        if CheckedWait.until({ isComing.load(ordering: .acquiring) }) {
          Thread.sleep(forTimeInterval: Self.patience)
        }
        value.second += 1
      }
    } else if CheckedWait.until({ isUnderWay.load(ordering: .acquiring) }) {
      isComing.store(true, ordering: .releasing)
      let value = encounter.read()
      seen.withLock { $0 = value }
    }
  }

  func fault() -> LibraryCheckFault? {
    // A thread that a busy machine let wait for too long has done nothing.
    guard isComing.load(ordering: .acquiring) else { return nil }
    let whole = Value(first: encounter.changes, second: encounter.changes)
    let (last, seen) = (encounter.value(), seen.withLock { $0 })
    if seen?.isWhole == false {
      return LibraryCheckFault(.val1, "half of a change is seen, \(encounter.name)")
    }
    return last.first == whole.first && last.second == whole.second
      ? nil : LibraryCheckFault(.val1, "a change is lost, \(encounter.name)")
  }

  private static let makers: [@Sendable () -> Encounter] =
    [
      property("a property's value") { property in { property.value } },
      property("withValue of a property") { property in { property.withValue { $0 } } },
      property("a property's producer") { property in { first(of: property.producer) } },
      property("a property that captures another") { property in
        let capturing = Property(capturing: property)
        return { capturing.value }
      },
      property("modify of a property", changes: 2) { property in
        {
          property.modify { value in
            defer { value = Value(first: value.first + 1, second: value.second + 1) }
            return value
          }
        }
      },
      property("what is swapped out of a property", changes: 0) { property in
        { property.swap(Value()) }
      },
      property("a validating property's value") { property in
        let validating = ValidatingProperty<Value, FuzzError>(property) { _ in .valid }
        return { validating.value }
      },
    ] + atomics

  private static let atomics: [@Sendable () -> Encounter] = [
    atomic("an atomic value") { atomic in { atomic.value } },
    atomic("withValue of an atomic value") { atomic in { atomic.withValue { $0 } } },
    atomic("what is swapped out of an atomic value", changes: 0) { atomic in
      { atomic.swap(Value()) }
    },
    atomic("modify of an atomic value", changes: 2) { atomic in
      {
        atomic.modify { value in
          defer { value = Value(first: value.first + 1, second: value.second + 1) }
          return value
        }
      }
    },
  ]

  private static func property(
    _ name: String, changes: Int = 1,
    _ read: @escaping @Sendable (MutableProperty<Value>) -> @Sendable () -> Value?
  ) -> @Sendable () -> Encounter {
    {
      let property = MutableProperty(Value())
      return Encounter(
        name: name, change: { change in property.modify { change(&$0) } }, read: read(property),
        value: { property.value }, changes: changes)
    }
  }

  private static func atomic(
    _ name: String, changes: Int = 1,
    _ read: @escaping @Sendable (ReactiveSwift.Atomic<Value>) -> @Sendable () -> Value?
  ) -> @Sendable () -> Encounter {
    {
      let atomic = ReactiveSwift.Atomic(Value())
      return Encounter(
        name: name, change: { change in atomic.modify { change(&$0) } }, read: read(atomic),
        value: { atomic.value }, changes: changes)
    }
  }

  private static func first(of producer: SignalProducer<Value, Never>) -> Value? {
    let first = CheckedState<Value?>(nil)
    producer.take(first: 1).startWithValues { value in first.withLock { $0 = value } }
    return first.withLock { $0 }
  }
}
