import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// A producer that sends 1, 2, 3 and an end, at once or when it is told to, and notes who of those that started it has been let go.
///
/// Thread-safety: one thread at a time.
final class CheckedSource {
  private let events: [Signal<Int, FuzzError>.Event]
  private let sendsAtOnce: Bool
  private var starts: [(observer: Signal<Int, FuzzError>.Observer, lifetime: Lifetime)] = []

  init(_ events: [Signal<Int, FuzzError>.Event], sendsAtOnce: Bool) {
    (self.events, self.sendsAtOnce) = (events, sendsAtOnce)
  }

  var producer: Producer {
    Producer { [self] observer, lifetime in
      starts.append((observer, lifetime))
      if sendsAtOnce { send(to: observer, lifetime) }
    }
  }

  /// Sends to all that have started it.
  func run() {
    guard !sendsAtOnce else { return }
    // Who starts meanwhile is served, too.
    var served = 0
    while served < starts.count {
      send(to: starts[served].observer, starts[served].lifetime)
      served += 1
    }
  }

  private func send(to observer: Signal<Int, FuzzError>.Observer, _ lifetime: Lifetime) {
    for event in events where !lifetime.hasEnded { observer.send(event) }
  }

  var isLetGo: Bool { starts.allSatisfy(\.lifetime.hasEnded) }

  static let elements: [Signal<Int, FuzzError>.Event] = [.value(1), .value(2), .value(3)]
}

/// Writes down what is sent: elements, `.`, `!` with the number of an error, `x` for an interruption.
///
/// Thread-safety: any thread.
final class CheckedLog: @unchecked Sendable {
  // Safety: `lock` guards `words`.
  private let lock = NSLock()
  private var words: [String] = []

  func note(_ word: String) { lock.withLock { words.append(word) } }

  func note(_ event: Signal<Int, FuzzError>.Event) {
    switch event {
    case .value(let element): note("\(element)")
    case .completed: note(".")
    case .failed(let error): note("!\(error.code)")
    case .interrupted: note("x")
    }
  }

  var text: String { lock.withLock { words.joined(separator: " ") } }
  var count: Int { lock.withLock { words.count } }
}

/// A scheduler whose clock stands still until it is told to go on.
///
/// Thread-safety: one thread at a time.
final class CheckedScheduler: DateScheduler {
  private struct Work {
    let due: TimeInterval
    let number: Int
    let action: () -> Void
  }

  /// No piece of work makes more than so many.
  private static let actionsMax = 1000
  private static let start = Date(timeIntervalSinceReferenceDate: 0)
  private var works: [Work] = []
  private var number = 0
  private var now: TimeInterval = 0

  var currentDate: Date { Self.start.addingTimeInterval(now) }
  /// How many seconds have passed.
  var seconds: Int { Int(now.rounded()) }
  var isIdle: Bool { works.isEmpty }

  func schedule(_ action: @escaping () -> Void) -> (any Disposable)? { add(now, action) }

  func schedule(after date: Date, action: @escaping () -> Void) -> (any Disposable)? {
    add(max(now, date.timeIntervalSince(Self.start)), action)
  }

  func schedule(
    after date: Date, interval: DispatchTimeInterval, leeway: DispatchTimeInterval,
    action: @escaping () -> Void
  ) -> (any Disposable)? {
    let serial = SerialDisposable()
    guard case .seconds(let seconds) = interval else { return nil }
    func next(_ due: TimeInterval) {
      serial.inner = add(due) {
        action()
        if !serial.isDisposed { next(due + TimeInterval(max(1, seconds))) }
      }
    }
    next(max(now, date.timeIntervalSince(Self.start)))
    return serial
  }

  private func add(_ due: TimeInterval, _ action: @escaping () -> Void) -> any Disposable {
    number += 1
    let work = Work(due: due, number: number, action: action)
    works.append(work)
    return AnyDisposable { [weak self] in self?.works.removeAll { $0.number == work.number } }
  }

  /// Does what is due until so many seconds have passed.
  func pass(_ seconds: Int) {
    let end = now + TimeInterval(seconds)
    for _ in 0..<Self.actionsMax {
      let due = works.filter { $0.due <= end + 0.001 }
        .min { ($0.due, $0.number) < ($1.due, $1.number) }
      guard let due else { break }
      works.removeAll { $0.number == due.number }
      now = max(now, due.due)
      due.action()
    }
    now = end
  }
}
