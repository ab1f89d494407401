// How operators treat the sequences that elements stand for.
//
// The memory of such a node counts the sequences that are running; its list holds the inputs that wait. Where only
// the latest counts, see `LatestMemory`.

extension GraphMachine {
  /// Takes in an event of an input of such a node, before it has had its turn.
  func flatten(
    _ flattening: Flattening, _ event: ModelEvent, from source: Place, to place: Place, _ lane: Int,
    in state: inout GraphState
  ) {
    let input = graph.nodes[source.node].position
    if event.isTerminal { state[source].isCut = true }
    if case .error = event, graph.semantics.ending == .releasedFirst {
      // What has left the others by then may still come before the error.
      state[place].releasesInputs = true
    }
    let isOneOfSeveral = input > 0 && flattening != .first
    let event = event == .interrupted && isOneOfSeveral ? .completed : event
    switch (flattening, event) {
    case (_, .next) where input == 0:
      // Whether the end has come is looked at before the sequence is subscribed; it may come in between.
      state.lanes[lane].stack.append(.startInner(place, event))
    case (.latest, .completed) where graph.semantics.replacement == .atOnce:
      state.lanes[lane].stack.append(.enter(source, event))
    case (.latest, _) where input > 0:
      // Another thread may replace the sequence after its event has come past its gate.
      state.lanes[lane].stack.append(.enter(source, event))
    case (.latest, _), (_, .next), (_, .error):
      arrive(event, input, place, origin: source.instance, lane, in: &state)
    case (_, .completed) where input == 0: completeIfAllEnded(place, lane, in: &state)
    case (_, .completed) where beginsUnlocked(place):
      endUnlocked(source, of: place, lane, in: &state)
    case (.all, .completed):
      state[place].memory.number -= 1
      completeIfAllEnded(place, lane, in: &state)
    case (.first, .completed), (.bounded, .completed), (.queued, .completed):
      state[source].successor = 0
      state.lanes[lane].stack.append(.follow(source))
    }
  }

  /// Subscribes the sequence that an element stands for; nil where it is not to begin any more.
  func startInner(
    _ event: ModelEvent?, of place: Place, _ lane: Int, in state: inout GraphState
  ) {
    state.lanes[lane].stack.removeLast()
    guard let event, case .flattening(let flattening) = graph.nodes[place.node].role else { return }
    if beginsUnlocked(place) {
      return startUnlocked(event, flattening, of: place, lane, in: &state)
    }
    guard case .next(let token) = event else { return }
    let input = chosenInput(token, of: place)
    if flattening == .latest, graph.nodes[place.node].locks {
      state.lanes[lane].stack.append(.meet(place, event, input: 0, origin: -1))
    } else if flattening == .latest {
      replaceLatest(by: input, of: place, event, lane, in: &state)
    } else {
      start(flattening, input, of: place, lane, in: &state)
    }
  }

  /// True if the node's terminal event is being delivered still: until that is done, sequences may begin or follow one
  /// another, in vain.
  func isEnding(_ place: Place, in state: GraphState) -> Bool {
    guard case .flattening = graph.nodes[place.node].role else { return false }
    return state[place].owner >= 0
      || graph.nodes[place.node].locks && isBeingDisposed(place.subscription, in: state)
  }

  /// Whether a call that disposes it has begun and not returned: where the end of a sequence comes meanwhile, it is that call which
  /// releases the sources.
  private func isBeingDisposed(_ subscription: Int, in state: GraphState) -> Bool {
    state.lanes.contains { lane in lane.stack.contains { disposes($0, subscription) } }
  }

  /// What such a node emits when it is an event's turn.
  func flattened(
    _ flattening: Flattening, _ queued: GraphState.Queued, at place: Place,
    in state: inout GraphState
  ) -> ModelEvent? {
    guard flattening == .latest else { return queued.event }
    var memory = LatestMemory(state[place].memory)
    defer { state[place].memory = memory.packed }
    switch (queued.input, queued.event) {
    case (0, .next):
      memory.turn = queued.origin
      memory.isRunning = true
      return nil
    case (0, .completed): return memory.complete(isSource: true) ? queued.event : nil
    case (0, .error): return queued.event
    case (_, .next), (_, .error):
      // Where the choice waits for no lock, what has left a sequence by then is on its way.
      return queued.origin == memory.turn || beginsUnlocked(place) ? queued.event : nil
    case (_, .completed):
      guard queued.origin == memory.turn else { return nil }
      return memory.complete(isSource: false) ? queued.event : nil
    }
  }

