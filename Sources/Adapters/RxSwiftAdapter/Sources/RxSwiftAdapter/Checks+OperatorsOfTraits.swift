import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

extension OperatorCases {
  /// Which error it is where the library makes it itself.
  static let errors: [Marbles] = [
    Marbles("a1 a|", is: "a+ outOfRange | a-") { s in named(s.a.element(at: 2)) },
    Marbles("a|", is: "a+ none | a-") { s in named(s.a.single()) },
    Marbles("a1 a2", is: "a+ 1 several | a-") { s in named(s.a.single()) },
    Marbles("a1 a|", is: "a+ none | a-") { s in named(s.a.single { $0 > 1 }) },
    Marbles("a2 a3", is: "a+ 2 several | a-") { s in named(s.a.single { $0 > 1 }) },
    Marbles("a|", is: "a+ none | a-") { s in named(s.a.asSingle().asObservable()) },
    Marbles("a1 a2", is: "a+ several | a-") { s in named(s.a.asSingle().asObservable()) },
    Marbles("a1 a2", is: "a+ several | a-") { s in named(s.a.asMaybe().asObservable()) },
    Marbles("a1 +15", is: "a+ 1 late@10 |@10 a-@10") { s in
      named(s.a.timeout(.seconds(10), scheduler: s.clock))
    },
    Marbles("+15", is: "a+ late@10 |@10 a-@10") { s in
      named(s.a.asSingle().timeout(.seconds(10), scheduler: s.clock).asObservable())
    },
    Marbles("a!", is: "a+ own1 | a-") { s in named(s.a.asSingle().asObservable()) },
    Marbles("a!", is: "a+ own1 | a-") { s in named(s.a.catch { throw $0 }) },
  ]

