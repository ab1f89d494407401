import RxFuzzKit
@preconcurrency import RxSwift

extension OperatorCases {
  /// Several sources at once.
  static let joins: [Marbles] = [
    Marbles("a1 b2 a3 a| b4 b|", is: "a+ b+ 1 2 3 a- 4 | b-") { s in
      Observable.merge(s.a, s.b).words
    },
    Marbles("a1 b! a2", is: "a+ b+ 1 ! a- b-") { s in Observable.merge(s.a, s.b).words },
    Marbles("a1 .  a2", is: "a+ b+ 1 a- b-") { s in Observable.merge(s.a, s.b).words },
    Marbles("b1 a1 b2 a| b3 b|", is: "a+ 1 b+ a- 3 | b-") { s in Observable.concat(s.a, s.b).words
    },
    Marbles("a1 a! b3", is: "a+ 1 ! a-") { s in Observable.concat(s.a, s.b).words },
    Marbles("a1 a|", ["1": "a|"], is: "a+ 1 b+ a-") { s in Observable.concat(s.a, s.b, s.c).words },
    Marbles("a1 a3 b2 b4 a5 a| b6 b7", is: "a+ b+ 12 34 a- 56") { s in
      Observable.zip(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 a3 a| b2 b4", is: "a+ b+ a- 12 34") { s in
      Observable.zip(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 b! b2", is: "a+ b+ ! a- b-") { s in Observable.zip(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 b2 c3 c4 a5 a| b6 c7", is: "a+ b+ c+ 6 a- 15") { s in
      Observable.zip([s.a, s.b, s.c]) { $0.reduce(0, +) }.words
    },
    Marbles("a1 b2 a3 b4 a| b5 b|", is: "a+ b+ 12 32 34 a- 35 | b-") { s in
      Observable.combineLatest(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a| b1 b2", is: "a+ b+ a- | b-") { s in
      Observable.combineLatest(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 b2 a! b3", is: "a+ b+ 12 ! a- b-") { s in
      Observable.combineLatest(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 b2 c3 c4 b| c5 a| c|", is: "a+ b+ c+ 6 7 b- 8 a- | c-") { s in
      Observable.combineLatest([s.a, s.b, s.c]) { $0.reduce(0, +) }.words
    },
    Marbles("a1 b2", is: "a+ b+ f2 ! a- b-") { s in
      Observable.combineLatest(s.a, s.b) { try s.call($1, $0) }.words
    },
    Marbles("a1 a3", is: "a+ f2 ! a-") { s in
      Observable.combineLatest(Observable.just(2), s.a) { try s.call($0, $1) }.words
    },
    Marbles("a1 a3", is: "a+ f2 ! a-") { s in
      s.a.withLatestFrom(Observable.just(2)) { try s.call($1, $0) }.words
    },
    Marbles("a1 b2 a3 b4 a5 b| a6 a|", is: "b+ a+ 32 54 b- 64 | a-") { s in
      s.a.withLatestFrom(s.b) { $0 * 10 + $1 }.words
    },
    Marbles("b2 b! a3", is: "b+ a+ ! a- b-") { s in s.a.withLatestFrom(s.b) { $0 * 10 + $1 }.words
    },
    Marbles("b2 a2 a3", is: "b+ a+ f2 ! a- b-") { s in
      s.a.withLatestFrom(s.b) { try s.call($0, $1) }.words
    },
    Marbles("b| a1 a|", is: "b+ a+ b- | a-") { s in s.a.withLatestFrom(s.b).words },
    Marbles("b1 a2 b3 b| a|", is: "a+ b+ 1 a- 3 | b-") { s in s.a.amb(s.b).words },
    Marbles("a| b1", is: "a+ b+ | a- b-") { s in s.a.amb(s.b).words },
    Marbles("b! a1", is: "a+ b+ ! a- b-") { s in s.a.amb(s.b).words },
    Marbles("c1 a2 b2 c|", is: "a+ b+ c+ 1 a- b- | c-") { s in
      Observable.amb([s.a, s.b, s.c]).words
    },
    Marbles("c1", ["1": "a5 c2"], is: "a+ b+ c+ 1 2 a- b-") { s in
      Observable.amb([s.a, s.b, s.c]).words
    },
    Marbles("a1 a2 b1 b2 a3 b3 a|", is: "a+ b+ 2 3 a-", keepsSource: true) { s in
      s.a.sample(s.b).words
    },
    Marbles("a1 b1 a2 a| b2 b3", is: "a+ b+ 1 a- 2 | b-") { s in s.a.sample(s.b).words },
    Marbles("a1 b|", is: "a+ b+ 1 b-") { s in s.a.sample(s.b).words },
    Marbles("b1 a1 b2 b3 b|", is: "a+ b+ 9 1 9 9 b-") { s in s.a.sample(s.b, defaultValue: 9).words
    },
    Marbles("a1 b!", is: "a+ b+ ! a- b-") { s in s.a.sample(s.b).words },
    Marbles("a! b1", is: "a+ b+ ! a- b-") { s in s.a.sample(s.b).words },
    Marbles("a1 b|", ["1": "b2 a3 a|"], is: "a+ b+ 1 2 3 a- | b-") { s in
      Observable.merge(s.a, s.b).words
    },
    Marbles("a1 b2", ["12": "a3 b4 a|", "34": "b|"], is: "a+ b+ 12 34 | a- b-") { s in
      Observable.zip(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 b2", ["12": "b3 a4"], is: "a+ b+ 12 13 43") { s in
      Observable.combineLatest(s.a, s.b) { $0 * 10 + $1 }.words
    },
    Marbles("b1 a2", ["21": "b3 a4 b|"], is: "b+ a+ 21 43 b-") { s in
      s.a.withLatestFrom(s.b) { $0 * 10 + $1 }.words
    },
    Marbles("a1 b1", ["1": "a2 b2 a|"], is: "a+ b+ 1 2 | a- b-", keepsSource: true) { s in
      s.a.sample(s.b).words
    },
    Marbles("a1 a| b2", is: "a+ b+ a- 3") { s in
      Observable.zip([s.a, s.b]) { $0.reduce(0, +) }.words
    },
    Marbles("a| b2", is: "a+ b+ a- | b-") { s in
      Observable.zip([s.a, s.b]) { $0.reduce(0, +) }.words
    },
    Marbles("a1", is: "a+ 3 1 2 1", atOnce: "a+ 1 3 1 2") { s in
      Observable.merge(.of(1, 2), s.a, .just(3)).words
    },
    Marbles("a1 a|", is: "1 2 a+ 1 3 | a-") { s in Observable.concat(.of(1, 2), s.a, .just(3)).words
    },
    Marbles("a1 a|", is: "a+ 3 | b+ a- b-", atOnce: "a+ 1 |") { s in
      Observable.amb([s.a, .just(3), s.b]).words
    },
  ]

  /// Sequences of sequences.
  static let inners: [Marbles] = [
    Marbles("a1 b5 a2 b6 c7 a| b| c8 c|", is: "a+ b+ b5 c+ b6 c7 a- b- c8 | c-") { s in
      s.a.flatMap { s.inner($0) }
    },
    Marbles("a1 a3 b5", is: "a+ b+ ! a- b-") { s in s.a.flatMap { s.inner($0) } },
    Marbles("a1 b! a2", is: "a+ b+ ! a- b-") { s in s.a.flatMap { s.inner($0) } },
    Marbles("a1 a| b|", is: "a+ b+ a- | b-") { s in s.a.flatMap { s.inner($0) } },
    Marbles("a1 a3 a2", is: "a+ f1 b+ f3 b+ f2 ! a- b- b-") { s in
      s.a.flatMap { try s.call($0, s.inner(1)) }
    },
    Marbles("a1 a2 a3", is: "a+ f1 b+ f2 ! a- b-") { s in
      s.a.flatMapLatest { try s.call($0, s.inner($0)) }
    },
    Marbles("a2 a1", is: "a+ f2 ! a-") { s in s.a.flatMapLatest { try s.call($0, s.inner(1)) } },
    Marbles("a2 a1", is: "a+ f2 ! a-") { s in s.a.flatMapFirst { try s.call($0, s.inner(1)) } },
    Marbles("a2 a1", is: "a+ f2 ! a-") { s in s.a.concatMap { try s.call($0, s.inner(1)) } },
    Marbles("a2 a1", is: "a+ f2 ! a-") { s in s.a.flatMap { try s.call($0, s.inner(1)) } },
    Marbles("a1 a2 a3 a|", is: "a+ 2 3 | a-") { s in
      s.a.concatMap { $0 == 1 ? Observable.empty() : .just($0) }.words
    },
    Marbles("a1 a2 a3 a|", is: "a+ 2 3 | a-") { s in
      s.a.flatMapFirst { $0 == 1 ? Observable.empty() : .just($0) }.words
    },
    Marbles("a1 a2 a3 a|", is: "a+ 2 3 | a-") { s in
      s.a.map { $0 == 1 ? Observable.empty() : .just($0) }.merge(maxConcurrent: 2).words
    },
    Marbles("a1 a2 a|", is: "a+ 1 2 | a-") { s in
      s.a.flatMapLatest { Observable.just($0) }.words
    },
    Marbles("a1 b5 a2 b6 c7 b| c8 a| c|", is: "a+ b+ b5 b6 b- | a-") { s in
      s.a.flatMapFirst { s.inner($0) }
    },
    Marbles("a1 b| a2 c7 a| c8 c|", is: "a+ b+ b- c+ c7 a- c8 | c-") { s in
      s.a.flatMapFirst { s.inner($0) }
    },
    Marbles("a1 b5 a2 b6 c7 a| c8 c|", is: "a+ b+ b5 c+ b- c7 a- c8 | c-") { s in
      s.a.flatMapLatest { s.inner($0) }
    },
    Marbles("a1 b| a2 c| a|", is: "a+ b+ b- c+ c- | a-") { s in s.a.flatMapLatest { s.inner($0) } },
    Marbles("a1 a| b7 b|", is: "a+ b+ a- b7 | b-") { s in s.a.flatMapLatest { s.inner($0) } },
    Marbles("a1 b! a2", is: "a+ b+ ! a- b-") { s in s.a.flatMapLatest { s.inner($0) } },
    Marbles("a1 a! b7", is: "a+ b+ ! a- b-") { s in s.a.flatMapLatest { s.inner($0) } },
    Marbles("a1 b5", ["b5": "a2 c8"], is: "a+ b+ b5 c+ c8 b-") { s in
      s.a.flatMapLatest { s.inner($0) }
    },
    Marbles("a1 a2 b3 b| c4 a| c|", is: "a+ b+ b3 c+ b- c4 a- | c-") { s in
      s.a.concatMap { s.inner($0) }
    },
    Marbles("a1 a2 a| b| c4 c|", is: "a+ b+ a- c+ b- c4 | c-") { s in s.a.concatMap { s.inner($0) }
    },
    Marbles("a1 a3 b1 b|", is: "a+ b+ b1 ! a- b-") { s in s.a.concatMap { s.inner($0) } },
    Marbles("a1 a2 . b|", is: "a+ b+ a- b-") { s in s.a.concatMap { s.inner($0) } },
    Marbles("a1 a2 a1 c5 b| b6 a| c| b|", is: "a+ b+ c+ c5 b+ b- b6 a- c- | b-") { s in
      s.a.map { s.inner($0) }.merge(maxConcurrent: 2)
    },
    Marbles("a1 a2 a! b1", is: "a+ b+ ! a- b-") { s in
      s.a.map { s.inner($0) }.merge(maxConcurrent: 1)
    },
    Marbles("a1 b1 a| b|", is: "a+ b+ b1 a- | b-") { s in s.a.map { s.inner($0) }.merge() },
    Marbles("a1 a2 c1 a| c|", is: "a+ b+ c+ b- c1 a- | c-") { s in
      s.a.map { s.inner($0) }.switchLatest()
    },
    Marbles("a1 a! b5 b|", is: "a+ 1 b+ a- 5 | b-") { s in s.a.catch { _ in s.b }.words },
    Marbles("a1 a! b5 b!", is: "a+ 1 b+ a- 5 ! b-") { s in s.a.catch { _ in s.b }.words },
    Marbles("a1 a!", is: "a+ 1 ! a-") { s in s.a.catch { _ in throw FuzzError(code: 9) }.words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in s.a.catch { _ in s.b }.words },
    Marbles("a1 a!", is: "a+ 1 9 | a-") { s in s.a.catchAndReturn(9).words },
    Marbles("a1 a! b2 b!", is: "a+ 1 b+ a- 2 ! b-") { s in
      Observable.catch(sequence: [s.a, s.b]).words
    },
    Marbles("a1 a! a2 a! a3 a!", is: "a+ 1 a+ a- 2 ! a-") { s in s.a.retry(2).words },
    Marbles("a1 a! a2 a|", is: "a+ 1 a+ a- 2 | a-") { s in s.a.retry(3).words },
    Marbles("a1 a! a2 b1 a3 a! b2 a|", is: "b+ a+ 1 a- a+ 3 a- a+ | a- b-") { s in
      s.a.retry { (_: Observable<any Error>) in s.b }.words
    },
    Marbles("a1 a! b|", is: "b+ a+ 1 a- | b-") { s in
      s.a.retry { (_: Observable<any Error>) in s.b }.words
    },
    Marbles("a1 a! b!", is: "b+ a+ 1 a- ! b-") { s in
      s.a.retry { (_: Observable<any Error>) in s.b }.words
    },
    Marbles("a1 b1 a! b2 a2 b|", is: "b+ a+ 1 a- a+ 2 b-") { s in
      s.a.retry { (_: Observable<any Error>) in s.b }.words
    },
    Marbles("a1 a2 a3 a4 a|", is: "a+ 1:1 0:2 1:3 0:4 | a-") { s in
      s.a.groupBy { $0 % 2 }.flatMap { group in group.asObservable().map { "\(group.key):\($0)" } }
    },
    Marbles("a1 a3 a2 a!", is: "a+ f1 1:1 f3 3:3 f2 ! a-") { s in
      s.a.groupBy { try s.call($0, $0) }.flatMap { group in
        group.asObservable().map { "\(group.key):\($0)" }
      }
    },
    Marbles("a1 a2 a|", is: "a+ 1 11 2 12 | a-", atOnce: "a+ 1 2 11 12 |") { s in
      s.a.flatMap { Observable.of($0, $0 + 10) }.words
    },
    Marbles("a1 a2 a|", is: "a+ 1 11 2 12 | a-", atOnce: "a+ 1 11 |") { s in
      s.a.flatMapFirst { Observable.of($0, $0 + 10) }.words
    },
    Marbles("a1 a2 a|", is: "a+ 1 11 2 12 | a-", atOnce: "a+ 2 12 |") { s in
      s.a.flatMapLatest { Observable.of($0, $0 + 10) }.words
    },
    Marbles("a1 a2 a|", is: "a+ 1 11 2 12 | a-") { s in
      s.a.concatMap { Observable.of($0, $0 + 10) }.words
    },
    Marbles("a1 a2 a|", is: "a+ 1 11 2 12 | a-", atOnce: "a+ 1 2 11 12 |") { s in
      s.a.map { Observable.of($0, $0 + 10) }.merge(maxConcurrent: 2).words
    },
    Marbles("a1 a2 a|", is: "a+ 5 | a-") { s in
      s.a.flatMap { $0 == 1 ? Observable.empty() : .just(5) }.words
    },
    Marbles("a1 a2 a1 b| a|", is: "a+ b+ 7 8 b+ b- a-", keepsSource: true) { s in
      s.a.concatMap { $0 == 1 ? s.b : Observable.of(7, 8) }.words
    },
    Marbles("a1", ["1": "a2", "11": "a3"], is: "a+ 1 11 2 12 3 13") { s in
      s.a.concatMap { Observable.of($0, $0 + 10) }.words
    },
    Marbles("a1", ["1": "a2", "11": "a3 a|"], is: "a+ 1 2 11 12 3 13 | a-") { s in
      s.a.flatMap { Observable.of($0, $0 + 10) }.words
    },
    Marbles("a1 b2", ["b2": "."], is: "a+ b+ b2 a- b-") { s in s.a.concatMap { s.inner($0) } },
    Marbles("", is: "9 |") { _ in
      Observable<Int>.error(FuzzError(code: 1)).catch { _ in .just(9) }.words
    },
    Marbles("", is: "asked asked asked !") { s in
      Observable<Int>.deferred {
        s.note("asked")
        throw FuzzError(code: 1)
      }.retry(3).words
    },
    Marbles("a1 a! b1 a2 a! b2 b!", is: "a+ 1 b+ a- a+ 2 b+ a- a+ b- b-") { s in
      s.a.retry { (errors: Observable<any Error>) in errors.flatMap { _ in s.b } }.words
    },
    Marbles("a1 a!", ["2": "a! a!"], is: "2 a+ 1 a+ a-") { s in s.a.retry(2).startWith(2).words },
  ]

  /// Of no sources at all, and of a single one.
  static let few: [Marbles] = [
    Marbles("", is: "|") { _ in Observable<Int>.catch(sequence: [Observable<Int>]()).words },
    Marbles("", is: "|") { _ in Observable<Int>.concat([Observable<Int>]()).words },
    Marbles("", is: "|") { _ in Observable<Int>.merge([Observable<Int>]()).words },
    Marbles("", is: "|") { _ in Observable.zip([Observable<Int>]()) { $0.count }.words },
    Marbles("", is: "|") { _ in
      Observable<Int>.amb([Observable<Int>]()).amb(Observable.empty()).words
    },
    Marbles("", is: "|") { _ in
      none(Completable.concat([Completable]()))
    },
    Marbles("", is: "|") { _ in
      none(Completable.zip([Completable]()))
    },
    Marbles("", is: "|") { _ in Infallible<Int>.concat([Infallible<Int>]()).asObservable().words },
    Marbles("", is: "|") { _ in Infallible<Int>.merge([Infallible<Int>]()).asObservable().words },
    Marbles("a1 a! a2", is: "a+ 1 ! a-") { s in Observable.catch(sequence: [s.a]).words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in Observable.catch(sequence: [s.a, s.b]).words },
    Marbles("a1 a! b2 b|", is: "a+ 1 b+ a- 2 | b-") { s in
      Observable.catch(sequence: [s.a, s.b]).words
    },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in Observable.concat([s.a]).words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in Observable.merge([s.a]).words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in Observable.amb([s.a]).words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in Observable.zip([s.a]) { $0[0] }.words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in Observable.combineLatest([s.a]) { $0[0] }.words },
  ]
}
