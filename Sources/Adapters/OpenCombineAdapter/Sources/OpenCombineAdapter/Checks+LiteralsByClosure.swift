@preconcurrency import OpenCombine
import RxFuzzKit

/// What publishers whose elements are known do by themselves where a closure decides, and operators that two of a kind become one of.
extension LiteralRun {
  @Sendable private static func failing(_ number: Int) throws -> Int {
    if number > 1 { throw FuzzError(code: number) }
    return number
  }

  static let justsByClosure: @Sendable () -> [Pair] = {
    let own = Just(2)
    let any = AnyPublisher<Int, Never>(own)
    return [
      pair("min(by:)", own.min(by: >), any.min(by: >)),
      pair("max(by:)", own.max(by: >), any.max(by: >)),
      pair("tryMin(by:)", own.tryMin { $0 < $1 }, any.tryMin { $0 < $1 }),
      pair("tryAllSatisfy", own.tryAllSatisfy { $0 > 1 }, any.tryAllSatisfy { $0 > 1 }),
      pair(
        "tryAllSatisfy that throws", own.tryAllSatisfy { try failing($0) > 1 },
        any.tryAllSatisfy { try failing($0) > 1 }),
      pair("tryContains(where:)", own.tryContains { $0 > 2 }, any.tryContains { $0 > 2 }),
      pair(
        "tryContains(where:) that throws", own.tryContains { try failing($0) > 2 },
        any.tryContains { try failing($0) > 2 }),
      pair(
        "removeDuplicates(by:)", own.removeDuplicates(by: ==), any.removeDuplicates(by: ==)),
      pair(
        "tryRemoveDuplicates(by:)", own.tryRemoveDuplicates { $0 == $1 },
        any.tryRemoveDuplicates { $0 == $1 }),
      pair("tryReduce", own.tryReduce(1) { $0 + $1 }, any.tryReduce(1) { $0 + $1 }),
      pair("tryScan", own.tryScan(1) { $0 + $1 }, any.tryScan(1) { $0 + $1 }),
      pair("mapError", own.mapError { (never: Never) -> FuzzError in }, any),
      pair(
        "setFailureType", own.setFailureType(to: FuzzError.self),
        any.setFailureType(to: FuzzError.self)),
      pair("prepend of many", own.prepend([0, 1]), any.prepend([0, 1])),
      pair("append of many", own.append([3, 4]), any.append([3, 4])),
    ]
  }

  /// What counts elements or looks for one says nothing of none, as Combine's does.
  static let optionalsByClosure: @Sendable () -> [Pair] = {
    let own = Optional<Int>.OCombine.Publisher(2)
    let any = AnyPublisher<Int, Never>(own)
    return [
      pair("allSatisfy", own.allSatisfy { $0 > 2 }, any.allSatisfy { $0 > 2 }),
      pair("contains", own.contains(2), any.contains(2)),
      pair("contains(where:)", own.contains { $0 > 2 }, any.contains { $0 > 2 }),
      pair("count", own.count(), any.count()),
      pair("min(by:)", own.min(by: >), any.min(by: >)),
      pair("max(by:)", own.max(by: >), any.max(by: >)),
      pair("reduce", own.reduce(1, +), any.reduce(1, +)),
      pair("removeDuplicates(by:)", own.removeDuplicates(by: ==), any.removeDuplicates(by: ==)),
      pair("dropFirst(0)", own.dropFirst(0), any.dropFirst(0)),
      pair("prefix(0)", own.prefix(0), any.prefix(0)),
      pair("output(in: 1..<2)", own.output(in: 1..<2), any.output(in: 1..<2)),
    ]
  }

  static let resultsByClosure: @Sendable () -> [Pair] = {
    [Result<Int, FuzzError>.success(2), .failure(FuzzError(code: 7))].flatMap { result -> [Pair] in
      let own = result.ocombine.publisher
      let any = AnyPublisher<Int, FuzzError>(own)
      return [
        pair("min(by:)", own.min(by: >), any.min(by: >)),
        pair("max(by:)", own.max(by: >), any.max(by: >)),
        pair("tryMin(by:)", own.tryMin { $0 < $1 }, any.tryMin { $0 < $1 }),
        pair("tryMax(by:)", own.tryMax { $0 < $1 }, any.tryMax { $0 < $1 }),
        pair("tryAllSatisfy", own.tryAllSatisfy { $0 > 1 }, any.tryAllSatisfy { $0 > 1 }),
        pair("tryContains(where:)", own.tryContains { $0 > 1 }, any.tryContains { $0 > 1 }),
        pair(
          "tryContains(where:) that throws", own.tryContains { try failing($0) > 1 },
          any.tryContains { try failing($0) > 1 }),
        pair(
          "removeDuplicates(by:)", own.removeDuplicates(by: ==), any.removeDuplicates(by: ==)),
        pair(
          "tryRemoveDuplicates(by:)", own.tryRemoveDuplicates { $0 == $1 },
          any.tryRemoveDuplicates { $0 == $1 }),
        pair("tryReduce", own.tryReduce(1) { $0 + $1 }, any.tryReduce(1) { $0 + $1 }),
        pair("tryScan", own.tryScan(1) { $0 + $1 }, any.tryScan(1) { $0 + $1 }),
        pair(
          "tryScan that throws", own.tryScan(1) { try failing($0 + $1) },
          any.tryScan(1) { try failing($0 + $1) }),
      ]
    }
  }

