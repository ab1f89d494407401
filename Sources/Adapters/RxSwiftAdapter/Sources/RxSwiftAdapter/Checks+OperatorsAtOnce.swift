import RxFuzzKit
@preconcurrency import RxSwift

extension OperatorCases {
  /// What is over while it is still being subscribed subscribes nothing more.
  static let overAtOnce: [Marbles] = [
    Marbles("b1", is: "b+ b-") { s in Observable<Int>.empty().skip(until: s.b).words },
    Marbles("b1", is: "! b+ b-") { s in failed.skip(until: s.b).words },
    Marbles("a1", is: "| a+ a-") { s in s.a.take(until: Observable.just(1)).words },
    Marbles("a1", is: "! a+ a-") { s in s.a.take(until: failed).words },
    Marbles("b1", is: "5 | b+ b-") { s in Observable.amb([.just(5), s.b]).words },
    Marbles("b1", is: "! b+ b-") { s in Observable.amb([failed, s.b]).words },
    Marbles("b1", is: "!") { s in Observable.concat(failed, s.b).words },
    Marbles("b1", is: "! b+ b-") { s in Observable.combineLatest(failed, s.b) { $0 + $1 }.words },
    Marbles("b1", is: "! a+ a-") { s in s.a.withLatestFrom(failed).words },
    Marbles("b1", is: "! b+ b-") { s in failed.sample(s.b).words },
    Marbles("a1", is: "1 | a+ a-") { s in s.a.startWith(1).take(1).words },
    Marbles("a1", is: "1 | a+ a-") { s in Observable.concat(.just(1), s.a).take(1).words },
    Marbles("a1", is: "1 | a+ a-") { s in Observable.merge(.just(1), s.a).take(1).words },
    Marbles("a1 a2 a|", is: "a+ 1 2 | a-") { s in
      s.a.multicast({ PublishSubject<Int>() }, selector: { $0 }).words
    },
    Marbles("a1 a2 a!", is: "a+ 1 1 2 2 ! a-") { s in
      s.a.multicast({ PublishSubject<Int>() }, selector: { Observable.merge($0, $0) }).words
    },
    Marbles("a1 a2 a3", is: "a+ 1 2 | a-") { s in
      s.a.multicast({ PublishSubject<Int>() }, selector: { $0.take(2) }).words
    },
    Marbles("a1", is: "| a+ a-") { s in
      s.a.multicast({ PublishSubject<Int>() }, selector: { _ in Observable<Int>.empty() }).words
    },
    Marbles("a1", is: "! a+ a-") { s in
      s.a.multicast({ PublishSubject<Int>() }, selector: { _ in failed }).words
    },
    Marbles("", is: "1 |") { s in
      Observable.of(1, 2).flatMap { _ in Observable.of(1, 2).concat(s.b) }.take(1).words
    },
    Marbles("", is: "1 |") { s in
      Observable.of(1, 2).concatMap { $0 == 1 ? Observable.of(1, 2).concat(s.b) : s.c }.take(1)
        .words
    },
    Marbles("", is: "1 |") { s in
      Observable.of(1, 2).flatMapLatest { $0 == 1 ? Observable.of(1, 2).concat(s.b) : s.c }.take(1)
        .words
    },
    Marbles("", is: "1 | b+ b-") { s in
      Observable<Int>.error(FuzzError(code: 1)).startWith(1).catch { _ in s.b }.take(1).words
    },
    Marbles("", is: "1 |") { s in
      Observable<Int>.error(FuzzError(code: 1)).startWith(1).retry(3).take(1).words
    },
  ]

