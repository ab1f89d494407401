import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// Operators that combine their inputs with one another.
  static let combining: [String: OperatorBinding] = [
    "zip": OperatorBinding { iteration, _, inputs in
      let (canary, streams) = (iteration.canary, inputs.map(stream))
      guard streams.count > 2 else {
        return Observable.zip(streams[0], streams[1]) {
          canary.touch()
          return Token.combining($0, $1)
        }
      }
      return Observable.zip(streams[0], streams[1], streams[2]) {
        canary.touch()
        return Token.combining(Token.combining($0, $1), $2)
      }
    },
    "zipAll": OperatorBinding { iteration, _, inputs in
      let canary = iteration.canary
      return Observable.zip(inputs.map(stream)) {
        canary.touch()
        return combine($0)
      }
    },
    "combineLatest": OperatorBinding { iteration, _, inputs in
      let (canary, streams) = (iteration.canary, inputs.map(stream))
      guard streams.count > 2 else {
        return Observable.combineLatest(streams[0], streams[1]) {
          canary.touch()
          return Token.combining($0, $1)
        }
      }
      return Observable.combineLatest(streams[0], streams[1], streams[2]) {
        canary.touch()
        return Token.combining(Token.combining($0, $1), $2)
      }
    },
    "combineLatestAll": OperatorBinding { iteration, _, inputs in
      let canary = iteration.canary
      return Observable.combineLatest(inputs.map(stream)) {
        canary.touch()
        return combine($0)
      }
    },
    "withLatestFrom": OperatorBinding { iteration, _, inputs in
      let canary = iteration.canary
      return stream(inputs[0]).withLatestFrom(stream(inputs[1])) {
        canary.touch()
        return Token.combining($0, $1)
      }
    },
    "amb": OperatorBinding { _, _, inputs in Observable.amb(inputs.map(stream)) },
  ]

  /// Operators that continue a sequence with another, or with itself.
  static let succession: [String: OperatorBinding] = [
    "startWith": unary { _, parameters, input in
      input.startWith(Token.make(payload: parameters[0], emission: 0))
    },
    "concat": OperatorBinding { _, _, inputs in Observable.concat(inputs.map(stream)) },
    "catch": OperatorBinding { iteration, _, inputs in
      let (canary, other) = (iteration.canary, stream(inputs[1]))
      return stream(inputs[0]).catch { _ in
        canary.touch()
        return other
      }
    },
    "catchAndReturn": unary { _, parameters, input in
      input.catchAndReturn(Token.make(payload: parameters[0], emission: 0))
    },
    "catchSequence": OperatorBinding { _, _, inputs in
      Observable.catch(sequence: inputs.map(stream))
    },
    "retry": unary { _, parameters, input in input.retry(parameters[0]) },
    "retryWhen": OperatorBinding { iteration, _, inputs in
      let (canary, trigger) = (iteration.canary, stream(inputs[1]))
      return stream(inputs[0]).retry { (errors: Observable<any Error>) in
        // Bounded: a source that fails at once, answered by a trigger that emits at once, would never end.
        errors.take(3).withLatestFrom(trigger) { _, token in
          canary.touch()
          return token
        }
      }
    },
  ]
}
