import RxCore
import RxCoreTest
import Testing

/// What a source does in virtual time.
enum Situation: String, CaseIterable, Sendable {
  case elements = "210:1 220:2 230:3 250|"
  case empty = "250|"
  case never = ""
  case error = "210:1 250X"
}

/// What one operator makes of each situation, subscribed at 200; by default the same.
struct Conformance: Sendable, CustomTestStringConvertible {
  /// The operator's name, as the catalogue of operators has it.
  let name: String
  let testDescription: String
  private let results: [Situation: String]
  let build: @Sendable (Observable<Int>, TestScheduler) -> Observable<String>

  /// - Parameter variant: what distinguishes rows of one name.
  init<Element: Sendable>(
    _ name: String, _ variant: String = "", elements: String = Situation.elements.rawValue,
    empty: String = Situation.empty.rawValue, never: String = "",
    error: String = Situation.error.rawValue,
    _ build: @escaping @Sendable (Observable<Int>, TestScheduler) -> Observable<Element>
  ) {
    self.name = name
    testDescription = variant.isEmpty ? name : "\(name), \(variant)"
    results = [.elements: elements, .empty: empty, .never: never, .error: error]
    self.build = { build($0, $1).map { "\($0)" } }
  }

  func result(of situation: Situation) -> String { results[situation] ?? "" }

  /// What happens in a situation when the subscription is disposed at a time.
  func run(_ situation: Situation, disposed: Int) -> Run {
    let scheduler = TestScheduler(initialClock: 0)
    let source = Timeline.source(situation.rawValue, on: scheduler)
    let observer = scheduler.start(disposed: disposed) { build(source.asObservable(), scheduler) }
    return Run(events: observer.events, subscriptions: source.subscriptions)
  }

  struct Run {
    let events: [RxCoreTest.Recorded<Event<String>>]
    let subscriptions: [Subscription]
    var text: String { Timeline.text(events) }
  }
}
