import RxCore
import RxCoreTest
import Testing

/// What a closure throws is the sequence's error, at once, and releases the source.
@Suite("Closures that throw")
struct ThrowingTests {
  private static func fail<Result>() throws -> Result { throw Failure() }

  @Test("end the sequence with their error, and release the source", arguments: cases)
  func throwing(row: TimelineCase) {
    let (result, subscriptions) = row.run()
    #expect(result == row.result)
    #expect(subscriptions == row.subscriptions)
  }

  /// A closure that is called for the first element fails at once.
  private static func first<Element: Sendable>(
    _ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Element>
  ) -> TimelineCase {
    TimelineCase(name, "210:1 220:2", gives: "210X", subscriptions: ["200-210"]) { s, _ in
      apply(s[0])
    }
  }

  static let cases: [TimelineCase] = [
    first("map") { $0.map { _ -> Int in try fail() } },
    first("compactMap") { $0.compactMap { _ -> Int? in try fail() } },
    first("scan") { $0.scan(0) { _, _ in try fail() } },
    first("scan into") { $0.scan(into: 0) { _, _ in try fail() } },
    first("reduce") { $0.reduce(0) { _, _ in try fail() } },
    first("groupBy") { $0.groupBy { _ -> Int in try fail() }.map(\.key) },
    first("flatMap") { $0.flatMap { _ -> Observable<Int> in try fail() } },
    first("flatMapFirst") { $0.flatMapFirst { _ -> Observable<Int> in try fail() } },
    first("flatMapLatest") { $0.flatMapLatest { _ -> Observable<Int> in try fail() } },
    first("concatMap") { $0.concatMap { _ -> Observable<Int> in try fail() } },
    first("filter") { $0.filter { _ in try fail() } },
    first("distinctUntilChanged") { $0.distinctUntilChanged { _ -> Int in try fail() } },
    first("single") { $0.single { _ in try fail() } },
    first("take while") { $0.take(while: { _ in try fail() }) },
    first("take until a predicate") { $0.take(until: { _ in try fail() }) },
    first("skip while") { $0.skip(while: { _ in try fail() }) },
    first("zip") { Observable.zip($0, Observable.just(0)) { _, _ -> Int in try fail() } },
    first("combineLatest") {
      Observable.combineLatest($0, Observable.just(0)) { _, _ -> Int in try fail() }
    },
    first("withLatestFrom") {
      $0.withLatestFrom(Observable.just(0)) { _, _ -> Int in try fail() }
    },
    first("do") { $0.do(onNext: { _ in try fail() }) },
    TimelineCase(
      "distinctUntilChanged by comparison", "210:1 220:2", gives: "210:1 220X",
      subscriptions: ["200-220"]
    ) { s, _ in s[0].distinctUntilChanged { _, _ in try fail() } },
    TimelineCase("reduce's result", "210:1 220|", gives: "220X", subscriptions: ["200-220"]) {
      s, _ in
      s[0].reduce(0, accumulator: { $0 + $1 }, mapResult: { _ -> Int in try fail() })
    },
    TimelineCase("catch", "210:1 220X", gives: "210:1 220X", subscriptions: ["200-220"]) { s, _ in
      s[0].catch { _ in try fail() }
    },
    TimelineCase("multicast's selector", "210:1", gives: "200X", subscriptions: [""]) { s, _ in
      s[0].multicast({ PublishSubject<Int>() }, selector: { _ -> Observable<Int> in try fail() })
    },
  ]
}
