import Foundation
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

  /// Every closure that may throw is thrown from: operators that take one are read off their sources.
  @Test("are thrown from in every operator that takes one")
  func complete() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    var takers: Set<String> = []
    for folder in ["Operators", "Sharing"] {
      let files = try FileManager.default.contentsOfDirectory(
        at: root.appending(path: "Sources/RxCore/\(folder)"), includingPropertiesForKeys: nil)
      for file in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for match in text.matches(of: #/public (?:static )?func `?(\w+)`?([^{]*)\{/#)
        where match.2.contains("throws") {
          takers.insert(String(match.1))
        }
      }
    }
    #expect(takers.count > 20)
    let names = Set(Self.cases.map { String($0.testDescription.prefix { $0.isLetter }) })
    #expect(takers.subtracting(names).isEmpty, "\(takers.subtracting(names).sorted())")
  }

  /// A closure that is called for the first element fails at once.
  private static func first<Element: Sendable>(
    _ name: String, _ apply: @escaping @Sendable (Observable<Int>) -> Observable<Element>
  ) -> TimelineCase {
    TimelineCase(name, "210:1 220:2", gives: "210X", subscriptions: ["200-210"]) { s, _ in
      apply(s[0])
    }
  }

  /// A closure that is called by each subscription fails before there is a source.
  private static func subscription<Element: Sendable>(
    _ name: String, _ build: @escaping @Sendable () -> Observable<Element>
  ) -> TimelineCase {
    TimelineCase(name, gives: "200X") { _, _ in build() }
  }

  static let cases: [TimelineCase] = [
    subscription("deferred") { Observable<Int>.deferred { try fail() } },
    subscription("using, for the resource") {
      Observable<Int>.using(
        { () throws -> BooleanDisposable in try fail() }, observableFactory: { _ in .just(1) })
    },
    subscription("using, for the sequence") {
      Observable<Int>.using({ BooleanDisposable() }, observableFactory: { _ in try fail() })
    },
    subscription("generate, in its condition") {
      Observable.generate(initialState: 0, condition: { _ in try fail() }, iterate: { $0 })
    },
    TimelineCase("generate, in its iteration", gives: "200:0 200X") { _, _ in
      Observable.generate(initialState: 0, condition: { _ in true }, iterate: { _ in try fail() })
    },
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
    first("zip of a collection") {
      Observable.zip([$0, Observable.just(0)]) { (_: [Int]) -> Int in try fail() }
    },
    first("combineLatest of a collection") {
      Observable.combineLatest([$0, Observable.just(0)]) { (_: [Int]) -> Int in try fail() }
    },
    first("withUnretained") {
      $0.withUnretained(CurrentThreadScheduler.instance) { _, _ -> Int in try fail() }
    },
    first("distinctUntilChanged by compared keys") {
      $0.distinctUntilChanged({ _ -> Int in try fail() }, comparer: ==)
    },
    first("do") { $0.do(onNext: { _ in try fail() }) },
    TimelineCase(
      "do after the element", "210:1 220:2", gives: "210:1 210X", subscriptions: ["200-210"]
    ) {
      s, _ in s[0].do(afterNext: { _ in try fail() })
    },
    TimelineCase(
      "do at the completion", "210:1 220|", gives: "210:1 220X", subscriptions: ["200-220"]
    ) {
      s, _ in s[0].do(onCompleted: { try fail() })
    },
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
    TimelineCase("multicast through a selector", "210:1", gives: "200X", subscriptions: [""]) {
      s, _ in
      s[0].multicast({ PublishSubject<Int>() }, selector: { _ -> Observable<Int> in try fail() })
    },
    TimelineCase("multicast through a subject", "210:1", gives: "200X", subscriptions: [""]) {
      s, _ in
      s[0].multicast({ () throws -> PublishSubject<Int> in try fail() }, selector: { $0 })
    },
  ]
}