  /// Operators of the traits, with closures that throw.
  static let traits: [Marbles] = [
    Marbles("a1 a|", is: "a+ 1 | a-") { s in s.a.asSingle().words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in s.a.asMaybe().words },
    Marbles("a|", is: "a+ | a-") { s in s.a.asMaybe().words },
    Marbles("a1 .", is: "a+ a-") { s in s.a.asSingle().words },
    Marbles("a1 .", is: "a+ a-") { s in s.a.asMaybe().words },
    Marbles("a1 a|", ["1": "."], is: "a+ 1 a-") { s in s.a.asSingle().words },
    Marbles("a1 a|", is: "a+ f1 10 | a-") { s in
      s.a.asSingle().map { try s.call($0, $0 * 10) }.words
    },
    Marbles("a2 a|", is: "a+ f2 ! a-") { s in s.a.asSingle().map { try s.call($0, $0 * 10) }.words
    },
    Marbles("a1 a|", is: "a+ f1 | a-") { s in s.a.asSingle().filter { try s.call($0, false) }.words
    },
    Marbles("a2 a|", is: "a+ f2 ! a-") { s in s.a.asSingle().filter { try s.call($0, true) }.words
    },
    Marbles("a1 a|", is: "a+ f1 1 | a-") { s in
      s.a.asSingle().compactMap { try s.call($0, $0) }.words
    },
    Marbles("a2 a|", is: "a+ f2 ! a-") { s in s.a.asSingle().compactMap { try s.call($0, $0) }.words
    },
    Marbles("a1 a| b5 b|", is: "a+ f1 b+ a- 5 | b-") { s in
      s.a.asSingle().flatMap { try s.call($0, s.b.asSingle()) }.words
    },
    Marbles("a2 a| b5", is: "a+ f2 ! a-") { s in
      s.a.asSingle().flatMap { try s.call($0, s.b.asSingle()) }.words
    },
    Marbles("a1 a| .", is: "a+ b+ a- b-") { s in
      s.a.asSingle().flatMap { _ in s.b.asSingle() }.words
    },
    Marbles("a2 a| b5", is: "a+ f2 ! a-") { s in
      s.a.asSingle().flatMapMaybe { try s.call($0, s.b.asMaybe()) }.words
    },
    Marbles("a2 a| b5", is: "a+ f2 ! a-") { s in
      none(s.a.asSingle().flatMapCompletable { try s.call($0, s.without(s.b)) })
    },
    Marbles("a1 a| b5 b|", is: "a+ f1 b+ a- | b-") { s in
      none(s.a.asSingle().flatMapCompletable { try s.call($0, s.without(s.b)) })
    },
    Marbles("a1 a|", is: "a+ f1 10 | a-") { s in s.a.asMaybe().map { try s.call($0, $0 * 10) }.words
    },
    Marbles("a2 a|", is: "a+ f2 ! a-") { s in s.a.asMaybe().map { try s.call($0, $0 * 10) }.words },
    Marbles("a2 a|", is: "a+ f2 ! a-") { s in s.a.asMaybe().filter { try s.call($0, true) }.words },
    Marbles("a2 a|", is: "a+ f2 ! a-") { s in s.a.asMaybe().compactMap { try s.call($0, $0) }.words
    },
    Marbles("a2 a| b5", is: "a+ f2 ! a-") { s in
      s.a.asMaybe().flatMap { try s.call($0, s.b.asMaybe()) }.words
    },
    Marbles("a|", is: "a+ 9 | a-") { s in s.a.asMaybe().ifEmpty(default: 9).words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in s.a.asMaybe().ifEmpty(default: 9).words },
    Marbles("a| b5 b|", is: "a+ b+ a- 5 | b-") { s in
      s.a.asMaybe().ifEmpty(switchTo: s.b.asMaybe()).words
    },
    Marbles("a| b5 b|", is: "a+ b+ a- 5 | b-") { s in
      s.a.asMaybe().ifEmpty(switchTo: s.b.asSingle()).words
    },
    Marbles("a!", is: "a+ 9 | a-") { s in s.a.asSingle().catchAndReturn(9).words },
    Marbles("a!", is: "a+ 9 | a-") { s in s.a.asMaybe().catchAndReturn(9).words },
    Marbles("a! b5 b|", is: "a+ b+ a- 5 | b-") { s in
      s.a.asSingle().catch { _ in s.b.asSingle() }.words
    },
    Marbles("a!", is: "a+ ! a-") { s in
      s.a.asSingle().catch { _ in throw FuzzError(code: 2) }.words
    },
    Marbles("a! a! a1 a|", is: "a+ a+ a- a+ a- 1 | a-") { s in s.a.asSingle().retry(3).words },
    Marbles("a! a! a|", is: "a+ a+ a- ! a-") { s in s.a.asMaybe().retry(2).words },
    Marbles("a| b|", is: "a+ b+ a- | b-") { s in none(s.without(s.a).concat(s.without(s.b))) },
    Marbles("a| b|", is: "a+ b+ a- | b-") { s in none(s.without(s.a).andThen(s.without(s.b))) },
    Marbles("a! b|", is: "a+ ! a-") { s in none(s.without(s.a).andThen(s.without(s.b))) },
    Marbles("a1 a| b5 b|", is: "a+ b+ a- 5 | b-") { s in s.without(s.a).andThen(s.b).words },
    Marbles("a1 a| b5 .", is: "a+ b+ a- 5 b-") { s in s.without(s.a).andThen(s.b).words },
    Marbles("a1 a| b5 b|", is: "a+ b+ a- 5 | b-") { s in
      s.without(s.a).andThen(s.b.asSingle()).words
    },
    Marbles("a1 a| b5 b|", is: "a+ b+ a- 5 | b-") { s in s.without(s.a).andThen(s.b.asMaybe()).words
    },
    Marbles("a| b!", is: "a+ b+ a- ! b-") { s in
      none(Completable.zip(s.without(s.a), s.without(s.b)))
    },
    Marbles("b| a|", is: "a+ b+ b- | a-") { s in
      none(Completable.zip([s.without(s.a), s.without(s.b)]))
    },
    Marbles("a! b|", is: "a+ b+ a- | b-") { s in none(s.without(s.a).catch { _ in s.without(s.b) })
    },
    Marbles("a1 a| b2 b|", is: "a+ b+ a- f2 ! b-") { s in
      Single.zip(s.a.asSingle(), s.b.asSingle()) { try s.call($1, $0 + $1) }.words
    },
    Marbles("a1 a| b2 b|", is: "a+ b+ a- 3 | b-") { s in
      Maybe.zip(s.a.asMaybe(), s.b.asMaybe()) { $0 + $1 }.words
    },
    Marbles("a1 a| b|", is: "a+ b+ a- | b-") { s in
      Maybe.zip(s.a.asMaybe(), s.b.asMaybe()) { $0 + $1 }.words
    },
    Marbles("a1 a|", is: "asks a+ has on1 1 after1 | gone a-", atOnce: "asks a+ on1 1 after1 |") {
      s in s.done(s.a.asSingle()).words
    },
    Marbles("a!", is: "asks a+ has on! ! gone after! a-", atOnce: "asks a+ on! !") { s in
      s.done(s.a.asSingle()).words
    },
    Marbles(
      "a1 a|", is: "asks a+ has on1 1 after1 on| | gone after| a-",
      atOnce: "asks a+ on1 1 after1 on| |"
    ) { s in
      s.done(s.a.asMaybe()).words
    },
    Marbles("a|", is: "asks a+ has on| | gone after| a-", atOnce: "asks a+ on| |") { s in
      s.done(s.a.asMaybe()).words
    },
    Marbles("a!", is: "asks a+ has on! ! gone after! a-", atOnce: "asks a+ on! !") { s in
      s.done(s.a.asMaybe()).words
    },
    Marbles("a|", is: "asks a+ has on| | gone after| a-", atOnce: "asks a+ on| |") { s in
      none(s.done(s.without(s.a)))
    },
    Marbles("a!", is: "asks a+ has on! ! gone after! a-", atOnce: "asks a+ on! !") { s in
      none(s.done(s.without(s.a)))
    },
    Marbles("a1 a|", is: "a+ | a-") { s in s.a.asSingle().asCompletable().words },
    Marbles("a1 a|", is: "a+ 1 | a-") { s in s.a.asSingle().asMaybe().words },
    Marbles("a1 +5 a| +10", is: "a+ a-@5 1@15 |@15") { s in
      s.a.asSingle().delay(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +10 a2 a|", is: "a+@10 2@10 |@10 a-@10") { s in
      s.a.asSingle().delaySubscription(.seconds(10), scheduler: s.clock).words
    },
    Marbles("+15", is: "0@10 |@10") { s in Single<Int>.timer(.seconds(10), scheduler: s.clock).words
    },
    Marbles("+15", is: "0@10 |@10") { s in Maybe<Int>.timer(.seconds(10), scheduler: s.clock).words
    },
    Marbles("a1 +15 b2 b|", is: "a+ b+@10 a-@10 2@15 |@15 b-@15") { s in
      s.a.asSingle().timeout(.seconds(10), other: s.b.asSingle(), scheduler: s.clock).words
    },
  ]

  /// Spans of every unit.
  static let units: [Marbles] = [
    Marbles("a1 +9 +1 a|", is: "a+ 1@10 a-@10", leavesWork: true) { s in
      s.a.delay(.milliseconds(10_000), scheduler: s.clock).words
    },
    Marbles("a1 +9 +1 a|", is: "a+ 1@10 a-@10", leavesWork: true) { s in
      s.a.delay(.microseconds(10_000_000), scheduler: s.clock).words
    },
    Marbles("a1 +9 +1 a|", is: "a+ 1@10 a-@10", leavesWork: true) { s in
      s.a.delay(.nanoseconds(10_000_000_000), scheduler: s.clock).words
    },
    Marbles("a1 +9 +1 a|", is: "a+ 1@10 |@10 a-@10") { s in
      s.a.debounce(.milliseconds(10_000), scheduler: s.clock).words
    },
    Marbles("a1 +9 a2 +1 a3", is: "a+ 1 3@10") { s in
      s.a.throttle(.milliseconds(10_000), latest: false, scheduler: s.clock).words
    },
    Marbles("+9 +1 .", is: "0@10", leavesWork: true) { s in
      Observable<Int>.interval(.milliseconds(10_000), scheduler: s.clock).words
    },
  ]

  /// Words that there are none of.
  static func none(_ completable: Completable) -> Observable<String> {
    completable.asObservable().map { (_: Never) -> String in }
  }

  /// Its error as a word.
  private static func named(_ source: Observable<Int>) -> Observable<String> {
    source.words.catch { error in
      switch error {
      case RxError.argumentOutOfRange: .just("outOfRange")
      case RxError.noElements: .just("none")
      case RxError.moreThanOneElement: .just("several")
      case RxError.timeout: .just("late")
      case let error as FuzzError: .just("own\(error.code)")
      default: .just("another")
      }
    }
  }
}

extension PrimitiveSequence where Element == Int {
  fileprivate var words: Observable<String> { asObservable().words }
}

extension PrimitiveSequence where Element == Never {
  fileprivate var words: Observable<String> {
    asObservable().map { (_: Never) -> String in }
  }
}

extension MarbleStage {
  func without(_ source: Observable<Int>) -> Completable {
    source.ignoreElements().asCompletable()
  }

