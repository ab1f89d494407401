import RxCore
import RxCoreTest
import Testing

/// Sequences in virtual time as short text: `210:1 220:2 230|` emits 1 and 2 and completes; `X` fails. A cold
/// one counts its times from its subscription and is written with `~` in front.
enum Timeline {
  static func events(_ text: Substring) -> [RxCoreTest.Recorded<Event<Int>>] {
    text.split(separator: " ").map { word in
      if word.hasSuffix("|") { return .completed(Int(word.dropLast())!) }
      if word.hasSuffix("X") { return .error(Int(word.dropLast())!, Failure()) }
      let parts = word.split(separator: ":")
      return .next(Int(parts[0])!, Int(parts[1])!)
    }
  }

  static func source(_ text: String, on scheduler: TestScheduler) -> TestableObservable<Int> {
    text.hasPrefix("~")
      ? scheduler.createColdObservable(events(text.dropFirst()))
      : scheduler.createHotObservable(events(text[...]))
  }

  static func text<Element>(_ events: [RxCoreTest.Recorded<Event<Element>>]) -> String {
    events.map { recorded in
      switch recorded.value {
      case .next(let element): "\(recorded.time):\(element)"
      case .error: "\(recorded.time)X"
      case .completed: "\(recorded.time)|"
      }
    }
    .joined(separator: " ")
  }

  static func text(_ subscriptions: [Subscription]) -> String {
    subscriptions.map { "\($0.subscribe)-\($0.unsubscribe)" }.joined(separator: " ")
  }
}

/// What an operator makes of sources in virtual time, subscribed at 200 and disposed at 1000.
struct TimelineCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let sources: [String]
  let result: String
  let subscriptions: [String]
  let build: @Sendable ([Observable<Int>], TestScheduler) -> Observable<String>

  /// - Parameter subscriptions: of each source; as many as are of interest.
  init<Element: Sendable>(
    _ name: String, _ sources: String..., gives result: String, subscriptions: [String] = [],
    _ build: @escaping @Sendable ([Observable<Int>], TestScheduler) -> Observable<Element>
  ) {
    testDescription = name
    self.sources = sources
    self.result = result
    self.subscriptions = subscriptions
    self.build = { build($0, $1).map { "\($0)" } }
  }

  /// What was said, and the subscriptions of the sources.
  func run() -> (result: String, subscriptions: [String]) {
    let scheduler = TestScheduler(initialClock: 0)
    let sources = sources.map { Timeline.source($0, on: scheduler) }
    let observer = scheduler.start { [build] in
      build(sources.map { $0.asObservable() }, scheduler)
    }
    return (Timeline.text(observer.events), sources.map { Timeline.text($0.subscriptions) })
  }
}

/// Lists cases, each of which the compiler looks at on its own.
@resultBuilder
enum TimelineCases {
  static func buildBlock(_ cases: TimelineCase...) -> [TimelineCase] { cases }
}
