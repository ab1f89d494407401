import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// Operators whose first input chooses among the others, and those that split a sequence into several.
  static let inner: [String: OperatorBinding] = [
    "flatMap": choosing { outer, choose, _ in outer.flatMap(choose) },
    "flatMapFirst": choosing { outer, choose, _ in outer.flatMapFirst(choose) },
    "flatMapLatest": choosing { outer, choose, _ in outer.flatMapLatest(choose) },
    "concatMap": choosing { outer, choose, _ in outer.concatMap(choose) },
    "switchLatest": choosing { outer, choose, _ in outer.map(choose).switchLatest() },
    "mergeInner": choosing { outer, choose, _ in outer.map(choose).merge() },
    "concatInner": choosing { outer, choose, _ in outer.map(choose).concat() },
    "mergeMaxConcurrent": choosing { outer, choose, parameters in
      outer.map(choose).merge(maxConcurrent: parameters[0])
    },
    "groupBy": unary { iteration, _, input in
      let canary = iteration.canary
      return input.groupBy {
        canary.touch()
        return Token.payload($0) & 1
      }
      .flatMap { $0 }
    },
    "window": unary { iteration, parameters, input in
      input.window(
        timeSpan: .milliseconds(parameters[0]), count: parameters[1],
        scheduler: clock(iteration, parameters[2])
      )
      .flatMap { $0 }
    },
    "buffer": unary { iteration, parameters, input in
      input.buffer(
        timeSpan: .milliseconds(parameters[0]), count: parameters[1],
        scheduler: clock(iteration, parameters[2])
      )
      .map(fold)
    },
  ]

  /// An operator whose first input is the outer sequence; payloads choose among the other inputs.
  private static func choosing(
    _ build:
      @escaping @Sendable (Observable<Int>, @escaping @Sendable (Int) -> Observable<Int>, [Int]) ->
      Observable<Int>
  ) -> OperatorBinding {
    OperatorBinding { iteration, parameters, inputs in
      let canary = iteration.canary
      let choices = inputs.dropFirst().map(stream)
      return build(
        stream(inputs[0]),
        { token in
          canary.touch()
          return choices[Token.payload(token) % choices.count]
        }, parameters)
    }
  }

  /// The one element that an array stands for.
  static func fold(_ tokens: [Int]) -> Int {
    tokens.reduce(Token.make(payload: 0, emission: 0)) { Token.combining($0, $1) }
  }
}
