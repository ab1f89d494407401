@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Operators, by family, with what their documentation says that they send.
enum CheckedOperators {
  static let families: [(String, [CheckedOperator])] = [
    ("elements", elements), ("gathering", gathering), ("ending", ending), ("failing", failing),
    ("joining", joining), ("successive", successive),
  ]

  private typealias Op = CheckedOperator

  private static func passing(
    _ name: String, _ build: @escaping @Sendable (Producer) -> Producer
  ) -> Op { Op(name, "1 2 3 .", "1 2 3 !7", "1 2 3 x", build) }

  private static let elements: [Op] = [
    Op("map", "2 3 4 .", "2 3 4 !7", "2 3 4 x") { $0.map { $0 + 1 } },
    Op("map(value:)", "5 5 5 .", "5 5 5 !7", "5 5 5 x") { $0.map(value: 5) },
    Op("filter", "1 3 .", "1 3 !7", "1 3 x") { $0.filter { $0 != 2 } },
    Op("skipNil", "1 3 .", "1 3 !7", "1 3 x") { $0.map { $0 == 2 ? nil : $0 }.skipNil() },
    Op("scan", "1 3 6 .", "1 3 6 !7", "1 3 6 x") { $0.scan(0, +) },
    Op("scan(into:)", "1 3 6 .", "1 3 6 !7", "1 3 6 x") { $0.scan(into: 0) { $0 += $1 } },
    Op("skip(first:)", "3 .", "3 !7", "3 x") { $0.skip(first: 2) },
    Op("skip(while:)", "2 3 .", "2 3 !7", "2 3 x") { $0.skip(while: { $0 < 2 }) },
    Op("skipRepeats", "0 1 .", "0 1 !7", "0 1 x") { $0.map { $0 / 2 }.skipRepeats() },
    Op("uniqueValues", "1 0 .", "1 0 !7", "1 0 x") { $0.map { $0 % 2 }.uniqueValues() },
    Op("combinePrevious(_:)", "1 12 23 .", "1 12 23 !7", "1 12 23 x") {
      $0.combinePrevious(0).map { $0 * 10 + $1 }
    },
    Op("combinePrevious", "12 23 .", "12 23 !7", "12 23 x") {
      $0.combinePrevious().map { $0 * 10 + $1 }
    },
    passing("on") { $0.on(value: { _ in }) },
    passing("logEvents") { $0.logEvents(identifier: "") { _, _, _, _, _ in } },
    passing("observe(on:)") { $0.observe(on: ImmediateScheduler()) },
    passing("start(on:)") { $0.start(on: ImmediateScheduler()) },
    passing("lazyMap") { $0.lazyMap(on: ImmediateScheduler()) { $0 } },
    passing("lift") { $0.lift { $0.map { $0 } } },
    passing("attemptMap that does not fail") {
      $0.attemptMap { (element: Int) -> Result<Int, FuzzError> in .success(element) }
    },
    passing("a producer of the producer") { Producer($0) },
    Op("materialize", "1 2 3 .", "1 2 3 !7", "1 2 3 x") { $0.materialize().dematerialize() },
    Op("materializeResults", "1 2 3 .", "1 2 3 !7", "1 2 3 x") {
      $0.materializeResults().dematerializeResults()
    },
  ]

  private static let gathering: [Op] = [
    Op("reduce", "6 .", "!7", "x") { $0.reduce(0, +) },
    Op("reduce(into:)", "6 .", "!7", "x") { $0.reduce(into: 0) { $0 += $1 } },
    Op("collect", "123 .", "!7", "x") { $0.collect().map(digits) },
    Op("collect(count:)", "12 3 .", "12 !7", "12 x") { $0.collect(count: 2).map(digits) },
    Op("collect(count:) of all", "123 .", "123 !7", "123 x") { $0.collect(count: 3).map(digits) },
    Op("collect until a sum", "12 3 .", "12 3 !7", "12 3 x") {
      $0.collect { $0.reduce(0, +) == 3 }.map(digits)
    },
    Op("collect before an element", "1 23 .", "1 !7", "1 x") {
      $0.collect { _, latest in latest == 2 }.map(digits)
    },
    Op("collect of nothing", "0 .", "!7", "x") { $0.filter { _ in false }.collect().map(digits) },
    Op("take(last:)", "2 3 .", "!7", "x") { $0.take(last: 2) },
    Op("take(last:) of fewer", "1 2 3 .", "!7", "x") { $0.take(last: 5) },
  ]

  /// What ends before its source does.
  private static let ending: [Op] =
    [
      Op("take(first:)", "1 2 .", "1 2 .", "1 2 .") { $0.take(first: 2) },
      Op("take(while:)", "1 .", "1 .", "1 .") { $0.take(while: { $0 < 2 }) },
      Op("take(until:), at once", ".", ".", ".") {
        $0.take(until: SignalProducer<(), Never>(value: ()))
      },
      Op("take(until:), never", "1 2 3 .", "1 2 3 !7", "1 2 3 x") {
        $0.take(until: SignalProducer<(), Never>.never)
      },
      Op("take(untilReplacement:), at once", "5 6 .", "5 6 .", "5 6 .") {
        $0.take(untilReplacement: Producer([5, 6]))
      },
      Op("skip(until:), at once", "1 2 3 .", "1 2 3 !7", "1 2 3 x") {
        $0.skip(until: SignalProducer<(), Never>(value: ()).concat(.never))
      },
    ] + endingOfVersions

