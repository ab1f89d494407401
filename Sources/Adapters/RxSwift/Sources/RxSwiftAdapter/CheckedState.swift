import RxFuzzKit
@preconcurrency import RxSwift
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// How what is checked comes to its end, one of the ways of a check: by itself, by an error, or not before somebody cancels.
enum CheckedEnd: Int {
  case completion, failure, none
  static let count = 3
}

/// A value that several threads use, behind a lock that ThreadSanitizer sees through. Thread-safety: any thread.
final class CheckedState<Value>: @unchecked Sendable {
  // Safety: `value` is touched under `lock` only.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}

/// Calls that must come one after the other. Thread-safety: any thread.
final class CheckedCalls: Sendable {
  /// Those that are under way, and whether there were two.
  private let state = CheckedState<(count: Int, overlap: Bool)>((0, false))

  func call(_ body: () -> Void) {
    state.withLock { $0 = ($0.count + 1, $0.overlap || $0.count > 0) }
    body()
    state.withLock { $0.count -= 1 }
  }

  var haveOverlapped: Bool { state.withLock { $0.overlap } }
}

/// The elements that came, and how it ended. Thread-safety: any thread.
final class CheckedEvents: Sendable {
  struct Seen: Equatable, Sendable {
    var elements: [Int] = []
    var ends: [String] = []
  }

  private let seen = CheckedState(Seen())

  func element(_ element: Int) { seen.withLock { $0.elements.append(element) } }
  func end(_ word: String) { seen.withLock { $0.ends.append(word) } }
  func end(_ error: any Error) { end(Self.word(error)) }
  var all: Seen { seen.withLock { $0 } }

  static func word(_ error: any Error) -> String {
    switch error {
    case let error as FuzzError: "error \(error.code)"
    case is CancellationError: "cancelled"
    default: "another error"
    }
  }
}

/// Counts what one run opens and closes. Thread-safety: any thread.
final class CheckedLives: Sendable {
  // Relaxed: only numbers, which whoever waits for them reads again and again.
  private let opened = Atomic<Int>(0)
  private let closed = Atomic<Int>(0)

  func open() { opened.wrappingAdd(1, ordering: .relaxed) }
  func close() { closed.wrappingAdd(1, ordering: .relaxed) }
  var words: String {
    "\(opened.load(ordering: .relaxed)) opened, \(closed.load(ordering: .relaxed)) closed"
  }
  var opens: Int { opened.load(ordering: .relaxed) }
  /// What is open.
  var count: Int { opened.load(ordering: .relaxed) - closed.load(ordering: .relaxed) }
  var areOver: Bool { opened.load(ordering: .relaxed) == closed.load(ordering: .relaxed) }

  /// The same observable, each of whose subscriptions is counted.
  func counting(_ source: Observable<Int>) -> Observable<Int> {
    Observable.create { [self] observer in
      open()
      let subscription = source.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        self.close()
      }
    }
  }
}
