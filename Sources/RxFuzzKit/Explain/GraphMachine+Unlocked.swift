// How sequences begin and follow one another where only what they send waits for a lock.
//
// What an element stands for is put on a list, and whoever comes by begins the first one that waits there: the thread with
// the element, or one on which a sequence has completed. Neither waits for a thread that is sending.

extension GraphMachine {
  /// Whether sequences of that node begin with no lock taken.
  func beginsUnlocked(_ place: Place) -> Bool {
    guard case .flattening(let flattening) = graph.nodes[place.node].role else { return false }
    if flattening == .latest, graph.semantics.replacement == .atOnce { return true }
    return flattening != .first && leavesEnds(place)
  }

  /// Whether another sequence has taken the place of that one by the time that its event comes to the gate.
  func isReplaced(_ source: Place, of place: Place, in state: GraphState) -> Bool {
    guard graph.semantics.replacement == .atOnce, graph.nodes[source.node].position > 0,
      case .flattening(.latest) = graph.nodes[place.node].role
    else { return false }
    return LatestMemory(state[place].memory).turn != source.instance
  }

  /// Notes a completion of such a node's source, or of its latest sequence, which waits for no lock; false where it is the last one,
  /// which does.
  func countsAtOnce(_ source: Place, of place: Place, in state: inout GraphState) -> Bool {
    guard graph.semantics.replacement == .atOnce,
      case .flattening(.latest) = graph.nodes[place.node].role
    else { return false }
    var memory = LatestMemory(state[place].memory)
    let isLast = memory.complete(isSource: graph.nodes[source.node].position == 0)
    if !isLast { state[place].memory = memory.packed }
    return !isLast
  }

  /// Ways in which the sequence that an element stands for may begin: not at all where another thread is about to end the whole.
  func startChoices(_ place: Place, _ lane: Int, in state: GraphState) -> Int {
    beginsUnlocked(place) && !leavesEnds(place)
      && isEndWaiting(for: place, besides: lane, in: state)
      ? 2 : 1
  }

  /// Takes in an element, or goes on with a sequence that waits.
  func startUnlocked(
    _ event: ModelEvent, _ flattening: Flattening, of place: Place, _ lane: Int,
    in state: inout GraphState
  ) {
    guard case .next(let token) = event else {
      return beginWaiting(flattening, of: place, lane, in: &state)
    }
    if flattening == .latest {
      return replaceLatest(
        by: GraphState.Queued(input: 0, event: event, origin: -1), of: place, lane, in: &state)
    }
    state[place].memory.elements.append(chosenInput(token, of: place))
    goOn(place, lane, in: &state)
  }

  /// One of the sequences has completed.
  func endUnlocked(
    _ source: Place, of place: Place, _ lane: Int, in state: inout GraphState
  ) {
    state[place].memory.number -= 1
    if state[place].memory.elements.isEmpty {
      completeIfAllEnded(place, lane, in: &state)
    } else if !isAwaited(source, in: state) {
      // Who is still subscribing it goes on by itself.
      goOn(place, lane, in: &state)
    }
  }

  private func beginWaiting(
    _ flattening: Flattening, of place: Place, _ lane: Int, in state: inout GraphState
  ) {
    guard state[place].memory.number < runningMax(flattening, place),
      !state[place].memory.elements.isEmpty
    else { return }
    state[place].memory.number += 1
    goOn(place, lane, in: &state)
    begin(state[place].memory.elements.removeFirst(), of: place, lane, in: &state)
  }

  /// An end where an element is expected stands for a look at the list.
  private func goOn(_ place: Place, _ lane: Int, in state: inout GraphState) {
    state.lanes[lane].stack.append(.startInner(place, .completed))
  }
}
