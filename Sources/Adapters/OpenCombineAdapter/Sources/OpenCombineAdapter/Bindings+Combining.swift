@preconcurrency import OpenCombine
import RxFuzzKit

extension Bindings {
  /// Operators that combine sequences, continue one with another, or subscribe to those that elements stand for.
  static let combining: [String: OperatorBinding] = [
    "startWith": unary { _, parameters, input in
      PublisherBox(input.prepend(Token.make(payload: parameters[0], emission: 0)))
    },
    "concat": OperatorBinding { _, _, inputs in
      inputs.dropFirst().reduce(unsafeDowncast(inputs[0], to: PublisherBox.self)) {
        PublisherBox($0.publisher.append(stream($1)))
      }
    },
    "catchAndReturn": unary { _, parameters, input in
      PublisherBox(
        input.replaceError(with: Token.make(payload: parameters[0], emission: 0))
          .setFailureType(to: FuzzError.self))
    },
    "flatMap": choosing { outer, choose in PublisherBox(outer.flatMap(choose)) },
    "mergeInner": choosing { outer, choose in PublisherBox(outer.map(choose).flatMap { $0 }) },
  ]

  /// Subjects that remember, and rows that share one connection.
  static let hot: [String: OperatorBinding] = [
    "behavior": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let subject = CurrentValueSubject<Int, FuzzError>(
          Token.make(payload: parameters[1], emission: 0))
        return (PublisherBox(subject), SubjectFeed(subject))
      }
    },
    "share": unary { _, _, input in PublisherBox(input.share()) },
    "multicastRefCount": unary { _, _, input in
      PublisherBox(input.multicast(subject: PassthroughSubject<Int, FuzzError>()).autoconnect())
    },
    "behaviorRelay": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let variable = PublishedVariable(Token.make(payload: parameters[1], emission: 0))
        return (
          PublisherBox(variable.$token.setFailureType(to: FuzzError.self)),
          VariableFeed { variable.token = $0 }
        )
      }
    },
    "future": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let promise = PromiseFeed()
        return (PublisherBox(promise.future), promise)
      }
    },
    "first": unary { _, _, input in PublisherBox(input.first().replaceEmpty(with: 0)) },
  ]

  /// An operator whose first input is the outer sequence; payloads choose among the other inputs.
  static func choosing(
    _ build:
      @escaping @Sendable (
        AnyPublisher<Int, FuzzError>, @escaping @Sendable (Int) -> AnyPublisher<Int, FuzzError>
      ) -> PublisherBox
  ) -> OperatorBinding {
    OperatorBinding { iteration, _, inputs in
      build(stream(inputs[0]), choice(iteration, inputs))
    }
  }

  private static func choice(
    _ iteration: Iteration, _ inputs: [AnyObject]
  ) -> @Sendable (Int) -> AnyPublisher<Int, FuzzError> {
    let canary = iteration.canary
    let choices = inputs.dropFirst().map { unsafeDowncast($0, to: PublisherBox.self) }
    return { token in
      canary.touch()
      return choices[Token.payload(token) % choices.count].publisher
    }
  }
}