  private static var endingOfVersions: [Op] {
    #if HAS_TAKE_UNTIL
      [Op("take(until:) an element", "1 2 .", "1 2 .", "1 2 .") { $0.take(until: { $0 < 2 }) }]
    #else
      []
    #endif
  }

  private static let failing: [Op] = [
    Op("mapError", "1 2 3 .", "1 2 3 !8", "1 2 3 x") {
      $0.mapError { FuzzError(code: $0.code + 1) }
    },
    Op("attempt", "1 !9", "1 !9", "1 !9") {
      $0.attempt { (element: Int) -> Result<(), FuzzError> in
        element == 2 ? .failure(FuzzError(code: 9)) : .success(())
      }
    },
    Op("attemptMap", "1 !9", "1 !9", "1 !9") {
      $0.attemptMap { (element: Int) -> Result<Int, FuzzError> in
        element == 2 ? .failure(FuzzError(code: 9)) : .success(element)
      }
    },
    Op("flatMapError", "1 2 3 .", "1 2 3 5 6 .", "1 2 3 x") { $0.flatMapError { _ in five } },
    Op("retry", "1 2 3 .", "1 2 3 1 2 3 !7", "1 2 3 x") { $0.retry(upTo: 1) },
    Op("promoteError", "1 2 3 .", "1 2 3 .", "1 2 3 x") {
      $0.flatMapError { _ in SignalProducer<Int, Never>.empty }.promoteError(FuzzError.self)
    },
  ]

  private static let joining: [Op] = [
    Op("merge(with:)", "1 2 3 5 6 .", "1 2 3 !7", "1 2 3 5 6 .") { source in
      // A source that sends later comes last.
      Producer.merge([source, Producer.empty]).concat(five)
    },
    Op("zip(with:)", "51 62 .", "51 62 .", "51 62 .") { five.zip(with: $0).map { $0 * 10 + $1 } },
    Op("combineLatest(with:)", "6 7 8 .", "6 7 8 !7", "6 7 8 x") {
      Producer.combineLatest([Producer(value: 5), $0]).map { $0[0] + $0[1] }
    },
    Op("sample(on:) that says nothing", ".", "!7", "x") {
      $0.sample(on: SignalProducer<(), Never>.empty)
    },
    Op("withLatest", "16 26 36 .", "16 26 36 !7", "16 26 36 x") {
      $0.withLatest(from: SignalProducer<Int, Never>([5, 6])).map { $0 * 10 + $1 }
    },
    Op("flatMap merge", "5 6 5 6 5 6 .", "5 6 5 6 5 6 !7", "5 6 5 6 5 6 x") {
      $0.flatMap(.merge) { _ in five }
    },
    Op("flatMap concat", "5 6 5 6 5 6 .", "5 6 5 6 5 6 !7", "5 6 5 6 5 6 x") {
      $0.flatMap(.concat) { _ in five }
    },
    Op("flatMap latest", "5 6 5 6 5 6 .", "5 6 5 6 5 6 !7", "5 6 5 6 5 6 x") {
      $0.flatMap(.latest) { _ in five }
    },
    Op("flatMap race", "5 6 .", "5 6 !7", "5 6 x") { $0.flatMap(.race) { _ in five } },
    Op("flatten of lists", "1 1 2 2 3 3 .", "1 1 2 2 3 3 !7", "1 1 2 2 3 3 x") {
      $0.map { [$0, $0] }.flatten()
    },
  ]

  private static let successive: [Op] = [
    Op("concat", "1 2 3 5 6 .", "1 2 3 !7", "1 2 3 5 6 .") { $0.concat(five) },
    Op("concat(value:)", "1 2 3 5 .", "1 2 3 !7", "1 2 3 5 .") { $0.concat(value: 5) },
    Op("concat(error:)", "1 2 3 !8", "1 2 3 !7", "1 2 3 !8") {
      $0.concat(error: FuzzError(code: 8))
    },
    Op("prefix", "5 6 1 2 3 .", "5 6 1 2 3 !7", "5 6 1 2 3 .") { $0.prefix(five) },
    Op("then", "5 6 .", "!7", "x") { $0.then(five) },
    Op("repeat of nothing", ".", ".", ".") { $0.repeat(0) },
    Op("repeat", "1 2 3 1 2 3 .", "1 2 3 !7", "1 2 3 x") { $0.repeat(2) },
    passing("replayLazily") { source in
      // Each start has a replay of its own: what was replayed is over.
      Producer { observer, lifetime in
        lifetime += source.replayLazily(upTo: 5).start(observer)
      }
    },
  ]

  private static let five = Producer([5, 6])

  private static func digits(_ elements: [Int]) -> Int { elements.reduce(0) { $0 * 10 + $1 } }
}
