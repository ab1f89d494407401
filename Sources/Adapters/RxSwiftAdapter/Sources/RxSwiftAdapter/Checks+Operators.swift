import RxFuzzKit
@preconcurrency import RxSwift

/// What each operator does of one thread's events, element by element: the order in which sources are subscribed and
/// released, what comes at what time, and what happens when the observer acts from inside.
enum OperatorCases {
  /// All at once: none takes long, and a fault shows in the first moments of a run.
  static let all: [CaseRun.Case] = [Marbles.check(rows)]
  static let variations: [CaseRun.Case] = [Marbles.checkVariations(rows)]
  static let rows =
    elements + prefixes + joins + inners + few + timed + hurried + endings + overAtOnce + apart
    + fromInside + errors + traits + units + safe

  /// One source, each element by itself.
  static let elements: [Marbles] = [
    Marbles("a1 a2 a3 a4", is: "a+ f1 10 f2 ! a-") { s in s.a.map { try s.call($0, $0 * 10) }.words
    },
    Marbles("a1 a3 a2", is: "a+ f1 f3 3 f2 ! a-") { s in s.a.filter { try s.call($0, $0 > 1) }.words
    },
    Marbles("a1 a3 a2", is: "a+ f1 f3 3 f2 ! a-") { s in
      s.a.compactMap { try s.call($0, $0 > 1 ? $0 : nil) }.words
    },
    Marbles("a1 a3 a4 a2 a5", is: "a+ f1 1 f3 4 f4 8 f2 ! a-") { s in
      s.a.scan(0) { try s.call($1, $0 + $1) }.words
    },
    Marbles("a1 a3 a4 a|", is: "a+ 1 4 8 | a-") { s in s.a.scan(into: 0) { $0 += $1 }.words },
    Marbles("a1 a3 a4 a| a5", is: "a+ f1 f3 f4 8 | a-") { s in
      s.a.reduce(0) { try s.call($1, $0 + $1) }.words
    },
    Marbles("a1 a2 a3 a|", is: "a+ f1 f2 ! a-") { s in
      s.a.reduce(0) { try s.call($1, $0 + $1) }.words
    },
    Marbles("a1 a3 a!", is: "a+ ! a-") { s in s.a.reduce(0) { $0 + $1 }.words },
    Marbles("a1 a3 a|", is: "a+ 40 | a-") { s in
      s.a.reduce(0, accumulator: { $0 + $1 }, mapResult: { $0 * 10 }).words
    },
    Marbles("a1 a3 a|", is: "a+ f1 f3 f4 ! a-") { s in
      s.a.reduce(
        0, accumulator: { try s.call($1, $0 + $1) },
        mapResult: {
          _ = try s.call($0, 0)
          throw FuzzError(code: 3)
        }
      ).map { (_: Int) in "" }
    },
    Marbles("a1 a2 a|", is: "a+ f1 f2 ! a-") { s in
      s.a.reduce(0, accumulator: { try s.call($1, $0 + $1) }, mapResult: { try s.call($0, $0) })
        .words
    },
    Marbles("a1 a1 a3 a3 a1 a|", is: "a+ 1 3 1 | a-") { s in s.a.distinctUntilChanged().words },
    Marbles("a1 a11 a3 a21 a1 a|", is: "a+ 1 3 21 | a-") { s in
      s.a.distinctUntilChanged { $0 % 10 }.words
    },
    // What is less than the one before is no change.
    Marbles("a1 a3 a2 a4 a|", is: "a+ 1 3 4 | a-") { s in
      s.a.distinctUntilChanged { before, next in next < before }.words
    },
    Marbles("a1 a3 a2 a4 a|", is: "a+ 1 3 4 | a-") { s in
      s.a.distinctUntilChanged({ -$0 }, comparer: { before, next in next > before }).words
    },
    Marbles("a1 a3 a2 a4", is: "a+ f1 1 f3 3 f2 ! a-") { s in
      s.a.distinctUntilChanged { try s.call($0, $0) }.words
    },
    Marbles("a5 a7 a|", is: "a+ 05 17 | a-") { s in
      s.a.enumerated().map { "\($0.index)\($0.element)" }
    },
    Marbles("a5 a|", ["05": "a6", "16": "a7"], is: "a+ 05 16 27 | a-") { s in
      s.a.enumerated().map { "\($0.index)\($0.element)" }
    },
    Marbles("a5 a! a6", is: "a+ next stop | a-") { s in
      s.a.materialize().map { $0.isStopEvent ? "stop" : "next" }
    },
    Marbles("a5 a| a6", is: "a+ next stop | a-") { s in
      s.a.materialize().map { $0.isStopEvent ? "stop" : "next" }
    },
    Marbles("a5 a6 a1 a7", is: "a+ 5 6 | a-") { s in
      s.a.map { $0 == 1 ? Event<Int>.completed : .next($0) }.dematerialize().words
    },
    Marbles("a5 a6 a1 a7", is: "a+ 5 6 ! a-") { s in
      s.a.map { $0 == 1 ? Event<Int>.error(FuzzError(code: 1)) : .next($0) }.dematerialize().words
    },
    Marbles("a5 a|", is: "a+ end | a-") { s in
      s.a.ignoreElements().materialize().map { $0.error == nil ? "end" : "error" }
    },
    Marbles("a5 a!", is: "a+ error | a-") { s in
      s.a.ignoreElements().materialize().map { $0.error == nil ? "end" : "error" }
    },
    Marbles("a5 a6 . a7", is: "1 2 a+ 5 6 a-") { s in s.a.startWith(1, 2).words },
    Marbles("a5", ["1": "."], is: "1 2 a+ a-") { s in s.a.startWith(1, 2).words },
    Marbles("a|", is: "a+ 9 | a-") { s in s.a.ifEmpty(default: 9).words },
    Marbles("a5 a|", is: "a+ 5 | a-") { s in s.a.ifEmpty(default: 9).words },
    Marbles("a! a|", is: "a+ ! a-") { s in s.a.ifEmpty(default: 9).words },
    Marbles("b4 a| b5 b|", is: "a+ b+ a- 5 | b-") { s in s.a.ifEmpty(switchTo: s.b).words },
    Marbles("a5 a| b5 b|", is: "a+ 5 | a-") { s in s.a.ifEmpty(switchTo: s.b).words },
    Marbles("a| b!", is: "a+ b+ a- ! b-") { s in s.a.ifEmpty(switchTo: s.b).words },
    Marbles(
      "a5 a6 a7 a|", is: "asks a+ has on5 5 after5 on6 6 after6 on7 7 after7 on| | gone after| a-",
      atOnce: "asks a+ on5 5 after5 on6 6 after6 on7 7 after7 on| | after| has gone"
    ) { s in s.done(s.a).words },
    Marbles(
      "a5 a!", is: "asks a+ has on5 5 after5 on! ! gone after! a-",
      atOnce: "asks a+ on5 5 after5 on! ! after! has gone"
    ) { s in s.done(s.a).words
    },
    Marbles("a5 .", is: "asks a+ has on5 5 after5 gone a-") { s in s.done(s.a).words },
    Marbles("a5", ["5": "."], is: "asks a+ has on5 5 gone after5 a-") { s in s.done(s.a).words },
    Marbles("a5", ["5": "a|"], is: "asks a+ has on5 5 on| | gone after| after5 a-") { s in
      s.done(s.a).words
    },
    Marbles("a1 a2 a3", is: "a+ f1 1 f2 ! a-") { s in
      s.a.do(onNext: { _ = try s.call($0, 0) }).words
    },
    Marbles("a1 a2 a3", is: "a+ 1 f1 2 f2 ! a-") { s in
      s.a.do(afterNext: { _ = try s.call($0, 0) }).words
    },
    Marbles("a1 a!", is: "a+ 1 ! a-") { s in
      s.a.do(onError: { _ in throw FuzzError(code: 2) }).words
    },
    Marbles("a1 a|", is: "a+ 1 ! a-") { s in s.a.do(onCompleted: { throw FuzzError(code: 2) }).words
    },
    Marbles("a1", ["1": "a5", "6": "a7"], is: "a+ 1 6 13") { s in s.a.scan(0) { $0 + $1 }.words },
    Marbles("a1 a1", ["1": "a5", "5": "a5 a6"], is: "a+ 1 5 6 1 5 6") { s in
      s.a.distinctUntilChanged().words
    },
    Marbles("a1 a|", ["1": "a5 a|"], is: "a+ 1 5 | a-") { s in s.a.ifEmpty(default: 9).words },
    Marbles("a1", ["1": "a5 ."], is: "a+ 1 5 a-") { s in s.a.map { $0 }.filter { _ in true }.words
    },
  ]