  fileprivate func done(_ source: Single<Int>) -> Single<Int> {
    source.do(
      onSuccess: { self.note("on\($0)") }, afterSuccess: { self.note("after\($0)") },
      onError: { _ in self.note("on!") }, afterError: { _ in self.note("after!") },
      onSubscribe: { self.note("asks") }, onSubscribed: { self.note("has") },
      onDispose: { self.note("gone") })
  }

  fileprivate func done(_ source: Maybe<Int>) -> Maybe<Int> {
    source.do(
      onNext: { self.note("on\($0)") }, afterNext: { self.note("after\($0)") },
      onError: { _ in self.note("on!") }, afterError: { _ in self.note("after!") },
      onCompleted: { self.note("on|") }, afterCompleted: { self.note("after|") },
      onSubscribe: { self.note("asks") }, onSubscribed: { self.note("has") },
      onDispose: { self.note("gone") })
  }

  fileprivate func done(_ source: Completable) -> Completable {
    source.do(
      onError: { _ in self.note("on!") }, afterError: { _ in self.note("after!") },
      onCompleted: { self.note("on|") }, afterCompleted: { self.note("after|") },
      onSubscribe: { self.note("asks") }, onSubscribed: { self.note("has") },
      onDispose: { self.note("gone") })
  }
}
