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
}