  /// One source, of which a part is taken.
  static let prefixes: [Marbles] = [
    Marbles("a1 a2 a3", is: "a+ 1 2 | a-") { s in s.a.take(2).words },
    Marbles("a1 a2", ["2": "a3"], is: "a+ 1 2 | a-") { s in s.a.take(2).words },
    Marbles("a1 a2 a3", ["1": "a5 a6"], is: "a+ 1 5 | a-") { s in s.a.take(2).words },
    Marbles("a1", ["1": "a|"], is: "a+ 1 | a-") { s in s.a.take(1).words },
    Marbles("a1", ["1": "a|"], is: "a+ 1 ! a-") { s in s.a.element(at: 0).words },
    Marbles("a1", ["1": "a|"], is: "a+ 1 | a-") { s in s.a.single().words },
    Marbles("a1", ["1": "a5 a|"], is: "a+ 1 5 | a-") { s in
      s.a.first().asObservable().map { $0.map { "\($0)" } ?? "nil" }
    },
    Marbles("a2", ["2": "a|"], is: "a+ 2 | a-") { s in
      s.a.take(while: { $0 != 2 }, behavior: .inclusive).words
    },
    Marbles("a1", ["1": "a!"], is: "a+ 1 ! a-") { s in s.a.element(at: 0).words },
    Marbles("a1", is: "|") { s in s.a.take(0).words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in s.a.take(2).words },
    Marbles("a1 a!", is: "a+ 1 ! a-") { s in s.a.take(2).words },
    Marbles("a1 a2 a3 a|", is: "a+ 3 | a-") { s in s.a.skip(2).words },
    Marbles("a1 a2 a|", is: "a+ 1 2 | a-") { s in s.a.skip(0).words },
    Marbles("a1 a2 a!", is: "a+ ! a-") { s in s.a.skip(2).words },
    Marbles("a1 a2 a3 a4 a|", is: "a+ 3 4 | a-") { s in s.a.takeLast(2).words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in s.a.takeLast(2).words },
    Marbles("a1 a2 a|", is: "a+ | a-") { s in s.a.takeLast(0).words },
    Marbles("a1 a2 a!", is: "a+ ! a-") { s in s.a.takeLast(2).words },
    Marbles("a1 a2 a3 a|", ["2": "."], is: "a+ 2 a-") { s in s.a.takeLast(2).words },
    Marbles("a1 a3 a2 a4", is: "a+ 1 3 | a-") { s in s.a.take(while: { $0 != 2 }).words },
    Marbles("a1 a3 a2 a4", is: "a+ 1 3 2 | a-") { s in
      s.a.take(while: { $0 != 2 }, behavior: .inclusive).words
    },
    Marbles("a1 a2", is: "a+ f1 1 f2 ! a-") { s in s.a.take(while: { try s.call($0, true) }).words
    },
    Marbles("a1 a3 a2 a4", is: "a+ 1 3 | a-") { s in s.a.take(until: { $0 == 2 }).words },
    Marbles("a1 a3 a2 a4", is: "a+ 1 3 2 | a-") { s in
      s.a.take(until: { $0 == 2 }, behavior: .inclusive).words
    },
    Marbles("a1 a3 a1 a4 a|", is: "a+ f1 f3 3 1 4 | a-") { s in
      s.a.skip(while: { try s.call($0, $0 == 1) }).words
    },
    Marbles("a1 a2 a3", is: "a+ f1 f2 ! a-") { s in s.a.skip(while: { try s.call($0, true) }).words
    },
    Marbles("a1 a3 a4 a5", is: "a+ 4 | a-") { s in s.a.element(at: 2).words },
    Marbles("a1 a|", is: "a+ ! a-") { s in s.a.element(at: 2).words },
    Marbles("a1 a3 a|", is: "a+ 1 ! a-") { s in s.a.single().words },
    Marbles("a1 a3 a|", is: "a+ f1 f3 3 | a-") { s in s.a.single { try s.call($0, $0 > 1) }.words },
    Marbles("a1 a|", is: "a+ ! a-") { s in s.a.single { $0 > 1 }.words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in s.a.single().words },
    Marbles("a1 a2", is: "a+ f1 1 f2 ! a-") { s in s.a.single { try s.call($0, true) }.words },
    Marbles("a1 a2", is: "a+ 1 | a-") { s in
      s.a.first().asObservable().map { $0.map { "\($0)" } ?? "nil" }
    },
    Marbles("a|", is: "a+ nil | a-") { s in
      s.a.first().asObservable().map { $0.map { "\($0)" } ?? "nil" }
    },
    Marbles("a1 a2 a|", is: "a+ 1+2 | a-") { s in
      s.a.toArray().asObservable().map { $0.map { "\($0)" }.joined(separator: "+") }
    },
    Marbles("a1 b|", is: "b+ a+ 1 b-") { s in s.a.take(until: s.b).words },
    Marbles("a1 b1 a2", is: "b+ a+ 1 | a- b-") { s in s.a.take(until: s.b).words },
    Marbles("a1 b! a2", is: "b+ a+ 1 ! a- b-") { s in s.a.take(until: s.b).words },
    Marbles("a1 a| b1", is: "b+ a+ 1 | a- b-") { s in s.a.take(until: s.b).words },
    Marbles("a1 b1 a2 b2 a|", is: "a+ b+ b- 2 | a-") { s in s.a.skip(until: s.b).words },
    Marbles("a1 b| a2 a|", is: "a+ b+ b- a-") { s in s.a.skip(until: s.b).words },
    Marbles("a1 b! a2", is: "a+ b+ ! a- b-") { s in s.a.skip(until: s.b).words },
    Marbles("a1 a| b1", is: "a+ b+ a- b-") { s in s.a.skip(until: s.b).words },
    Marbles("a1 a2 a3 a|", ["3": "a5"], is: "a+ 3 5 | a-") { s in s.a.skip(2).words },
    Marbles("a1", ["1": "a5 a6"], is: "a+ 1 | a-") { s in s.a.take(while: { $0 != 5 }).words },
    Marbles("a1", ["1": "a5 a6"], is: "a+ 1 5 | a-") { s in s.a.element(at: 0).words },
    Marbles("a1 a2", ["1": "b5 a3"], is: "b+ a+ 1 | a- b-") { s in s.a.take(until: s.b).words },
    Marbles("b1 a2", ["2": "a3 ."], is: "a+ b+ b- 2 3 a-") { s in s.a.skip(until: s.b).words },
  ]
}
