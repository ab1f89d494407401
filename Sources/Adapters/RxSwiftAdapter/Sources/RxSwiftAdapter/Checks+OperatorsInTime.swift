import RxFuzzKit
@preconcurrency import RxSwift

extension OperatorCases {
  /// With a clock.
  static let timed: [Marbles] = [
    Marbles("+5 a1 +5 a2 +20 a3 a|", is: "a+ 2@20 3@30 |@30 a-@30", leavesWork: true) { s in
      s.a.debounce(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +10 +10", ["1": "a2"], is: "a+ 1@10 2@20") { s in
      s.a.debounce(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a!", is: "a+ !@5 a-@5", leavesWork: true) { s in
      s.a.debounce(.seconds(10), scheduler: s.clock).words
    },
    Marbles(
      "a1 +5 a2 +5 a3 +3 a4 +20 a5 a6 a|", is: "a+ 1 2@10 4@20 5@33 a-@33", keepsSource: true,
      leavesWork: true
    ) { s in
      s.a.throttle(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a2 +6 a3 a4 +20 a5 a6 a|", is: "a+ 1 3@11 5@31 |@31 a-@31") { s in
      s.a.throttle(.seconds(10), latest: false, scheduler: s.clock).words
    },
    Marbles("a1 +5 a2 +1 a| +20", is: "a+ 1 a-@6 2@10 |@10") { s in
      s.a.throttle(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +3 a2 ~20 a3 +1 a4 +30", is: "a+ 1 3@23 4@33") { s in
      s.a.throttle(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 a2 +5 a3 a| +20", is: "a+ a-@5 1@10 2@10 3@15 |@15") { s in
      s.a.delay(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a! +20", is: "a+ !@5 a-@5") { s in
      s.a.delay(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 . +20", is: "a+ a-@5") { s in
      s.a.delay(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +10 a2 +5 a|", is: "a+@10 2@10 |@15 a-@15") { s in
      s.a.delaySubscription(.seconds(10), scheduler: s.clock).words
    },
    Marbles("+5 . +10", is: "") { s in
      s.a.delaySubscription(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +8 a2 +8 a3 +15 a4", is: "a+ 1 2@8 3@16 !@26 a-@26") { s in
      s.a.timeout(.seconds(10), scheduler: s.clock).words
    },
    Marbles("+15", is: "a+ !@10 a-@10") { s in
      s.a.timeout(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +8 a| +8", is: "a+ 1 |@8 a-@8") { s in
      s.a.timeout(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +15 a2 b3 a| b|", is: "a+ 1 b+@10 a-@10 3@15 |@15 b-@15") { s in
      s.a.timeout(.seconds(10), other: s.b, scheduler: s.clock).words
    },
    Marbles("a1 ~15 a2 +3 b3", is: "a+ 1 2@15", leavesWork: true) { s in
      s.a.timeout(.seconds(10), other: s.b, scheduler: s.clock).words
    },
    Marbles("a1 +5 a2 +5 a3 +5", is: "a+ 1 2@5 |@10 a-@10") { s in
      s.a.take(for: .seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a| +10", is: "a+ 1 |@5 a-@5") { s in
      s.a.take(for: .seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a2 +5 a3 +5 a|", is: "a+ 3@10 |@15 a-@15") { s in
      s.a.skip(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a! +10", is: "a+ !@5 a-@5") { s in
      s.a.skip(.seconds(10), scheduler: s.clock).words
    },
    Marbles("+25 . +10", is: "0@10 1@20") { s in
      Observable<Int>.interval(.seconds(10), scheduler: s.clock).words
    },
    Marbles("+25", is: "0@10 |@10") { s in
      Observable<Int>.timer(.seconds(10), scheduler: s.clock).words
    },
    Marbles("+25 .", is: "0@5 1@13 2@21", leavesWork: true) { s in
      Observable<Int>.timer(.seconds(5), period: .seconds(8), scheduler: s.clock).words
    },
    Marbles("a1 a2 a3 +10 a4 +5 a| +20", is: "a+ 2:3 1:3@10 1:4@15 |@15 a-@15") { s in
      s.a.buffer(timeSpan: .seconds(10), count: 2, scheduler: s.clock).map {
        "\($0.count):\($0.reduce(0, +))"
      }
    },
    Marbles("a1 a2", ["2:3": "a4 a5"], is: "a+ 2:3 2:9", leavesWork: true) { s in
      s.a.buffer(timeSpan: .seconds(10), count: 2, scheduler: s.clock).map {
        "\($0.count):\($0.reduce(0, +))"
      }
    },
    Marbles("a1 +5 a2 +5 a3 +10 +10 a!", is: "a+ 2:3@10 1:3@20 0:0@30 !@30 a-@30", leavesWork: true)
    { s in
      s.a.buffer(timeSpan: .seconds(10), count: 9, scheduler: s.clock).map {
        "\($0.count):\($0.reduce(0, +))"
      }
    },
    Marbles("a1 +5 . +20", is: "a+ a-@5") { s in
      s.a.buffer(timeSpan: .seconds(10), count: 2, scheduler: s.clock).map {
        "\($0.count):\($0.reduce(0, +))"
      }
    },
    Marbles(
      "a1 a2 a3 +10 a4 +5 a| +20",
      is: "w0+ a+ w0:1 w0:2 w0| w1+ w1:3 w1|@10 w2+@10 w2:4@10 w2|@15 |@15 a-@15"
    ) { s in s.windows(s.a.window(timeSpan: .seconds(10), count: 2, scheduler: s.clock)) },
    Marbles(
      "a1 +10 +10 a2 a!", is: "w0+ a+ w0:1 w0|@10 w1+@10 w1|@20 w2+@20 w2:2@20 w2!@20 !@20 a-@20",
      leavesWork: true
    ) { s in s.windows(s.a.window(timeSpan: .seconds(10), count: 2, scheduler: s.clock)) },
    Marbles(
      "a1 a2 a3 a4 a5 +5 .",
      is: "w0+ a+ w0:1 w0| w1+ w1:2 w1| w2+ w2:3 w2| w3+ w3:4 w3| w4+ w4:5 w4| w5+ a-@5",
      leavesWork: true
    ) { s in s.windows(s.a.window(timeSpan: .seconds(10), count: 1, scheduler: s.clock)) },
    Marbles("a1 +10 a2 +10", is: "a+ 1 2@10") { s in s.a.observe(on: s.clock).words },
    Marbles("a1 +1 a2 +10 a| +1", is: "a+ 2@1 |@11 a-@11") { s in s.a.subscribe(on: s.clock).words
    },
    Marbles("+1 +1", is: "1 2 3 |") { s in Observable.of(1, 2, 3, scheduler: s.clock).words },
    Marbles("+1", is: "1 2 3 |") { s in
      Observable.generate(initialState: 1, condition: { $0 < 4 }, scheduler: s.clock) { $0 + 1 }
        .words
    },
    Marbles("+1", is: "4 5 6 |") { s in
      Observable.range(start: 4, count: 3, scheduler: s.clock).words
    },
    Marbles("+1", is: "4 4 4 |") { s in
      Observable.repeatElement(4, scheduler: s.clock).take(3).words
    },
    Marbles("+1", is: "4 |") { s in Observable.just(4, scheduler: s.clock).words },
    Marbles("a1 +10 +3 a3 +10", ["1": "a2"], is: "a+ 1@10 3@23") { s in
      s.a.debounce(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a2 +10 +10", ["1": "a5"], is: "a+ 1 5 2@10") { s in
      s.a.throttle(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a2 . +10", is: "a+ 1 a-@5") { s in
      s.a.throttle(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 . +10", is: "a+ a-@5") { s in
      s.a.debounce(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a| +20", is: "a+ 1@5 |@5 a-@5") { s in
      s.a.debounce(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 . +10", is: "a+ 1 a-@5") { s in
      s.a.timeout(.seconds(10), other: s.b, scheduler: s.clock).words
    },
    Marbles("a1 +15 b!", is: "a+ 1 b+@10 a-@10 !@15 b-@15") { s in
      s.a.timeout(.seconds(10), other: s.b, scheduler: s.clock).words
    },
    Marbles("+15 .", is: "a+ b+@10 a-@10 b-@15") { s in
      s.a.timeout(.seconds(10), other: s.b, scheduler: s.clock).words
    },
    Marbles("+30", ["1": "."], is: "0@10 1@20") { s in
      Observable<Int>.interval(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 .", is: "a+ 1 a-@5", leavesWork: true) { s in
      s.a.take(for: .seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 a2 +1 .", is: "a+ 1 2 a-@1") { s in s.a.observe(on: s.clock).words },
    Marbles("a1 a2 a! +1", is: "a+ a- 1 2 !") { s in s.a.observe(on: s.clock).words },
    Marbles("a1 a2 a| +1 +20", is: "a+ a- 1 2 |") { s in
      s.a.delay(.seconds(0), scheduler: s.clock).words
    },
  ]

  /// With a scheduler whose time passes at once.
  static let hurried: [Marbles] = [
    Marbles("b5 b|", is: "b+ a+ a- 5 | b-") { s in
      s.a.timeout(.seconds(10), other: s.b, scheduler: s.hurry).words
    },
    Marbles("a1", is: "! a+ a-") { s in s.a.timeout(.seconds(10), scheduler: s.hurry).words },
    Marbles("a1 a2 a|", is: "a+ 1 2 | a-") { s in
      s.a.delay(.seconds(10), scheduler: s.hurry).words
    },
    Marbles("a1 a2 a!", is: "a+ 1 2 ! a-") { s in
      s.a.debounce(.seconds(10), scheduler: s.hurry).words
    },
    Marbles("a1 a2 a|", is: "a+ 1 2 | a-") { s in
      s.a.throttle(.seconds(10), scheduler: s.hurry).words
    },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in
      s.a.delaySubscription(.seconds(10), scheduler: s.hurry).words
    },
    Marbles("a1", is: "| a+ a-") { s in s.a.take(for: .seconds(10), scheduler: s.hurry).words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in
      s.a.skip(.seconds(10), scheduler: s.hurry).words
    },
    Marbles("", is: "0 |") { s in
      Observable<Int>.timer(.seconds(10), scheduler: s.hurry).words
    },
    Marbles("a1 a2 a|", is: "a+ 1 2 | a-") { s in s.a.observe(on: s.hurry).words },
    Marbles("a1 .", is: "a+ 1 a-") { s in s.a.subscribe(on: s.hurry).words },
  ]

  /// Who starts, who ends, and in which order.
  static let endings: [Marbles] = [
    Marbles("a1 a| a2", is: "a+ 1 | a-") { s in s.a.words },
    Marbles("a1 a!", is: "a+ 1 ! a-") { s in s.a.words },
    Marbles("a1 . a2", is: "a+ 1 a-") { s in s.a.words },
    Marbles("a1 a2", ["1": "."], is: "a+ 1 a-") { s in s.a.words },
    Marbles("a1", ["1": "a2", "2": "a|"], is: "a+ 1 2 | a-") { s in s.a.words },
    Marbles("a1 a|", is: "made asked a+ 1 | a-") { s in
      s.note("made")
      return Observable.deferred {
        s.note("asked")
        return s.a
      }.words
    },
    Marbles("", is: "!") { _ in Observable<Int>.deferred { throw FuzzError(code: 1) }.words },
    Marbles("a1 a| a2", is: "r+ a+ 1 | a- r-") { s in s.using().words },
    Marbles("a1 a!", is: "r+ a+ 1 ! a- r-") { s in s.using().words },
    Marbles("a1 .", is: "r+ a+ 1 a- r-") { s in s.using().words },
    Marbles("", is: "r+ ! r-") { s in
      Observable<Int>.using(
        { MarbleResource(s) },
        observableFactory: { (_: MarbleResource) in throw FuzzError(code: 1) }
      ).words
    },
    Marbles("", is: "1 2 3 |") { _ in Observable.of(1, 2, 3).words },
    Marbles("", ["2": "."], is: "1 2 3 |") { _ in Observable.of(1, 2, 3).words },
    Marbles("", is: "1 2 3 |") { _ in Observable.from([1, 2]).concat(Observable.just(3)).words },
    Marbles("", is: "|") { _ in Observable.range(start: 3, count: 0).words },
    Marbles("", is: "1 |") { _ in Observable<Int>.empty().startWith(1).words },
    Marbles("a1 a2 a|", is: "a+ 1 1 2 2 | a-", atOnce: "a+ 1 2 a+ 1 2 |") { s in
      let shared = s.a.publish().refCount()
      return Observable.merge(shared, shared).words
    },
    Marbles("a1 a! a2 .", is: "a+ 1 a+ a- 2 a-") { s in s.a.share().retry(2).words },
    Marbles("a1 b1 a2 b2 .", is: "a+ b+ 0:1 1:1 0:2 1:2 2:2 a- b-") { s in
      let shared = s.a.share(replay: 1)
      return s.b.startWith(0).flatMap { number in shared.map { "\(number):\($0)" } }
    },
    Marbles("a1 b1 a2 a| b2", is: "a+ b+ 0:1 1:1 0:2 1:2 a- 2:1 2:2") { s in
      let shared = s.a.share(replay: 2, scope: .forever)
      return s.b.startWith(0).flatMap { number in shared.map { "\(number):\($0)" } }
    },
  ]
}
