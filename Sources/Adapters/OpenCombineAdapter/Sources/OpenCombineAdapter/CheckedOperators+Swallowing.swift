@preconcurrency import OpenCombine
import RxFuzzKit

extension CheckedOperators {
  private typealias Op = CheckedOperator

  /// What keeps elements to itself, beside those of `elements`: it has to ask for others in their place. The forms that may throw do
  /// not.
  static let swallowing: [CheckedOperator] =
    [
      Op("tryMap, whole", "2 3 4 .", "2 3 4 !7") { plain($0.tryMap { $0 + 1 }) },
      Op("tryScan, whole", "1 3 6 .", "1 3 6 !7") { plain($0.tryScan(0) { $0 + $1 }) },
      Op("tryFilter, whole", "1 3 .", "1 3 !7") { plain($0.tryFilter { $0 != 2 }) },
      Op("tryCompactMap, whole", "1 3 .", "1 3 !7") {
        plain($0.tryCompactMap { $0 == 2 ? nil : $0 })
      },
      Op("tryRemoveDuplicates, whole", "1 2 .", "1 2 !7") {
        plain($0.tryRemoveDuplicates { $0 / 2 == $1 / 2 })
      },
      Op("tryDrop(while:), whole", "3 .", "3 !7") { plain($0.tryDrop(while: { $0 < 3 })) },
      Op("tryPrefix(while:), whole", "1 2 .", "1 2 .") { plain($0.tryPrefix(while: { $0 < 3 })) },
      Op("filter of all", ".", "!7") { CheckedPublisher($0.filter { _ in false }) },
      Op("filter of all but the last", "3 .", "3 !7") { CheckedPublisher($0.filter { $0 > 2 }) },
      Op("removeDuplicates of all", "1 .", "1 !7") {
        CheckedPublisher($0.map { _ in 1 }.removeDuplicates())
      },
      // It completes with the element behind its last one, as `prefix(_:)` does.
      Op("output(in:), two", "2 3 .", "2 3 !7") { CheckedPublisher($0.output(in: 1...2)) },
      Op("filter twice", "3 .", "3 !7") {
        CheckedPublisher($0.filter { $0 != 1 }.compactMap { $0 == 2 ? nil : $0 })
      },
      Op("collect(2) of a filter", "13 .", "13 !7") {
        CheckedPublisher($0.filter { $0 != 2 }.collect(2).map { $0.reduce(0) { $0 * 10 + $1 } })
      },
    ] + swallowingReducers

  private static let swallowingReducers: [CheckedOperator] = [
    Op("tryFirst(where:), whole", "2 .", "2 .") { plain($0.tryFirst { $0 > 1 }) },
    Op("tryLast(where:), whole", "2 .", "!7") { plain($0.tryLast { $0 < 3 }) },
    Op("tryContains(where:), whole", "1 .", "1 .") {
      plain($0.tryContains { $0 > 1 }.map { $0 ? 1 : 0 })
    },
    Op("tryAllSatisfy, whole", "1 .", "!7") {
      plain($0.tryAllSatisfy { $0 > 0 }.map { $0 ? 1 : 0 })
    },
    Op("tryMin, whole", "1 .", "!7") { plain($0.tryMin { $0 < $1 }) },
    Op("tryMax, whole", "3 .", "!7") { plain($0.tryMax { $0 < $1 }) },
    Op("min(by:)", "1 .", "!7") { CheckedPublisher($0.min { $0 < $1 }) },
    Op("max(by:)", "3 .", "!7") { CheckedPublisher($0.max { $0 < $1 }) },
    Op("allSatisfy of nothing", "1 .", "!7") {
      CheckedPublisher($0.filter { _ in false }.allSatisfy { $0 > 9 }.map { $0 ? 1 : 0 })
    },
    Op("last of nothing", ".", "!7") { CheckedPublisher($0.filter { _ in false }.last()) },
    Op("first of nothing", ".", "!7") { CheckedPublisher($0.filter { _ in false }.first()) },
  ]

  /// What a second source opens or closes; it does neither before the end here.
  static var gates: [CheckedOperator] {
    var all = [
      Op("flatMap of one, some of nothing", "1 3 .", "1 3 !7") {
        CheckedPublisher(
          $0.flatMap(maxPublishers: .max(1)) { number in
            number == 2 ? CheckedPublisher(Empty()) : numbers(number)
          })
      },
      Op("prepend of nothing", "1 2 3 .", "1 2 3 !7") {
        CheckedPublisher($0.prepend(CheckedPublisher(Empty())))
      },
      Op("append of nothing", "1 2 3 .", "1 2 3 !7") {
        CheckedPublisher($0.append(CheckedPublisher(Empty())))
      },
    ]
    #if HAS_PREFIXUNTILOUTPUT
      all.append(
        Op("prefix(untilOutputFrom:)", "1 2 3 .", "1 2 3 !7") {
          CheckedPublisher(
            $0.prefix(untilOutputFrom: Empty<Int, FuzzError>(completeImmediately: false)))
        })
    #endif
    return all
  }
}