  /// Ends that come from inside a delivery: the source is released at once, the end waits for its turn. What is released may
  /// send something, too.
  static let fromInside: [Marbles] = [
    Marbles("a1 b2", ["12": "a! b3"], is: "a+ b+ 12 ! a- b-") { s in
      Observable.combineLatest(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 b2", ["12": "a! b3"], is: "a+ b+ 12 ! a- b-") { s in
      Observable.zip(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1", ["1": "a! b3"], is: "a+ b+ 1 ! a- b-") { s in Observable.merge(s.a, s.b).words },
    Marbles("a1 b2", ["b2": "b! a1"], is: "a+ b+ b2 ! a- b-") { s in
      s.a.flatMap { s.inner($0) }
    },
    Marbles("a1 b2", ["b2": "b! a1"], is: "a+ b+ b2 ! a- b-") { s in
      s.a.concatMap { s.inner($0) }
    },
    Marbles("a1 b2", ["b2": "b! a2"], is: "a+ b+ b2 ! a- b-") { s in
      s.a.flatMapLatest { s.inner($0) }
    },
    Marbles("b1 a2", ["21": "b! a3"], is: "b+ a+ 21 ! a- b-") { s in
      s.a.withLatestFrom(s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 b1", ["1": "b! a2"], is: "a+ b+ 1 ! a- b-") { s in s.a.sample(s.b).words },
    Marbles("a1", ["1": "b! a2"], is: "b+ a+ 1 ! a- b-") { s in s.a.take(until: s.b).words },
    Marbles("a1 a2 b5", ["b-": "a1"], is: "a+ b+ b+ c+ b- c- b5") { s in
      s.a.flatMapLatest { s.inner($0) }
    },
    Marbles("b1 b2 a! b3 a!", is: "b+ a+ a- a+ a-") { s in
      s.a.retry { (_: Observable<any Error>) in s.b }.words
    },
    Marbles("a1 b| a2 a! a3", is: "b+ a+ 1 b- 2 | a-") { s in
      s.a.retry { (_: Observable<any Error>) in s.b }.words
    },
    Marbles("a1 b! a2 a! a3", is: "b+ a+ 1 b- 2 ! a-") { s in
      s.a.retry { (_: Observable<any Error>) in s.b }.words
    },
    // A sequence that waits for its turn is let go with the whole.
    Marbles("a1 a3 b| b|", is: "a+ f1 b+ f3 b+ b- b-") { s in
      s.a.concatMap { try s.call($0, s.inner(1)) }
    },
    Marbles("a1 a3 b| b|", is: "a+ f1 b+ f3 b+ b- b-") { s in
      s.a.map { try s.call($0, s.inner(1)) }.merge(maxConcurrent: 1)
    },
    // What was sent in time is not sent once more at the end.
    Marbles("a1 +10 a| +5", is: "a+ 1@10 |@10 a-@10") { s in
      s.a.debounce(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +5 a2 +10 a| +15", is: "a+ 1 2@10 |@15 a-@15") { s in
      s.a.throttle(.seconds(10), scheduler: s.clock).words
    },
    // The timer of the element before is late, and finds another one waiting.
    Marbles("a1 +5 a2 ~6 a3 a4 +20", is: "a+ 1 3@11 4@21") { s in
      s.a.throttle(.seconds(10), scheduler: s.clock).words
    },
  ]

  /// Groups and windows that are observed on their own: what is in them, and how they end, before the whole does. A source is
  /// held as long as anybody observes a part of it.
  static let apart: [Marbles] = [
    Marbles("a1 a3 a|", alone, is: "a+ g1:1 g1:3 g1| | a-") { s in s.groups() },
    Marbles("a1 a3 a!", alone, is: "a+ g1:1 g1:3 g1! ! a-") { s in s.groups() },
    Marbles("a1 . a2 a3 a|", alone, is: "a+ g1:1 g1:3 g1| a-") { s in s.groups() },
    Marbles("a1 . a!", alone, is: "a+ g1:1 g1! a-") { s in s.groups() },
    Marbles("a1 a2 a3 a|", alone, is: "a+ w0:1 w0:2 w0| w1:3 w1| | a-", leavesWork: true) { s in
      s.windowsApart()
    },
    Marbles("a1 a2 a3 a!", alone, is: "a+ w0:1 w0:2 w0| w1:3 w1! ! a-", leavesWork: true) { s in
      s.windowsApart()
    },
    Marbles("a1 . a2 a3 a|", alone, is: "a+ w0:1 w0:2 w0| a-", leavesWork: true) { s in
      s.windowsApart()
    },
  ]

  /// Their parts are subscribed longer than the whole, so that they are played in no other way.
  private static let alone = ["alone": ""]
  private static var failed: Observable<Int> { .error(FuzzError(code: 1)) }
}

extension MarbleStage {
  /// Says what is in each sequence, and how it ends; nothing of the whole but its end.
  private func spoken(
    _ whole: Observable<(name: String, part: Observable<Int>)>
  ) -> Observable<String> {
    whole.flatMap { name, part in
      _ = part.subscribe(
        onNext: { self.note("\(name):\($0)") }, onError: { _ in self.note("\(name)!") },
        onCompleted: { self.note("\(name)|") })
      return Observable<String>.empty()
    }
  }

  fileprivate func groups() -> Observable<String> {
    spoken(a.groupBy { $0 % 2 }.map { ("g\($0.key)", $0.asObservable()) })
  }

  fileprivate func windowsApart() -> Observable<String> {
    spoken(
      a.window(timeSpan: .seconds(10), count: 2, scheduler: clock).enumerated()
        .map { ("w\($0.index)", $0.element) })
  }
}
