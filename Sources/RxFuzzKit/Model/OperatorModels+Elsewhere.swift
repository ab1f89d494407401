// The models of rows that other libraries have.

extension OperatorModel {
  /// Tells as many elements as its parameter says as one, and what is left of them at completion.
  public static let collectCount = OperatorModel.stage { memory, _, event, parameters in
    switch event {
    case .error: return [event]
    case .completed: return (memory.elements.isEmpty ? [] : [folded(memory)]) + [event]
    case .next(let token):
      memory.elements.append(token)
      guard memory.elements.count == parameters[0] else { return [] }
      defer { memory.elements = [] }
      return [folded(memory)]
    }
  }

  /// Tells one element about all elements, or about those that satisfy its predicate: as its first parameter says, in the
  /// order of the row's forms.
  public static let reduction = OperatorModel.stage { memory, _, event, parameters in
    if case .error = event { return [event] }
    let result: Int?
    if case .next(let token) = event {
      let accepted = accepts(Token.payload(token), predicate: parameters[1])
      result = reduced(token, accepted, &memory, form: parameters[0])
      return result.map { [.next($0), .completed] } ?? []
    }
    let number = { Token.make(payload: $0, emission: 0) }
    switch parameters[0] {
    case 0: result = number(memory.number)
    case 1: result = number(0)
    case 2: result = number(1)
    default: result = memory.elements.first
    }
    return result.map { [.next($0), .completed] } ?? [.completed]
  }

  /// Takes an element in; what it tells at once, if it does.
  private static func reduced(
    _ token: Int, _ accepted: Bool, _ memory: inout OperatorMemory, form: Int
  ) -> Int? {
    let number = { Token.make(payload: $0, emission: 0) }
    let kept = memory.elements.first
    switch form {
    case 0: memory.number += 1
    case 1: return accepted ? number(1) : nil
    case 2: return accepted ? nil : number(0)
    case 3:
      if kept.map({ Token.payload(token) < Token.payload($0) }) ?? true {
        memory.elements = [token]
      }
    case 4:
      if kept.map({ Token.payload(token) > Token.payload($0) }) ?? true {
        memory.elements = [token]
      }
    case 5: return accepted ? token : nil
    default: if accepted { memory.elements = [token] }
    }
    return nil
  }

  /// Adds its parameter to the latest element whenever its queue comes to it.
  public static let lazyMap = OperatorModel.latestLater(
    endDrops: { $0 == .interrupted }, endWaits: true, adds: true)
}
