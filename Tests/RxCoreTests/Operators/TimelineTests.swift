import RxCore
import RxCoreTest
import Testing

@Suite("Operators in virtual time")
struct TimelineTests {
  @Test(
    "emit what they should, when they should, and hold their sources no longer than that",
    arguments: aggregates + successions + combinations + inners + windows)
  func timeline(of operation: TimelineCase) {
    let (result, subscriptions) = operation.run()
    #expect(result == operation.result)
    for (found, expected) in zip(subscriptions, operation.subscriptions) {
      #expect(found == expected)
    }
  }

  @TimelineCases static var aggregates: [TimelineCase] {
    TimelineCase("compactMap", "210:1 220:2 230:3 240|", gives: "210:1 230:3 240|") { s, _ in
      s[0].compactMap { $0 == 2 ? nil : $0 }
    }
    TimelineCase(
      "compactMap that throws", "210:1 220:2 230:3", gives: "210:1 220X", subscriptions: ["200-220"]
    ) { s, _ in
      s[0].compactMap { if $0 == 2 { throw Failure() } else { $0 } }
    }
    TimelineCase("enumerated", "210:5 220:6 230|", gives: "210:0,5 220:1,6 230|") { s, _ in
      s[0].enumerated().map { "\($0.index),\($0.element)" }
    }
    TimelineCase("scan into", "210:5 220:6 230X", gives: "210:[5] 220:[5, 6] 230X") { s, _ in
      s[0].scan(into: []) { (list: inout [Int], element) in list.append(element) }
    }
    TimelineCase("scan into that throws", "210:5 220:6 230|", gives: "210:5 220X") { s, _ in
      s[0].scan(into: 0) { if $1 == 6 { throw Failure() } else { $0 += $1 } }
    }
    TimelineCase("reduce", "210:1 220:2 230|", gives: "230:13 230|") { s, _ in
      s[0].reduce(10) { $0 + $1 }
    }
    TimelineCase("reduce of nothing", "230|", gives: "230:10 230|") { s, _ in
      s[0].reduce(10) { $0 + $1 }
    }
    TimelineCase("reduce of an error", "210:1 230X", gives: "230X") { s, _ in
      s[0].reduce(10) { $0 + $1 }
    }
    TimelineCase(
      "reduce that throws", "210:1 220:2 230|", gives: "220X", subscriptions: ["200-220"]
    ) { s, _ in
      s[0].reduce(10) { if $1 == 2 { throw Failure() } else { $0 + $1 } }
    }
    TimelineCase("reduce whose result throws", "210:1 230|", gives: "230X") { s, _ in
      s[0].reduce(10, accumulator: { $0 + $1 }, mapResult: { _ -> Int in throw Failure() })
    }
    TimelineCase("toArray", "210:1 220:2 230|", gives: "230:[1, 2] 230|") { s, _ in
      s[0].toArray().asObservable()
    }
    TimelineCase("toArray of an error", "210:1 230X", gives: "230X") { s, _ in
      s[0].toArray().asObservable()
    }
    TimelineCase(
      "materialize", "210:1 230|", gives: "210:next(1) 230:completed 230|",
      subscriptions: ["200-230"]
    ) { s, _ in s[0].materialize() }
    TimelineCase(
      "materialize an error", "210:1 230X", gives: "210:next(1) 230:error(Failure()) 230|"
    ) { s, _ in s[0].materialize() }
    TimelineCase(
      "dematerialize", "210:1 220:0 230:2 240|", gives: "210:1 220|", subscriptions: ["200-220"]
    ) { s, _ in
      s[0].map { $0 == 0 ? Event<Int>.completed : .next($0) }.dematerialize()
    }
    TimelineCase("dematerialize an error", "210:1 220:0 240|", gives: "210:1 220X") { s, _ in
      s[0].map { $0 == 0 ? Event<Int>.error(Failure()) : .next($0) }.dematerialize()
    }
    TimelineCase("materialize and back", "210:1 220X", gives: "210:1 220X") { s, _ in
      s[0].materialize().dematerialize()
    }
  }