  static let sequencesByClosure: @Sendable () -> [Pair] = {
    [[], [1], [1, 2, 2, 3]].flatMap { numbers -> [Pair] in
      let own = Publishers.Sequence<[Int], Never>(sequence: numbers)
      let any = AnyPublisher<Int, Never>(own)
      let optional = Publishers.Sequence<[Int?], Never>(
        sequence: numbers.map { $0 == 2 ? nil : $0 })
      return [
        pair("min(by:)", own.min(by: >), any.min(by: >)),
        pair("max(by:)", own.max(by: >), any.max(by: >)),
        pair("tryAllSatisfy", own.tryAllSatisfy { $0 < 3 }, any.tryAllSatisfy { $0 < 3 }),
        pair(
          "tryAllSatisfy that throws", own.tryAllSatisfy { try failing($0) > 0 },
          any.tryAllSatisfy { try failing($0) > 0 }),
        pair("tryContains(where:)", own.tryContains { $0 > 2 }, any.tryContains { $0 > 2 }),
        pair(
          "tryContains(where:) that throws", own.tryContains { try failing($0) > 2 },
          any.tryContains { try failing($0) > 2 }),
        pair("tryReduce", own.tryReduce(1) { $0 + $1 }, any.tryReduce(1) { $0 + $1 }),
        pair(
          "tryReduce that throws", own.tryReduce(0) { try failing($0 + $1) },
          any.tryReduce(0) { try failing($0 + $1) }),
        // A list traps where the range goes beyond it.
        pair(
          "output(in:)", own.output(in: 0..<min(2, numbers.count)),
          any.output(in: 0..<min(2, numbers.count))),
        pair("output(in:) of an end", own.output(in: 1...), any.output(in: 1...)),
        // Its elements stay optional.
        pair(
          "replaceNil", optional.replaceNil(with: 9).map { $0 ?? 0 },
          AnyPublisher(optional).replaceNil(with: 9)),
        pair(
          "setFailureType", own.setFailureType(to: FuzzError.self),
          any.setFailureType(to: FuzzError.self)),
        pair("prepend of many", own.prepend([7, 8]), any.prepend([7, 8])),
        pair("prepend of a publisher", own.prepend(Just(7)), any.prepend(Just(7))),
        pair("append of many", own.append([7, 8]), any.append([7, 8])),
        pair("append of a publisher", own.append(Just(7)), any.append(Just(7))),
      ]
    }
  }

  /// Two in a row, which are made one, and with something erased in between, which are not.
  static let chains: @Sendable () -> [Pair] = {
    let numbers = CheckedOperators.numbers(1, 2, 3, 4)
    func odd(_ number: Int) -> Int? { number % 2 == 1 ? number : nil }
    let (map, tried) = (numbers.map { $0 - 1 }, numbers.tryMap { $0 - 1 })
    let (filter, sifted) = (numbers.filter { $0 > 1 }, numbers.tryFilter { $0 > 1 })
    let (some, picked) = (numbers.compactMap(odd), numbers.tryCompactMap(odd))
    return [
      pair("map, map", map.map { $0 * 2 }, AnyPublisher(map).map { $0 * 2 }),
      pair("map, tryMap", map.tryMap(failing), AnyPublisher(map).tryMap(failing)),
      pair("tryMap, map", tried.map { $0 * 2 }, AnyPublisher(tried).map { $0 * 2 }),
      pair("tryMap, tryMap", tried.tryMap(failing), AnyPublisher(tried).tryMap(failing)),
      pair("filter, filter", filter.filter { $0 < 4 }, AnyPublisher(filter).filter { $0 < 4 }),
      pair(
        "filter, tryFilter", filter.tryFilter { try failing($0) < 4 },
        AnyPublisher(filter).tryFilter { try failing($0) < 4 }),
      pair("tryFilter, filter", sifted.filter { $0 < 4 }, AnyPublisher(sifted).filter { $0 < 4 }),
      pair(
        "tryFilter, tryFilter", sifted.tryFilter { try failing($0 - 2) < 4 },
        AnyPublisher(sifted).tryFilter { try failing($0 - 2) < 4 }),
      pair(
        "compactMap, compactMap", some.compactMap { $0 > 1 ? $0 : nil },
        AnyPublisher(some).compactMap { $0 > 1 ? $0 : nil }),
      pair("compactMap, map", some.map { $0 * 2 }, AnyPublisher(some).map { $0 * 2 }),
      pair(
        "tryCompactMap, compactMap", picked.compactMap { $0 > 1 ? $0 : nil },
        AnyPublisher(picked).compactMap { $0 > 1 ? $0 : nil }),
    ]
  }
}