  /// Goes on after one of the sequences has completed: with one that waits, or with one less.
  func followInner(of place: Place, _ lane: Int, in state: inout GraphState) {
    if state[place].memory.elements.isEmpty {
      state[place].memory.number -= 1
      completeIfAllEnded(place, lane, in: &state)
    } else {
      begin(state[place].memory.elements.removeFirst(), of: place, lane, in: &state)
    }
  }

  private func start(
    _ flattening: Flattening, _ input: Int, of place: Place, _ lane: Int,
    in state: inout GraphState
  ) {
    if state[place].memory.number < runningMax(flattening, place) {
      state[place].memory.number += 1
      begin(input, of: place, lane, in: &state)
    } else if flattening != .first {
      state[place].memory.elements.append(input)
    }
  }

  /// How many sequences run at a time.
  func runningMax(_ flattening: Flattening, _ place: Place) -> Int {
    switch flattening {
    case .all, .latest: Int.max
    case .first, .queued: 1
    case .bounded: graph.nodes[place.node].parameters[0]
    }
  }

  private func replaceLatest(
    by input: Int, of place: Place, _ event: ModelEvent, _ lane: Int, in state: inout GraphState
  ) {
    let next = state.instances.count
    begin(input, of: place, lane, in: &state)
    // Nobody wants the last one any more once the element has had its turn or waits for it: what the last one emits until it
    // is detached has its turn in vain, but keeps the node busy.
    var memory = LatestMemory(state[place].memory)
    if memory.subscribed >= 0 { state.lanes[lane].stack.append(.cutOff(memory.subscribed)) }
    memory.subscribed = next
    state[place].memory = memory.packed
    arrive(event, 0, place, origin: next, lane, in: &state)
  }

  /// The same under the node's lock, which is free again when the sequence is subscribed.
  func replaceLatest(
    by queued: GraphState.Queued, of place: Place, _ lane: Int, in state: inout GraphState
  ) {
    guard case .next(let token) = queued.event else { return }
    var memory = LatestMemory(state[place].memory)
    if memory.subscribed >= 0 { state.instances[memory.subscribed].isCut = true }
    memory.subscribed = state.instances.count
    memory.turn = memory.subscribed
    memory.isRunning = true
    state[place].memory = memory.packed
    let isOutermost = state.lanes[lane].stack.last == .unlock(place)
    if isOutermost { state.lanes[lane].stack.removeLast() }
    begin(chosenInput(token, of: place), of: place, lane, in: &state)
    if isOutermost { state.lanes[lane].stack.append(.unlock(place)) }
  }

  func completeIfAllEnded(_ place: Place, _ lane: Int, in state: inout GraphState) {
    guard state[place].memory.number == 0, hasOuterEnded(place, in: state),
      state[place].memory.elements.isEmpty || !beginsUnlocked(place)
    else { return }
    arrive(.completed, 0, place, lane, in: &state)
  }

  private func hasOuterEnded(_ place: Place, in state: GraphState) -> Bool {
    state[input(0, of: place)].isCut
  }

  func chosenInput(_ token: Int, of place: Place) -> Int {
    1 + Token.payload(token) % (graph.nodes[place.node].inputs.count - 1)
  }
}

/// What a node remembers that passes on the latest of several sequences.
struct LatestMemory {
  /// The instance of the one that is latest by the events that have had their turn.
  var turn = -1
  /// That of the one that is subscribed.
  var subscribed = -1
  var isRunning = false
  var isSourceDone = false

  init() {}

  init(_ memory: OperatorStage.Memory) {
    turn = memory.number
    subscribed = memory.elements[0]
    isRunning = memory.elements[1] == 1
    isSourceDone = memory.elements[2] == 1
  }

  /// Its source, or the sequence that is latest, has completed; says whether both have.
  mutating func complete(isSource: Bool) -> Bool {
    if isSource { isSourceDone = true } else { isRunning = false }
    return isSourceDone && !isRunning
  }

  var packed: OperatorStage.Memory {
    OperatorStage.Memory(
      number: turn, elements: [subscribed, isRunning ? 1 : 0, isSourceDone ? 1 : 0])
  }
}
