@preconcurrency import OpenCombine
import RxFuzzKit

/// Values that are objects, set by one thread and read by another: a value that is read without a lock is one that is gone already.
final class ObjectValueRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: nothing of it changes; what the library's own objects do is under test.
  private static let changes = 2000

  private final class Value {
    let number: Int
    let same: Int
    init(_ number: Int) { (self.number, same) = (number, number) }
  }

  private final class Variable {
    @Published var value = Value(0)
  }

  private let subject = CurrentValueSubject<Value, FuzzError>(Value(0))
  private let variable = Variable()
  private let wrong = SchedulerLog()

  init() {
    // From here on it is the publisher that has the value.
    _ = variable.$value
  }

  func perform(queue: Int) {
    for change in 1...Self.changes {
      if queue == 0 {
        set(Value(change))
      } else if !values.allSatisfy(isWhole) {
        wrong.note(1)
      }
    }
  }

  private func set(_ value: Value) {
    subject.value = value
    subject.send(value)
    variable.value = value
  }

  private var values: [Value] { [subject.value, variable.value] }

  private func isWhole(_ value: Value) -> Bool { value.number == value.same }

  func fault() -> LibraryCheckFault? {
    wrong.all.isEmpty ? nil : LibraryCheckFault(.val1, "a value that is read is gone already")
  }
}
