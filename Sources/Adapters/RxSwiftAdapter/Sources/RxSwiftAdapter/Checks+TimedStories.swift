import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// Operators that depend on time, on a virtual clock of one thread: what comes, and when, to the second.
///
/// A script has words: `a1` sends 1 from the source a, `a|` and `a!` end it, `+5` lets five seconds pass, `.` disposes. A
/// story has what is heard: elements, `|` and `!`, each with `@` and its second unless that is 0.
struct TimedStory: Sendable {
  let script: String
  let story: String
  let graph: @Sendable (TimedStage) -> Observable<String>

  init(
    _ script: String, is story: String,
    _ graph: @escaping @Sendable (TimedStage) -> Observable<String>
  ) { (self.script, self.story, self.graph) = (script, story, graph) }

  /// What really is heard.
  func heard() -> String {
    let stage = TimedStage()
    let subscription = graph(stage).subscribe(
      onNext: { stage.hear($0) }, onError: { _ in stage.hear("!") },
      onCompleted: { stage.hear("|") })
    for word in script.split(separator: " ") { stage.perform(word, subscription) }
    return stage.words.joined(separator: " ")
  }
}

/// Two sources, a clock, and what was heard. Used by one thread.
final class TimedStage: @unchecked Sendable {
  // Safety: belongs to the one thread that tells the story.
  let clock = HistoricalScheduler(initialClock: Date(timeIntervalSince1970: 0))
  private let sources: [Character: PublishSubject<Int>] = [
    "a": PublishSubject(), "b": PublishSubject(),
  ]
  private(set) var words: [String] = []

  var a: Observable<Int> { sources["a"]?.asObservable() ?? .never() }
  var b: Observable<Int> { sources["b"]?.asObservable() ?? .never() }

  private var second: Int { Int(clock.clock.timeIntervalSince1970.rounded()) }

  func hear(_ word: String) { words.append(second == 0 ? word : "\(word)@\(second)") }

  func perform(_ word: Substring, _ subscription: any Disposable) {
    let rest = word.dropFirst()
    guard let first = word.first else { return }
    switch (first, rest) {
    case (".", _): subscription.dispose()
    case ("+", _): clock.advanceTo(Date(timeIntervalSince1970: Double(second + (Int(rest) ?? 0))))
    case (_, "|"): sources[first]?.onCompleted()
    case (_, "!"): sources[first]?.onError(FuzzError(code: 1))
    default: sources[first]?.onNext(Int(rest) ?? 0)
    }
  }
}

extension Observable where Element == [Int] {
  /// How many, and their sum.
  fileprivate var sums: Observable<String> { map { "\($0.count):\($0.reduce(0, +))" } }
}

/// All stories, told by each of the two queues with objects of its own.
final class TimedStoriesRun: LibraryCheckRun {
  static let ways = 1
  private let wrong = CheckedList<String>()

  init(_ way: Int) {}

  func perform(queue: Int) {
    for one in Self.stories {
      let heard = one.heard()
      if heard == one.story { continue }
      wrong.append("`\(one.script)` is heard as `\(heard)`, not `\(one.story)`")
    }
  }

  func fault() -> LibraryCheckFault? {
    wrong.all.first.map { LibraryCheckFault(.val1, $0) }
  }

  private static let ten = RxTimeInterval.seconds(10)

  private static let stories = paced + limited + begun + gathered

