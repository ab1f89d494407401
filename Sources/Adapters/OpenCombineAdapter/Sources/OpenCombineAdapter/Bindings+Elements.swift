@preconcurrency import OpenCombine
@preconcurrency import OpenCombineDispatch
import RxFuzzKit

extension Bindings {
  /// Operators that leave elements out, or collect them.
  static let elements: [String: OperatorBinding] = [
    "compactMap": unary { iteration, parameters, input in
      let (canary, predicate) = (iteration.canary, parameters[0])
      return PublisherBox(
        input.compactMap {
          canary.touch()
          return accepts(Token.payload($0), predicate: predicate) ? $0 : nil
        })
    },
    "reduce": unary { iteration, parameters, input in
      let canary = iteration.canary
      return PublisherBox(
        input.reduce(Token.make(payload: parameters[0], emission: 0)) {
          canary.touch()
          return Token.combining($0, $1)
        })
    },
    "toArray": unary { _, _, input in
      PublisherBox(
        input.collect().map {
          $0.reduce(Token.make(payload: 0, emission: 0)) { Token.combining($0, $1) }
        })
    },
    "ignoreElements": unary { _, _, input in
      PublisherBox(input.ignoreOutput().map { (never: Never) -> Int in })
    },
    "distinctUntilChanged": unary { iteration, _, input in
      let canary = iteration.canary
      return PublisherBox(
        input.removeDuplicates {
          canary.touch()
          return Token.payload($0) & 1 == Token.payload($1) & 1
        })
    },
    "skipWhile": unary { iteration, parameters, input in
      let (canary, predicate) = (iteration.canary, parameters[0])
      return PublisherBox(
        input.drop(while: {
          canary.touch()
          return accepts(Token.payload($0), predicate: predicate)
        }))
    },
    "skipUntil": OperatorBinding { _, _, inputs in
      PublisherBox(stream(inputs[0]).drop(untilOutputFrom: stream(inputs[1])))
    },
    "ifEmptyDefault": unary { _, parameters, input in
      PublisherBox(input.replaceEmpty(with: Token.make(payload: parameters[0], emission: 0)))
    },
  ]

  /// Operators whose closure throws for the elements that satisfy the row's predicate.
  static let throwing: [String: OperatorBinding] = [
    "mapThrows": thrower { input, check in
      PublisherBox(input.tryMap(check).mapError(fuzzError))
    },
    "filterThrows": thrower { input, check in
      PublisherBox(
        input.tryFilter {
          _ = try check($0)
          return true
        }.mapError(fuzzError))
    },
    "compactMapThrows": thrower { input, check in
      PublisherBox(input.tryCompactMap { try check($0) }.mapError(fuzzError))
    },
    "takeWhileThrows": thrower { input, check in
      PublisherBox(
        input.tryPrefix(while: {
          _ = try check($0)
          return true
        }).mapError(fuzzError))
    },
  ]

  /// Operators that depend on the clock.
  static let timed: [String: OperatorBinding] = [
    "delay": unary { iteration, parameters, input in
      PublisherBox(
        input.delay(
          for: .milliseconds(parameters[0]), scheduler: iteration.queue(parameters[1]).ocombine))
    }
  ]

  static func fuzzError(_ error: any Error) -> FuzzError {
    error as? FuzzError ?? FuzzError(code: FuzzError.codeOfOthers)
  }

  private static func thrower(
    _ build:
      @escaping @Sendable (
        AnyPublisher<Int, FuzzError>, @escaping @Sendable (Int) throws -> Int
      ) -> PublisherBox
  ) -> OperatorBinding {
    unary { iteration, parameters, input in
      let (canary, predicate) = (iteration.canary, parameters[0])
      return build(input) { token in
        canary.touch()
        guard !accepts(Token.payload(token), predicate: predicate) else {
          throw FuzzError(code: 0)
        }
        return token
      }
    }
  }
}
