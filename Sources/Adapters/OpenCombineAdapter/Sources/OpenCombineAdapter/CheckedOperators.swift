@preconcurrency import OpenCombine
import RxFuzzKit

/// Operators, by family, with what their documentation says that they send.
enum CheckedOperators {
  static let families: [(String, [CheckedOperator])] = [
    ("elements", elements), ("throwing", throwing), ("reducing", reducing), ("ending", ending),
    ("failures", failures), ("joining", joining), ("bounded", bounded), ("swallowing", swallowing),
    ("gates", gates),
  ]

  private typealias Op = CheckedOperator

  /// Throws for 2.
  static func checked(_ number: Int) throws -> Int {
    if number == 2 { throw FuzzError(code: 9) }
    return number
  }

  private static let elements: [Op] = [
    Op("map", "2 3 4 .", "2 3 4 !7") { CheckedPublisher($0.map { $0 + 1 }) },
    Op("map of a key path", "1 2 3 .", "1 2 3 !7") { CheckedPublisher($0.map(\.self)) },
    Op("map of two key paths", "2 4 6 .", "2 4 6 !7") {
      CheckedPublisher($0.map { Twin(one: $0, other: $0) }.map(\.one, \.other).map(+))
    },
    Op("map of three key paths", "0 0 0 .", "0 0 0 !7") {
      CheckedPublisher(
        $0.map { Twin(one: $0, other: $0) }.map(\.one, \.other, \.sum).map { $0 + $1 - $2 })
    },
    Op("filter", "1 3 .", "1 3 !7") { CheckedPublisher($0.filter { $0 != 2 }) },
    Op("compactMap", "1 3 .", "1 3 !7") { CheckedPublisher($0.compactMap { $0 == 2 ? nil : $0 }) },
    Op("scan", "1 3 6 .", "1 3 6 !7") { CheckedPublisher($0.scan(0, +)) },
    Op("removeDuplicates", "0 1 .", "0 1 !7") {
      CheckedPublisher($0.map { $0 / 2 }.removeDuplicates())
    },
    Op("removeDuplicates(by:)", "1 2 .", "1 2 !7") {
      CheckedPublisher($0.removeDuplicates { $0 / 2 == $1 / 2 })
    },
    Op("replaceNil", "1 0 3 .", "1 0 3 !7") {
      CheckedPublisher($0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 0))
    },
    Op("handleEvents", "1 2 3 .", "1 2 3 !7") {
      CheckedPublisher($0.handleEvents(receiveOutput: { _ in }, receiveCancel: {}))
    },
    Op("print", "1 2 3 .", "1 2 3 !7") { CheckedPublisher($0.print("", to: NowhereStream())) },
    Op("breakpoint", "1 2 3 .", "1 2 3 !7") {
      CheckedPublisher($0.breakpoint(receiveOutput: { _ in false }))
    },
    Op("ignoreOutput", ".", "!7") {
      CheckedPublisher($0.ignoreOutput().map { (never: Never) -> Int in })
    },
    Op("dropFirst", "3 .", "3 !7") { CheckedPublisher($0.dropFirst(2)) },
    Op("drop(while:)", "2 3 .", "2 3 !7") { CheckedPublisher($0.drop(while: { $0 < 2 })) },
    Op("mapError", "1 2 3 .", "1 2 3 !8") {
      CheckedPublisher($0.mapError { FuzzError(code: $0.code + 1) })
    },
    Op("setFailureType", "1 2 3 .", "1 2 3 .") {
      CheckedPublisher(
        $0.catchNothing().setFailureType(to: FuzzError.self))
    },
    Op("receive(on:)", "1 2 3 .", "1 2 3 !7") {
      CheckedPublisher($0.receive(on: ImmediateScheduler.shared))
    },
    Op("measureInterval", "0 0 0 .", "0 0 0 !7") {
      CheckedPublisher($0.measureInterval(using: ImmediateScheduler.shared).map { $0.magnitude })
    },
    Op("deferred", "1 2 3 .", "1 2 3 !7") { source in CheckedPublisher(Deferred { source }) },
  ]

  /// One number under several names.
  private struct Twin {
    let one: Int
    let other: Int
    var sum: Int { one + other }
  }

  /// Adds one, and fails for 2.
  struct Coder: TopLevelEncoder, TopLevelDecoder {
    func encode<Value: Encodable>(_ value: Value) throws -> Int {
      guard let number = value as? Int, number != 2 else { throw FuzzError(code: 9) }
      return number + 1
    }
    func decode<Value: Decodable>(_ type: Value.Type, from number: Int) throws -> Value {
      guard number != 2, let value = (number - 1) as? Value else { throw FuzzError(code: 9) }
      return value
    }
  }

  private static let throwing: [Op] = [
    Op("encode", "2 !9", "2 !9") { plain($0.encode(encoder: Coder())) },
    Op("decode", "0 !9", "0 !9") { plain($0.decode(type: Int.self, decoder: Coder())) },
    Op("tryMap", "1 !9", "1 !9") { plain($0.tryMap(checked)) },
    Op("tryFilter", "1 !9", "1 !9") { plain($0.tryFilter { try checked($0) > 0 }) },
    Op("tryCompactMap", "1 !9", "1 !9") { plain($0.tryCompactMap(checked)) },
    Op("tryScan", "1 !9", "1 !9") { plain($0.tryScan(0) { try checked($1) }) },
    Op("tryRemoveDuplicates", "1 !9", "1 !9") {
      plain($0.tryRemoveDuplicates { try checked($1) == $0 })
    },
    Op("tryDrop(while:)", "!9", "!9") { plain($0.tryDrop(while: { try checked($0) > 0 })) },
    Op("tryPrefix(while:)", "1 !9", "1 !9") { plain($0.tryPrefix(while: { try checked($0) > 0 })) },
    Op("tryReduce", "!9", "!9") { plain($0.tryReduce(0) { try checked($1) }) },
    Op("tryFirst(where:)", "!9", "!9") { plain($0.tryFirst { try checked($0) > 1 }) },
    Op("tryLast(where:)", "!9", "!9") { plain($0.tryLast { try checked($0) > 1 }) },
    Op("tryContains(where:)", "!9", "!9") {
      plain($0.tryContains { try checked($0) > 1 }.map { $0 ? 1 : 0 })
    },
    Op("tryAllSatisfy", "!9", "!9") {
      plain($0.tryAllSatisfy { try checked($0) > 0 }.map { $0 ? 1 : 0 })
    },
    Op("tryMin", "!9", "!9") { plain($0.tryMin { try checked($1) < $0 }) },
    Op("tryMax", "!9", "!9") { plain($0.tryMax { try checked($1) < $0 }) },
  ]

  private static let reducing: [Op] = [
    Op("reduce", "6 .", "!7") { CheckedPublisher($0.reduce(0, +)) },
    Op("count", "3 .", "!7") { CheckedPublisher($0.count()) },
    Op("min", "1 .", "!7") { CheckedPublisher($0.min()) },
    Op("max", "3 .", "!7") { CheckedPublisher($0.max()) },
    Op("min(by:)", "1 .", "!7") { CheckedPublisher($0.min(by: <)) },
    Op("max(by:)", "3 .", "!7") { CheckedPublisher($0.max(by: <)) },
    Op("last", "3 .", "!7") { CheckedPublisher($0.last()) },
    Op("last(where:)", "2 .", "!7") { CheckedPublisher($0.last { $0 < 3 }) },
    Op("collect", "3 .", "!7") { CheckedPublisher($0.collect().map(\.count)) },
    Op("collect(2)", "12 3 .", "12 !7") {
      CheckedPublisher($0.collect(2).map { $0.reduce(0) { $0 * 10 + $1 } })
    },
    Op("contains, which is not there", "0 .", "!7") {
      CheckedPublisher($0.contains(4).map { $0 ? 1 : 0 })
    },
    Op("allSatisfy", "1 .", "!7") { CheckedPublisher($0.allSatisfy { $0 > 0 }.map { $0 ? 1 : 0 }) },
    Op("tryReduce", "6 .", "!7") { plain($0.tryReduce(0) { $0 + $1 }) },
    Op("replaceEmpty", "1 2 3 .", "1 2 3 !7") { CheckedPublisher($0.replaceEmpty(with: 4)) },
    Op("replaceEmpty of nothing", "4 .", "!7") {
      CheckedPublisher($0.filter { _ in false }.replaceEmpty(with: 4))
    },
  ]

  /// What ends before its source does.
  private static let ending: [Op] = [
    Op("prefix", "1 2 .", "1 2 .") { CheckedPublisher($0.prefix(2)) },
    Op("prefix(while:)", "1 .", "1 .") { CheckedPublisher($0.prefix(while: { $0 < 2 })) },
    Op("first", "1 .", "1 .") { CheckedPublisher($0.first()) },
    Op("first(where:)", "2 .", "2 .") { CheckedPublisher($0.first { $0 > 1 }) },
    Op("output(at:)", "2 .", "2 .") { CheckedPublisher($0.output(at: 1)) },
    Op("output(in:)", "2 .", "2 .") { CheckedPublisher($0.output(in: 1..<2)) },
    Op("contains", "1 .", "1 .") { CheckedPublisher($0.contains(2).map { $0 ? 1 : 0 }) },
    Op("contains(where:)", "1 .", "1 .") {
      CheckedPublisher($0.contains { $0 > 1 }.map { $0 ? 1 : 0 })
    },
    Op("allSatisfy, which is not so", "0 .", "0 .") {
      CheckedPublisher($0.allSatisfy { $0 < 2 }.map { $0 ? 1 : 0 })
    },
  ]

  private static let failures: [Op] =
    [
      Op("replaceError", "1 2 3 .", "1 2 3 4 .") {
        CheckedPublisher($0.replaceError(with: 4).setFailureType(to: FuzzError.self))
      },
      Op("assertNoFailure", "1 2 3 .", "1 2 3 4 .") {
        CheckedPublisher(
          $0.replaceError(with: 4).assertNoFailure().setFailureType(to: FuzzError.self))
      },
    ] + failuresOfVersions

  private static var failuresOfVersions: [Op] {
    var all: [Op] = []
    #if HAS_CATCH
      all += [
        Op("catch", "1 2 3 .", "1 2 3 5 6 .") { CheckedPublisher($0.catch { _ in numbers(5, 6) }) },
        Op("tryCatch", "1 2 3 .", "1 2 3 5 6 .") {
          plain($0.tryCatch { _ throws in numbers(5, 6) })
        },
        Op("tryCatch that throws", "1 2 3 .", "1 2 3 !9") {
          plain($0.tryCatch { _ throws -> CheckedPublisher in throw FuzzError(code: 9) })
        },
      ]
    #endif
    #if HAS_RETRY
      all.append(
        Op("retry", "1 2 3 .", "1 2 3 1 2 3 !7") { CheckedPublisher($0.retry(1)) })
    #endif
    return all
  }

  private static let joining: [Op] =
    [
      Op("prepend", "5 6 1 2 3 .", "5 6 1 2 3 !7") { CheckedPublisher($0.prepend(5, 6)) },
      Op("append", "1 2 3 5 6 .", "1 2 3 !7") { CheckedPublisher($0.append(5, 6)) },
      Op("append of a publisher", "1 2 3 5 6 .", "1 2 3 !7") {
        CheckedPublisher($0.append(numbers(5, 6)))
      },
      Op("flatMap", "1 1 2 2 3 3 .", "1 1 2 2 3 3 !7") {
        CheckedPublisher($0.flatMap { numbers($0, $0) })
      },
      Op("multicast", "1 2 3 .", "1 2 3 !7") {
        CheckedPublisher($0.multicast { PassthroughSubject<Int, FuzzError>() }.autoconnect())
      },
      Op("share", "1 2 3 .", "1 2 3 !7") { CheckedPublisher($0.share()) },
    ] + joiningOfVersions

  private static var joiningOfVersions: [Op] {
    var all: [Op] = []
    #if HAS_SWITCHTOLATEST
      all.append(
        Op("switchToLatest", "1 1 2 2 3 3 .", "1 1 2 2 3 3 !7") {
          CheckedPublisher($0.map { numbers($0, $0) }.switchToLatest())
        })
    #endif
    #if HAS_ZIP
      all.append(
        Op("zip", "15 26 37 .", "15 26 37 !7") {
          CheckedPublisher($0.zip(numbers(5, 6, 7, 8)) { $0 * 10 + $1 })
        })
    #endif
    return all
  }

  private static let bounded: [Op] = [
    Op("flatMap of one", "1 1 2 2 3 3 .", "1 1 2 2 3 3 !7") {
      CheckedPublisher($0.flatMap(maxPublishers: .max(1)) { numbers($0, $0) })
    },
    Op("buffer by request", "1 2 3 .", "1 2 3 !7") {
      CheckedPublisher($0.buffer(size: 10, prefetch: .byRequest, whenFull: .dropNewest))
    },
    Op("buffer kept full", "1 2 3 .", "1 2 3 !7") {
      CheckedPublisher($0.buffer(size: 2, prefetch: .keepFull, whenFull: .dropNewest))
    },
    Op("buffer of one kept full", "1 2 3 .", "1 2 3 !7") {
      CheckedPublisher($0.buffer(size: 1, prefetch: .keepFull, whenFull: .dropOldest))
    },
  ]

  static func numbers(_ numbers: Int...) -> CheckedPublisher {
    CheckedPublisher(Publishers.Sequence<[Int], FuzzError>(sequence: numbers))
  }

  /// With an error of the type that checks have.
  static func plain<Source: Publisher>(_ source: Source) -> CheckedPublisher
  where Source.Output == Int, Source.Failure == any Error {
    CheckedPublisher(source.mapError(Bindings.fuzzError))
  }
}

extension AnyPublisher where Output == Int, Failure == FuzzError {
  /// Completes where it would fail.
  fileprivate func catchNothing() -> AnyPublisher<Int, Never> {
    AnyPublisher<Int, Never>(map { Optional($0) }.replaceError(with: nil).compactMap { $0 })
  }
}
