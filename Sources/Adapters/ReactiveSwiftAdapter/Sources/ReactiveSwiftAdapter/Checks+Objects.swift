@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Values that are objects, set by one thread and read by another: a value that is read without a lock is one that is gone already.
final class ObjectValueRun: LibraryCheckRun {
  private static let changes = 1000

  private final class Value {
    let number: Int
    let same: Int
    init(_ number: Int) { (self.number, same) = (number, number) }
  }

  private let property = MutableProperty(Value(0))
  private let made: Property<Value>
  private let atomic = Atomic(Value(0))
  private let validated: ValidatingProperty<Value, FuzzError>
  private let wrong = CheckedLog()

  init() {
    made = property.map { Value($0.number) }
    validated = ValidatingProperty(Value(0)) { _ in .valid }
  }

  func perform(queue: Int) {
    for change in 1...Self.changes {
      if queue == 0 {
        set(Value(change))
      } else if !values.allSatisfy(isWhole) {
        wrong.note("1")
      }
    }
  }

  private func set(_ value: Value) {
    property.value = value
    atomic.value = value
    validated.value = value
  }

  private var values: [Value] { [property.value, made.value, atomic.value, validated.value] }

  private func isWhole(_ value: Value) -> Bool { value.number == value.same }

  func fault() -> LibraryCheckFault? {
    wrong.count == 0 ? nil : LibraryCheckFault(.val1, "a value that is read is gone already")
  }
}
