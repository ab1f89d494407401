@testable import RxCore

/// What the closures of a test saw, in order. Thread-safety: any thread.
final class Log<Value: Sendable>: Sendable {
  private let entries = Guarded<[Value]>([])
  var values: [Value] { entries.read() }
  func clear() { entries.update { $0 = [] } }
  func add(_ value: Value) { entries.update { $0.append(value) } }
}