  private static let paced: [TimedStory] = [
    TimedStory("+5 a1 +5 a2 +20 a3 a|", is: "2@20 3@30 |@30") { s in
      s.a.debounce(ten, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a!", is: "!@5") { s in s.a.debounce(ten, scheduler: s.clock).words },
    TimedStory("a1 +5 . +10", is: "") { s in s.a.debounce(ten, scheduler: s.clock).words },
    TimedStory("a1 +5 a2 +5 a3 +3 a4 +20 a5", is: "1 2@10 4@20 5@33") { s in
      s.a.throttle(ten, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a2 +6 a3 a4 +20 a5 a6 a|", is: "1 3@11 5@31 |@31") { s in
      s.a.throttle(ten, latest: false, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a2 +1 a| +20", is: "1 2@10 |@10") { s in
      s.a.throttle(ten, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a2 . +10", is: "1") { s in s.a.throttle(ten, scheduler: s.clock).words },
    TimedStory("a1 a2 +5 a3 a| +20", is: "1@10 2@10 3@15 |@15") { s in
      s.a.delay(ten, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a! +20", is: "!@5") { s in s.a.delay(ten, scheduler: s.clock).words },
    TimedStory("a1 +5 . +20", is: "") { s in s.a.delay(ten, scheduler: s.clock).words },
  ]

  private static let limited: [TimedStory] = [
    TimedStory("a1 +8 a2 +8 a3 +15 a4", is: "1 2@8 3@16 !@26") { s in
      s.a.timeout(ten, scheduler: s.clock).words
    },
    TimedStory("+15", is: "!@10") { s in s.a.timeout(ten, scheduler: s.clock).words },
    TimedStory("a1 +8 a| +8", is: "1 |@8") { s in s.a.timeout(ten, scheduler: s.clock).words },
    TimedStory("a1 +15 a2 b3 a| b|", is: "1 3@15 |@15") { s in
      s.a.timeout(ten, other: s.b, scheduler: s.clock).words
    },
    TimedStory("a1 +15 b!", is: "1 !@15") { s in
      s.a.timeout(ten, other: s.b, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a2 +5 a3 +5", is: "1 2@5 |@10") { s in
      s.a.take(for: ten, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a| +10", is: "1 |@5") { s in s.a.take(for: ten, scheduler: s.clock).words },
    TimedStory("a1 +5 a2 +5 a3 +5 a|", is: "3@10 |@15") { s in
      s.a.skip(ten, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a! +10", is: "!@5") { s in s.a.skip(ten, scheduler: s.clock).words },
  ]

  private static let begun: [TimedStory] = [
    TimedStory("+25 . +10", is: "0@10 1@20") { s in
      Observable<Int>.interval(ten, scheduler: s.clock).words
    },
    TimedStory("+25", is: "0@10 |@10") { s in Observable<Int>.timer(ten, scheduler: s.clock).words
    },
    TimedStory("+25 .", is: "0@5 1@13 2@21") { s in
      Observable<Int>.timer(.seconds(5), period: .seconds(8), scheduler: s.clock).words
    },
    TimedStory("a1 +10 a2 +5 a|", is: "2@10 |@15") { s in
      s.a.delaySubscription(ten, scheduler: s.clock).words
    },
    TimedStory("+5 . +10 a1", is: "") { s in
      s.a.delaySubscription(ten, scheduler: s.clock).words
    },
    TimedStory("a1 +5 a! +20 a2", is: "1 !@15") { s in
      s.a.retry { errors in
        errors.delay(ten, scheduler: s.clock).map { throw $0 } as Observable<Int>
      }.words
    },
    TimedStory("+1", is: "1 2 3 |") { s in
      Observable.of(1, 2, 3, scheduler: s.clock).words
    },
  ]

  private static let gathered: [TimedStory] = [
    TimedStory("a1 a2 a3 +10 a4 +5 a| +20", is: "2:3 1:3@10 1:4@15 |@15") { s in
      s.a.buffer(timeSpan: ten, count: 2, scheduler: s.clock).sums
    },
    TimedStory("a1 +5 a2 +5 a3 +10 +10 a!", is: "2:3@10 1:3@20 0:0@30 !@30") { s in
      s.a.buffer(timeSpan: ten, count: 9, scheduler: s.clock).sums
    },
    TimedStory("a1 +5 . +20", is: "") { s in
      s.a.buffer(timeSpan: ten, count: 2, scheduler: s.clock).sums
    },
    TimedStory("a1 a2 a3 +10 a4 +5 a|", is: "0:1 0:2 1:3 2:4@10 |@15") { s in
      s.a.window(timeSpan: ten, count: 2, scheduler: s.clock).enumerated().flatMap { pair in
        pair.element.map { "\(pair.index):\($0)" }
      }
    },
  ]
}
