// The models of rows whose closure throws.

extension OperatorModel {
  /// The same stage, except that where it would emit an element that satisfies the predicate of its first parameter, the
  /// closure that makes the element throws instead, and the stage ends with that error.
  var throwing: OperatorModel {
    guard case .stage(let stage) = role else {
      preconditionFailure("only a stage has a closure that throws")
    }
    var throwing = stage
    throwing.receive = { memory, input, event, parameters in
      let outputs = stage.receive(&memory, input, event, parameters)
      let thrower = outputs.firstIndex { output in
        guard case .next(let token) = output else { return false }
        return Self.accepts(Token.payload(token), predicate: parameters[0])
      }
      guard let thrower else { return outputs }
      return outputs[..<thrower] + [.error(0)]
    }
    return OperatorModel(.stage(throwing))
  }
  /// The same stage, which emits from inside a subscription of its own.
  var emittingWhileSubscribing: OperatorModel {
    guard case .stage(var stage) = role else {
      preconditionFailure("only a stage emits in answer to an event")
    }
    stage.emitsWhileSubscribing = true
    return OperatorModel(.stage(stage))
  }

  /// Passes each element on as a sequence of its own, of that element alone, so that none waits for another.
  public static let throwingSequences = OperatorModel.identity.throwing.emittingWhileSubscribing

  /// Continues with its second input after an error of the first, unless the handler throws for the code of that error.
  public static let catchThrows = OperatorModel(
    .succession(
      Succession { memory, event, _, parameters in
        guard case .error(let code) = event, memory.number == 0 else { return .pass }
        if accepts(max(0, code), predicate: parameters[0]) { return .end(.error(0)) }
        memory.number = 1
        return .next(1)
      }))
}
