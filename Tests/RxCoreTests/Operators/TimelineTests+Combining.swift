import RxCore
import RxCoreTest

extension TimelineTests {
  @TimelineCases static var combinations: [TimelineCase] {
    TimelineCase(
      "zip", "210:1 230:2 250|", "220:3 240:4 260|", gives: "220:13 240:24 260|",
      subscriptions: ["200-250", "200-260"]
    ) { s, _ in Observable.zip(s[0], s[1]) { "\($0)\($1)" } }
    TimelineCase("zip of tuples", "210:1", "220:3", gives: "220:(1, 3)") { s, _ in
      Observable.zip(s[0], s[1])
    }
    TimelineCase(
      "zip waits for all to complete", "210|", "215:2 220|", gives: "220|",
      subscriptions: ["200-210", "200-220"]
    ) { s, _ in Observable.zip(s[0], s[1]) { $0 + $1 } }
    TimelineCase("zip with never", "210|", "", gives: "", subscriptions: ["200-210", "200-1000"]) {
      s, _ in Observable.zip(s[0], s[1]) { $0 + $1 }
    }
    TimelineCase(
      "zip with an error", "210:1 220X", "230:2", gives: "220X",
      subscriptions: ["200-220", "200-220"]
    ) { s, _ in Observable.zip(s[0], s[1]) { $0 + $1 } }
    TimelineCase(
      "zip that throws", "210:1", "220:2", gives: "220X", subscriptions: ["200-220", "200-220"]
    ) { s, _ in Observable.zip(s[0], s[1]) { (_, _) -> Int in throw Failure() } }
    TimelineCase(
      "zip of eight", "210:1 220:2", "211:1", "212:1", "213:1", "214:1", "215:1", "216:1",
      "217:1 230X", gives: "217:8 230X"
    ) { s, _ in
      Observable.zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
        [$0, $1, $2, $3, $4, $5, $6, $7].count
      }
    }
    TimelineCase("zip of a collection", "210:1", "220:2", "230:3 240X", gives: "230:[1, 2, 3] 240X")
    { s, _ in Observable.zip(s) }
    TimelineCase(
      "zip of a collection without hope", "210|", "215:2 220|", gives: "215|",
      subscriptions: ["200-210", "200-215"]
    ) { s, _ in Observable.zip(s) { $0.count } }
    TimelineCase("zip of no collection", gives: "200|") { s, _ in Observable.zip(s) }
    TimelineCase(
      "combineLatest", "210:1 230:2 250|", "220:3 240:4 260|", gives: "220:13 230:23 240:24 260|",
      subscriptions: ["200-250", "200-260"]
    ) { s, _ in Observable.combineLatest(s[0], s[1]) { "\($0)\($1)" } }
    TimelineCase("combineLatest of tuples", "210:1", "220:3", "230:5", gives: "230:(1, 3, 5)") {
      s, _ in Observable.combineLatest(s[0], s[1], s[2])
    }
    TimelineCase(
      "combineLatest without hope", "210|", "215:2 220|", gives: "215|",
      subscriptions: ["200-210", "200-215"]
    ) { s, _ in Observable.combineLatest(s[0], s[1]) { $0 + $1 } }
    TimelineCase(
      "combineLatest with an error", "210:1", "220:2 230X", gives: "220:3 230X",
      subscriptions: ["200-230", "200-230"]
    ) { s, _ in Observable.combineLatest(s[0], s[1]) { $0 + $1 } }
    TimelineCase("combineLatest that throws", "210:1", "220:2", gives: "220X") { s, _ in
      Observable.combineLatest(s[0], s[1]) { (_, _) -> Int in throw Failure() }
    }
    TimelineCase(
      "combineLatest of a collection", "210:1", "220:2 240:4", gives: "220:[1, 2] 240:[1, 4]"
    ) { s, _ in Observable.combineLatest(s) }
    TimelineCase("combineLatest of no collection", gives: "200:0 200|") { s, _ in
      Observable.combineLatest(s) { $0.count }
    }
    TimelineCase(
      "withLatestFrom", "210:1 230:2 250:3 260|", "220:7 240|", gives: "230:27 250:37 260|",
      subscriptions: ["200-260", "200-240"]
    ) { s, _ in s[0].withLatestFrom(s[1]) { "\($0)\($1)" } }
    TimelineCase(
      "withLatestFrom an error", "230:2", "220:7 240X", gives: "230:7 240X",
      subscriptions: ["200-240", "200-240"]
    ) { s, _ in s[0].withLatestFrom(s[1]) }
    TimelineCase("withLatestFrom that throws", "230:2", "220:7", gives: "230X") { s, _ in
      s[0].withLatestFrom(s[1]) { (_, _) -> Int in throw Failure() }
    }
    TimelineCase(
      "amb", "220:1 230|", "210:2 240:3 250|", gives: "210:2 240:3 250|",
      subscriptions: ["200-210", "200-250"]
    ) { s, _ in s[0].amb(s[1]) }
    TimelineCase(
      "amb of an end", "220:1", "215:9", "210X", gives: "210X",
      subscriptions: ["200-210", "200-210", "200-210"]
    ) { s, _ in Observable.amb(s) }
    TimelineCase("amb of nothing", gives: "") { s, _ in Observable<Int>.amb(s) }
    TimelineCase("amb decided at once", "210:1", gives: "200:5 200|", subscriptions: [""]) { s, _ in
      Observable.amb([.just(5), s[0]])
    }
  }

  @TimelineCases static var inners: [TimelineCase] {
    TimelineCase(
      "flatMap", "210:1 220:2 230|", "~15:1 40|", "~10:2 50|",
      gives: "225:1 230:2 270|", subscriptions: ["200-230", "210-250", "220-270"]
    ) { s, _ in s[0].flatMap { s[$0] } }
    TimelineCase(
      "flatMap with an inner error", "210:1 220:2", "~15:1", "~10X", gives: "225:1 230X",
      subscriptions: ["200-230", "210-230", "220-230"]
    ) { s, _ in s[0].flatMap { s[$0] } }
    TimelineCase("flatMap that throws", "210:1", gives: "210X", subscriptions: ["200-210"]) {
      s, _ in
      s[0].flatMap { _ -> Observable<Int> in throw Failure() }
    }
    TimelineCase(
      "flatMapFirst", "210:1 220:2 260:2 270|", "~15:1 40|", "~20:2 50|",
      gives: "225:1 280:2 310|", subscriptions: ["200-270", "210-250", "260-310"]
    ) { s, _ in s[0].flatMapFirst { s[$0] } }
    TimelineCase(
      "flatMapLatest", "210:1 220:2 230|", "~5:1 15:9", "~15:2 20|",
      gives: "215:1 235:2 240|", subscriptions: ["200-230", "210-220", "220-240"]
    ) { s, _ in s[0].flatMapLatest { s[$0] } }
    TimelineCase(
      "switchLatest ended by the source", "210:1 250|", "~10:1 20|", gives: "220:1 250|",
      subscriptions: ["200-250", "210-230"]
    ) { s, _ in s[0].map { s[$0] }.switchLatest() }
    TimelineCase(
      "switchLatest with an inner error", "210:1", "~10:1 20X", gives: "220:1 230X",
      subscriptions: ["200-230", "210-230"]
    ) { s, _ in s[0].map { s[$0] }.switchLatest() }
    TimelineCase(
      "switchLatest with a late error of the one before", "210:1 215:2 300|", "~10X", "~10:2 20|",
      gives: "225:2 300|"
    ) { s, _ in s[0].map { s[$0] }.switchLatest() }
    TimelineCase(
      "concatMap", "210:1 220:2 230|", "~15:1 40|", "~10:2 50|",
      gives: "225:1 260:2 300|", subscriptions: ["200-230", "210-250", "250-300"]
    ) { s, _ in s[0].concatMap { s[$0] } }
    TimelineCase(
      "concatMap disposed", "210:1 220:2", "~15:1", "~10:2", gives: "225:1",
      subscriptions: ["200-1000", "210-1000", ""]
    ) { s, _ in s[0].concatMap { s[$0] } }
    TimelineCase(
      "concatMap with an error of the source", "210:1 220:2 230X", "~15:1 40|", "~10:2",
      gives: "225:1 230X", subscriptions: ["200-230", "210-230", ""]
    ) { s, _ in s[0].concatMap { s[$0] } }
    TimelineCase(
      "concat of observables", "210:1 220:2 230|", "~10:1 20|", "~10:2 20|",
      gives: "220:1 240:2 250|"
    ) { s, _ in s[0].map { s[$0] }.concat() }
    TimelineCase(
      "merge of two at a time", "210:1 220:2 225:3 230|", "~10:1 40|", "~5:2 50|", "~10:3 20|",
      gives: "220:1 225:2 260:3 270|", subscriptions: ["200-230", "210-250", "220-270", "250-270"]
    ) { s, _ in s[0].map { s[$0] }.merge(maxConcurrent: 2) }
    TimelineCase(
      "groupBy", "210:1 220:2 230:3 240|", gives: "210:1,1 220:0,2 230:1,3 240|",
      subscriptions: ["200-240"]
    ) { s, _ in
      s[0].groupBy { $0 % 2 }.flatMap { group in group.map { "\(group.key),\($0)" } }
    }
    TimelineCase(
      "groupBy that throws", "210:1 220:2", gives: "210:1 220X", subscriptions: ["200-220"]
    ) { s, _ in
      s[0].groupBy { if $0 == 2 { throw Failure() } else { $0 } }.flatMap { $0 }
    }
    TimelineCase(
      "a group keeps the source after its sequence was disposed", "210:1 220:2 230:3 240|",
      gives: "210:1 230:3 240|", subscriptions: ["200-240"]
    ) { s, _ in s[0].groupBy { $0 % 2 }.take(1).flatMap { $0 } }
    TimelineCase(
      "the last group releases the source", "210:1 220:2 230:3 250:5", gives: "210:1 230:3 230|",
      subscriptions: ["200-230"]
    ) { s, _ in s[0].groupBy { $0 % 2 }.take(1).flatMap { $0 }.take(2) }
  }
}
