@preconcurrency import ReactiveSwift
import RxFuzzKit

extension Bindings {
  /// Operators whose second input says when something happens to the first one.
  ///
  /// The library wants triggers that cannot fail; here an error of a trigger makes it silent.
  static let triggered: [String: OperatorBinding] = [
    "takeUntil": OperatorBinding { _, _, inputs in
      ProducerBox(producer(inputs[0]).take(until: trigger(inputs[1])))
    },
    "skipUntil": OperatorBinding { _, _, inputs in
      ProducerBox(producer(inputs[0]).skip(until: trigger(inputs[1])))
    },
    "sample": OperatorBinding { _, _, inputs in
      ProducerBox(producer(inputs[0]).sample(on: trigger(inputs[1])))
    },
    "withLatestFrom": OperatorBinding { iteration, _, inputs in
      let canary = iteration.canary
      return ProducerBox(
        producer(inputs[0]).withLatest(from: unfailing(inputs[1])).map {
          canary.touch()
          return Token.combining($0, $1)
        })
    },
  ]

  /// Operators in which several inputs meet, or follow one another.
  static let combining: [String: OperatorBinding] = [
    "merge": OperatorBinding { _, _, inputs in ProducerBox(Producer.merge(inputs.map(producer))) },
    "zip": OperatorBinding { iteration, _, inputs in
      let (canary, streams) = (iteration.canary, inputs.map(producer))
      guard streams.count > 2 else {
        return ProducerBox(
          Producer.zip(streams[0], streams[1]).map {
            canary.touch()
            return Token.combining($0, $1)
          })
      }
      return ProducerBox(
        Producer.zip(streams[0], streams[1], streams[2]).map {
          canary.touch()
          return Token.combining(Token.combining($0, $1), $2)
        })
    },
    "zipAll": collection { Producer.zip($0) },
    "combineLatest": OperatorBinding { iteration, _, inputs in
      let (canary, streams) = (iteration.canary, inputs.map(producer))
      guard streams.count > 2 else {
        return ProducerBox(
          Producer.combineLatest(streams[0], streams[1]).map {
            canary.touch()
            return Token.combining($0, $1)
          })
      }
      return ProducerBox(
        Producer.combineLatest(streams[0], streams[1], streams[2]).map {
          canary.touch()
          return Token.combining(Token.combining($0, $1), $2)
        })
    },
    "combineLatestAll": collection { Producer.combineLatest($0) },
    "amb": OperatorBinding { _, _, inputs in
      ProducerBox(SignalProducer<Producer, FuzzError>(inputs.map(producer)).flatten(.race))
    },
    "concat": OperatorBinding { _, _, inputs in
      ProducerBox(inputs.dropFirst().reduce(producer(inputs[0])) { $0.concat(producer($1)) })
    },
    "catch": OperatorBinding { iteration, _, inputs in
      let (canary, other) = (iteration.canary, producer(inputs[1]))
      return ProducerBox(
        producer(inputs[0]).flatMapError { _ in
          canary.touch()
          return other
        })
    },
    "retry": unary { _, parameters, input in input.retry(upTo: parameters[0] - 1) },
  ]

  /// Operators whose first input chooses among the others.
  static let inner: [String: OperatorBinding] = [
    "flatMap": choosing(.merge),
    "mergeInner": flattening { _ in .merge },
    "flatMapLatest": choosing(.latest),
    "switchLatest": flattening { _ in .latest },
    "concatMap": choosing(.concat),
    "concatInner": flattening { _ in .concat },
    "mergeMaxConcurrent": flattening { .concurrent(limit: UInt($0[0])) },
  ]

  static func choosing(_ strategy: FlattenStrategy) -> OperatorBinding {
    OperatorBinding { iteration, _, inputs in
      ProducerBox(producer(inputs[0]).flatMap(strategy, choice(iteration, inputs)))
    }
  }

  private static func flattening(
    _ strategy: @escaping @Sendable ([Int]) -> FlattenStrategy
  ) -> OperatorBinding {
    OperatorBinding { iteration, parameters, inputs in
      ProducerBox(
        producer(inputs[0]).map(choice(iteration, inputs)).flatten(strategy(parameters)))
    }
  }

  private static func choice(
    _ iteration: Iteration, _ inputs: [AnyObject]
  ) -> @Sendable (Int) -> Producer {
    let (canary, choices) = (iteration.canary, inputs.dropFirst().map(producer))
    return { token in
      canary.touch()
      return choices[Token.payload(token) % choices.count]
    }
  }

  private static func collection(
    _ build: @escaping @Sendable ([Producer]) -> SignalProducer<[Int], FuzzError>
  ) -> OperatorBinding {
    OperatorBinding { iteration, _, inputs in
      let canary = iteration.canary
      return ProducerBox(
        build(inputs.map(producer)).map { tokens in
          canary.touch()
          return tokens.dropFirst().reduce(tokens[0]) { Token.combining($0, $1) }
        })
    }
  }

  private static func unfailing(_ input: AnyObject) -> SignalProducer<Int, Never> {
    producer(input).flatMapError { _ in .never }
  }

  private static func trigger(_ input: AnyObject) -> SignalProducer<(), Never> {
    unfailing(input).map(value: ())
  }
}
