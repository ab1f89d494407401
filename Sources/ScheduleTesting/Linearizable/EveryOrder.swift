/// Says whether all operations of a scenario come to their end, whatever the order: some wait for others.
struct EveryOrder<Subject, Model> {
  typealias Call = OperationCall<Subject, Model>

  let before: [Call]
  let lanes: [[Call]]
  let after: [Call]
  let model: () -> Model

  /// Whether nobody is left waiting in any order.
  var ends: Bool {
    var state = model()
    return performs(before, &state) && goesOn([], Array(repeating: 0, count: lanes.count))
  }

  /// Whether all orders end that begin so: `order` names lanes, `done` counts what each has done.
  private func goesOn(_ order: [Int], _ done: [Int]) -> Bool {
    if zip(done, lanes).allSatisfy({ $0 == $1.count }) {
      var state = state(after: order)
      return performs(after, &state)
    }
    var isStuck = true
    for lane in lanes.indices where done[lane] < lanes[lane].count {
      guard lanes[lane][done[lane]].canGoOn(state(after: order)) else { continue }
      isStuck = false
      var counts = done
      counts[lane] += 1
      guard goesOn(order + [lane], counts) else { return false }
    }
    return !isStuck
  }

  /// Performs calls one after the other; false where one of them would wait for good.
  private func performs(_ calls: [Call], _ state: inout Model) -> Bool {
    for call in calls {
      guard call.canGoOn(state) else { return false }
      _ = call.specify(&state)
    }
    return true
  }

  private func state(after order: [Int]) -> Model {
    var state = model()
    for call in before { _ = call.specify(&state) }
    var done = Array(repeating: 0, count: lanes.count)
    for lane in order {
      _ = lanes[lane][done[lane]].specify(&state)
      done[lane] += 1
    }
    return state
  }
}