  @TimelineCases static var successions: [TimelineCase] {
    TimelineCase(
      "concat", "210:1 220|", "~10:2 20|", gives: "210:1 230:2 240|",
      subscriptions: ["200-220", "220-240"]
    ) { s, _ in s[0].concat(s[1]) }
    TimelineCase(
      "concat with an error", "210:1 220X", "~10:2 20|", gives: "210:1 220X",
      subscriptions: ["200-220", ""]
    ) { s, _ in .concat(s) }
    TimelineCase(
      "concat disposed", "210:1 220|", "~10:2", gives: "210:1 230:2",
      subscriptions: ["200-220", "220-1000"]
    ) { s, _ in .concat(s[0], s[1]) }
    TimelineCase("startWith", "210:1 220|", gives: "200:8 200:9 210:1 220|") { s, _ in
      s[0].startWith(8, 9)
    }
    TimelineCase("startWith that is enough", "210:1", gives: "200:8 200|", subscriptions: [""]) {
      s, _ in s[0].startWith(8, 9).take(1)
    }
    TimelineCase(
      "catch", "210:1 220X", "~10:2 20|", gives: "210:1 230:2 240|",
      subscriptions: ["200-220", "220-240"]
    ) { s, _ in s[0].catch { _ in s[1] } }
    TimelineCase(
      "catch of no error", "210:1 220|", "~10:2", gives: "210:1 220|",
      subscriptions: ["200-220", ""]
    ) { s, _ in s[0].catch { _ in s[1] } }
    TimelineCase("catch that throws", "210:1 220X", gives: "210:1 220X") { s, _ in
      s[0].catch { throw $0 }
    }
    TimelineCase("catch of an error in the handler's", "220X", "~10:2 20X", gives: "230:2 240X") {
      s, _ in s[0].catch { _ in s[1] }
    }
    TimelineCase("catchAndReturn", "210:1 220X", gives: "210:1 220:9 220|") { s, _ in
      s[0].catchAndReturn(9)
    }
    TimelineCase(
      "catch sequence", "~10:1 20X", "~10:2 20X", "~10:3 20|", gives: "210:1 230:2 250:3 260|",
      subscriptions: ["200-220", "220-240", "240-260"]
    ) { s, _ in .catch(sequence: s) }
    TimelineCase("catch sequence that fails", "~10:1 20X", "~10:2 20X", gives: "210:1 230:2 240X") {
      s, _ in .catch(sequence: s)
    }
    TimelineCase("catch sequence of nothing", gives: "200|") { s, _ in
      Observable<Int>.catch(sequence: s)
    }
    TimelineCase(
      "retry", "~10:1 300X", gives: "210:1 510:1 810:1",
      subscriptions: ["200-500 500-800 800-1000"]
    ) { s, _ in s[0].retry() }
    TimelineCase("retry of no error", "~10:1 20|", gives: "210:1 220|") { s, _ in s[0].retry() }
    TimelineCase(
      "retry twice", "~10:1 20X", gives: "210:1 230:1 240X", subscriptions: ["200-220 220-240"]
    ) { s, _ in s[0].retry(2) }
    TimelineCase("retry never", "~10:1 20X", gives: "200|", subscriptions: [""]) { s, _ in
      s[0].retry(0)
    }
    TimelineCase(
      "retry when", "~10:1 20X", "230:0 250:0 400|", gives: "210:1 240:1 260:1 270X",
      subscriptions: ["200-220 230-250 250-270"]
    ) { s, _ in
      s[0].retry { (errors: Observable<any Error>) in
        Observable.zip(errors, s[1].concat(Observable<Int>.never())) { $1 }
          .take(2).concat(Observable<Int>.error(Failure()))
      }
    }
    TimelineCase(
      "retry when the trigger completes", "~10:1 20X", "250|", gives: "210:1 250|",
      subscriptions: ["200-220", "200-250"]
    ) { s, _ in s[0].retry { (_: Observable<any Error>) in s[1] } }
    TimelineCase("retry when the trigger has failed", "~10:1 20X", "210X", gives: "210:1 220X") {
      s, _ in s[0].retry { (_: Observable<any Error>) in s[1] }
    }
    TimelineCase(
      "retry when the error is of another type", "~10:1 20X", "250:0", gives: "210:1 220X"
    ) { s, _ in s[0].retry { (_: Observable<RxError>) in s[1] } }
  }

  @TimelineCases static var windows: [TimelineCase] {
    TimelineCase(
      "buffer", "210:1 220:2 230:3 300:4 310|",
      gives: "220:[1, 2] 270:[3] 310:[4] 310|", subscriptions: ["200-310"]
    ) { s, scheduler in s[0].buffer(timeSpan: .seconds(50), count: 2, scheduler: scheduler) }
    TimelineCase("buffer of nothing", "320|", gives: "250:[] 300:[] 320:[] 320|") { s, scheduler in
      s[0].buffer(timeSpan: .seconds(50), count: 2, scheduler: scheduler)
    }
    TimelineCase("buffer of an error", "210:1 220X", gives: "220X") { s, scheduler in
      s[0].buffer(timeSpan: .seconds(50), count: 2, scheduler: scheduler)
    }
    TimelineCase("buffer disposed", "210:1", gives: "600:[1]", subscriptions: ["200-1000"]) {
      s, scheduler in s[0].buffer(timeSpan: .seconds(400), count: 2, scheduler: scheduler).take(9)
    }
    TimelineCase(
      "window", "210:1 220:2 230:3 300:4 310|",
      gives: "210:0,1 220:0,2 230:1,3 300:2,4 310|", subscriptions: ["200-310"]
    ) { s, scheduler in
      s[0].window(timeSpan: .seconds(50), count: 2, scheduler: scheduler).enumerated()
        .flatMap { window in window.element.map { "\(window.index),\($0)" } }
    }
    TimelineCase("window of an error", "210:1 220X", gives: "210:1 220X") { s, scheduler in
      s[0].window(timeSpan: .seconds(50), count: 2, scheduler: scheduler).flatMap { $0 }
    }
    TimelineCase(
      "windows that are taken, kept subscribed by the last", "210:1 220:2 230:3",
      gives: "210:1 220:2 220|",
      subscriptions: ["200-220"]
    ) { s, scheduler in
      s[0].window(timeSpan: .seconds(50), count: 2, scheduler: scheduler).take(1).flatMap { $0 }
    }
  }
}
