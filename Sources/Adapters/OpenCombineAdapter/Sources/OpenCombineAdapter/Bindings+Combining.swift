import OpenCombine
import RxFuzzKit

extension Bindings {
  /// Operators that combine sequences, continue one with another, or subscribe to those that elements stand for.
  static let combining: [String: OperatorBinding] = [
    "zip": OperatorBinding { iteration, _, inputs in
      let (canary, streams) = (iteration.canary, inputs.map(stream))
      guard streams.count > 2 else {
        return Stream(
          streams[0].zip(streams[1]) {
            canary.touch()
            return Token.combining($0, $1)
          })
      }
      return Stream(
        streams[0].zip(streams[1], streams[2]) {
          canary.touch()
          return Token.combining(Token.combining($0, $1), $2)
        })
    },
    "startWith": unary { _, parameters, input in
      Stream(input.prepend(Token.make(payload: parameters[0], emission: 0)))
    },
    "concat": OperatorBinding { _, _, inputs in
      inputs.dropFirst().reduce(unsafeDowncast(inputs[0], to: Stream.self)) {
        Stream($0.publisher.append(stream($1)))
      }
    },
    "catch": OperatorBinding { iteration, _, inputs in
      let (canary, other) = (iteration.canary, stream(inputs[1]))
      return Stream(
        stream(inputs[0]).catch { _ in
          canary.touch()
          return other
        })
    },
    "catchAndReturn": unary { _, parameters, input in
      Stream(
        input.replaceError(with: Token.make(payload: parameters[0], emission: 0))
          .setFailureType(to: FuzzError.self))
    },
    "retry": unary { _, parameters, input in Stream(input.retry(parameters[0] - 1)) },
    "flatMap": choosing { outer, choose in Stream(outer.flatMap(choose)) },
    "mergeInner": choosing { outer, choose in Stream(outer.map(choose).flatMap { $0 }) },
    "flatMapLatest": choosing { outer, choose in Stream(outer.map(choose).switchToLatest()) },
    "switchLatest": choosing { outer, choose in Stream(outer.map(choose).switchToLatest()) },
  ]

  /// Subjects that remember, and rows that share one connection.
  static let hot: [String: OperatorBinding] = [
    "behavior": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let subject = CurrentValueSubject<Int, FuzzError>(
          Token.make(payload: parameters[1], emission: 0))
        return (Stream(subject), SubjectFeed(subject))
      }
    },
    "share": unary { _, _, input in Stream(input.share()) },
    "multicastRefCount": unary { _, _, input in
      Stream(input.multicast(subject: PassthroughSubject<Int, FuzzError>()).autoconnect())
    },
    "first": unary { _, _, input in Stream(input.first().replaceEmpty(with: 0)) },
  ]

  /// An operator whose first input is the outer sequence; payloads choose among the other inputs.
  private static func choosing(
    _ build:
      @escaping @Sendable (
        AnyPublisher<Int, FuzzError>, @escaping @Sendable (Int) -> AnyPublisher<Int, FuzzError>
      ) -> Stream
  ) -> OperatorBinding {
    OperatorBinding { iteration, _, inputs in
      let canary = iteration.canary
      let choices = inputs.dropFirst().map { unsafeDowncast($0, to: Stream.self) }
      return build(stream(inputs[0])) { token in
        canary.touch()
        return choices[Token.payload(token) % choices.count].publisher
      }
    }
  }
}
