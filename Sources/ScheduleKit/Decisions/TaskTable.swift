/// One value for each task, made when the task is first met. Tasks have small numbers.
struct TaskTable<Value> {
  private var values: [Value] = []
  private let initial: Value

  init(_ initial: Value) { self.initial = initial }

  /// Tasks met so far, as a bound of their numbers.
  var count: Int { values.count }

  subscript(task: UInt32) -> Value {
    get { Int(task) < values.count ? values[Int(task)] : initial }
    set {
      while values.count <= Int(task) { values.append(initial) }
      values[Int(task)] = newValue
    }
  }

  /// Forgets all values, keeps the room for them.
  mutating func reset() { values.removeAll(keepingCapacity: true) }
}
