@preconcurrency import OpenCombine
import RxFuzzKit

/// Publishers that are known when they are made have operators of their own: each sends what the operator of any publisher sends.
///
/// Left out is where Combine's own differ: an optional publisher of nothing has nothing to say of its elements, be it their
/// number, the `ignoreOutput` of a result knows no failure, and the `output(in:)` of a list wants a range of its own.
final class LiteralRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  static let ways = groups.count
  typealias Pair = (name: String, own: String, any: String)
  private static let groups: [@Sendable () -> [Pair]] = [
    justs, optionals, results, sequences, justsByClosure, optionalsByClosure, resultsByClosure,
    sequencesByClosure, chains,
  ]

  private let way: Int
  private var faults: [String] = []

  init(_ way: Int) { self.way = way }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for (name, own, any) in Self.groups[way - 1]() where own != any {
      faults.append("\(name) of a known publisher sends \(own) instead of \(any)")
    }
  }

  func fault() -> LibraryCheckFault? {
    faults.isEmpty ? nil : LibraryCheckFault(.val1, faults.joined(separator: "; "))
  }

  /// What a publisher sends, as text.
  private static func text<Source: Publisher>(_ source: Source) -> String {
    var log: [String] = []
    source.sink(
      receiveCompletion: { end in
        if case .failure = end { log.append("!") } else { log.append(".") }
      },
      receiveValue: { log.append("\($0)") }
    ).cancel()
    return log.joined(separator: " ")
  }

  static func pair<Own: Publisher, Other: Publisher>(
    _ name: String, _ own: Own, _ any: Other
  ) -> Pair { (name, text(own), text(any)) }

  private static func failing(_ number: Int) throws -> Int { throw FuzzError(code: number) }

  private static let justs: @Sendable () -> [Pair] = {
    let own = Just(2)
    let any = AnyPublisher<Int, Never>(own)
    return [
      pair("allSatisfy", own.allSatisfy { $0 > 2 }, any.allSatisfy { $0 > 2 }),
      pair("collect", own.collect(), any.collect()),
      pair(
        "compactMap", own.compactMap { $0 > 2 ? $0 : nil }, any.compactMap { $0 > 2 ? $0 : nil }),
      pair("min", own.min(), any.min()), pair("max", own.max(), any.max()),
      pair("prepend", own.prepend(1), any.prepend(1)),
      pair("append", own.append(3), any.append(3)),
      pair("contains", own.contains(2), any.contains(2)),
      pair("contains(where:)", own.contains { $0 > 2 }, any.contains { $0 > 2 }),
      pair("removeDuplicates", own.removeDuplicates(), any.removeDuplicates()),
      pair("count", own.count(), any.count()),
      pair("dropFirst", own.dropFirst(), any.dropFirst()),
      pair("dropFirst(0)", own.dropFirst(0), any.dropFirst(0)),
      pair("drop(while:)", own.drop(while: { $0 < 2 }), any.drop(while: { $0 < 2 })),
      pair("first", own.first(), any.first()),
      pair("first(where:)", own.first { $0 > 2 }, any.first { $0 > 2 }),
      pair("last", own.last(), any.last()),
      pair("last(where:)", own.last { $0 > 1 }, any.last { $0 > 1 }),
      pair("filter", own.filter { $0 > 2 }, any.filter { $0 > 2 }),
      pair("ignoreOutput", own.ignoreOutput(), any.ignoreOutput()),
      pair("map", own.map { $0 + 1 }, any.map { $0 + 1 }),
      pair("output(at:)", own.output(at: 0), any.output(at: 0)),
      pair("output(at: 1)", own.output(at: 1), any.output(at: 1)),
      pair("output(in:)", own.output(in: 0..<1), any.output(in: 0..<1)),
      pair("prefix", own.prefix(1), any.prefix(1)),
      pair("prefix(while:)", own.prefix(while: { $0 > 2 }), any.prefix(while: { $0 > 2 })),
      pair("reduce", own.reduce(1, +), any.reduce(1, +)),
      pair("scan", own.scan(1, +), any.scan(1, +)),
      pair("replaceEmpty", own.replaceEmpty(with: 1), any.replaceEmpty(with: 1)),
      pair("replaceError", own.replaceError(with: 1), any.replaceError(with: 1)),
      pair("tryMap", own.tryMap(failing), any.tryMap(failing)),
      pair(
        "tryReduce", own.tryReduce(0) { _, _ in try failing(1) },
        any.tryReduce(0) { _, _ in try failing(1) }),
      pair(
        "tryScan", own.tryScan(0) { _, _ in try failing(1) },
        any.tryScan(0) { _, _ in try failing(1) }),
    ]
  }

  private static let optionals: @Sendable () -> [Pair] = {
    [nil, 2].flatMap { (number: Int?) -> [Pair] in
      let own = Optional<Int>.OCombine.Publisher(number)
      let any = AnyPublisher<Int, Never>(own)
      return [
        pair("collect", own.collect(), any.collect()),
        pair(
          "compactMap", own.compactMap { $0 > 2 ? $0 : nil },
          any.compactMap { $0 > 2 ? $0 : nil }),
        pair("min", own.min(), any.min()), pair("max", own.max(), any.max()),
        pair("dropFirst", own.dropFirst(), any.dropFirst()),
        pair("drop(while:)", own.drop(while: { $0 < 2 }), any.drop(while: { $0 < 2 })),
        pair("first", own.first(), any.first()),
        pair("first(where:)", own.first { $0 > 2 }, any.first { $0 > 2 }),
        pair("last", own.last(), any.last()),
        pair("last(where:)", own.last { $0 > 1 }, any.last { $0 > 1 }),
        pair("filter", own.filter { $0 > 2 }, any.filter { $0 > 2 }),
        pair("ignoreOutput", own.ignoreOutput(), any.ignoreOutput()),
        pair("map", own.map { $0 + 1 }, any.map { $0 + 1 }),
        pair("output(at:)", own.output(at: 0), any.output(at: 0)),
        pair("output(at: 1)", own.output(at: 1), any.output(at: 1)),
        pair("output(in:)", own.output(in: 0..<1), any.output(in: 0..<1)),
        pair("prefix", own.prefix(1), any.prefix(1)),
        pair("prefix(while:)", own.prefix(while: { $0 > 2 }), any.prefix(while: { $0 > 2 })),
        pair("removeDuplicates", own.removeDuplicates(), any.removeDuplicates()),
        pair("scan", own.scan(1, +), any.scan(1, +)),
        pair("replaceEmpty", own.replaceEmpty(with: 1), any.replaceEmpty(with: 1)),
        pair("replaceError", own.replaceError(with: 1), any.replaceError(with: 1)),
      ]
    }
  }

  private static let results: @Sendable () -> [Pair] = {
    [Result<Int, FuzzError>.success(2), .failure(FuzzError(code: 7))].flatMap { result -> [Pair] in
      let own = result.ocombine.publisher
      let any = AnyPublisher<Int, FuzzError>(own)
      return [
        pair("allSatisfy", own.allSatisfy { $0 > 2 }, any.allSatisfy { $0 > 2 }),
        pair("collect", own.collect(), any.collect()),
        pair("min", own.min(), any.min()), pair("max", own.max(), any.max()),
        pair("contains", own.contains(2), any.contains(2)),
        pair("contains(where:)", own.contains { $0 > 2 }, any.contains { $0 > 2 }),
        pair("count", own.count(), any.count()),
        pair("first", own.first(), any.first()),
        pair("last", own.last(), any.last()),
        pair("map", own.map { $0 + 1 }, any.map { $0 + 1 }),
        pair("mapError", own.mapError { $0 }, any.mapError { $0 }),
        pair("removeDuplicates", own.removeDuplicates(), any.removeDuplicates()),
        pair("reduce", own.reduce(1, +), any.reduce(1, +)),
        pair("scan", own.scan(1, +), any.scan(1, +)),
        pair("replaceEmpty", own.replaceEmpty(with: 1), any.replaceEmpty(with: 1)),
        pair("replaceError", own.replaceError(with: 1), any.replaceError(with: 1)),
        pair("tryMap", own.tryMap(failing), any.tryMap(failing)),
      ]
    }
  }

  private static let sequences: @Sendable () -> [Pair] = {
    [[], [1], [1, 2, 2, 3]].flatMap { numbers -> [Pair] in
      let own = Publishers.Sequence<[Int], Never>(sequence: numbers)
      let any = AnyPublisher<Int, Never>(own)
      return [
        pair("allSatisfy", own.allSatisfy { $0 > 2 }, any.allSatisfy { $0 > 2 }),
        pair("collect", own.collect(), any.collect()),
        pair(
          "compactMap", own.compactMap { $0 > 2 ? $0 : nil },
          any.compactMap { $0 > 2 ? $0 : nil }),
        pair("min", own.min(), any.min()), pair("max", own.max(), any.max()),
        pair("contains", own.contains(2), any.contains(2)),
        pair("contains(where:)", own.contains { $0 > 2 }, any.contains { $0 > 2 }),
        pair("count", own.count(), any.count()),
        pair("dropFirst", own.dropFirst(2), any.dropFirst(2)),
        pair("drop(while:)", own.drop(while: { $0 < 2 }), any.drop(while: { $0 < 2 })),
        pair("first", own.first(), any.first()),
        pair("first(where:)", own.first { $0 > 2 }, any.first { $0 > 2 }),
        pair("last", own.last(), any.last()),
        pair("last(where:)", own.last { $0 < 3 }, any.last { $0 < 3 }),
        pair("filter", own.filter { $0 > 2 }, any.filter { $0 > 2 }),
        pair("ignoreOutput", own.ignoreOutput(), any.ignoreOutput()),
        pair("map", own.map { $0 + 1 }, any.map { $0 + 1 }),
        pair("output(at:)", own.output(at: 1), any.output(at: 1)),
        pair("prefix", own.prefix(2), any.prefix(2)),
        pair("prefix(while:)", own.prefix(while: { $0 < 3 }), any.prefix(while: { $0 < 3 })),
        pair("prepend", own.prepend(7, 8), any.prepend(7, 8)),
        pair("append", own.append(7, 8), any.append(7, 8)),
        pair("removeDuplicates", own.removeDuplicates(), any.removeDuplicates()),
        pair("reduce", own.reduce(1, +), any.reduce(1, +)),
        pair("scan", own.scan(1, +), any.scan(1, +)),
      ]
    }
  }
}
