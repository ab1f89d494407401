/// One subscription: serialises what its feeds bring, until it ends or is disposed.
///
/// Thread-safety: all members, from any thread.
final class BrokenSubscription: @unchecked Sendable {
  // Safety: `state` and `cycle` are touched under `lock` only, but for what a defect leaves out on purpose.
  enum Event: Sendable {
    case next(Int)
    case error(FuzzError)
    case completed
  }

  private struct State {
    var hasEnded = false
    var isDisposed = false
    var isDraining = false
    var running = 0
    var waiting: [Event] = []
    var entrances: [BrokenEntrance] = []
    var isOver: Bool { hasEnded || isDisposed }
  }

  private let lock = SelfTestLock()
  private let defect: PlantedDefect
  private let stream: BrokenStream
  private let probe: ObserverProbe
  private var state = State()
  private var cycle: BrokenSubscription?
  private var received = 0

  init(_ defect: PlantedDefect, to stream: BrokenStream, _ probe: ObserverProbe) {
    self.defect = defect
    self.stream = stream
    self.probe = probe
    state.running = stream.feeds.count
  }

  func start() {
    stream.canary.touch()
    if defect == .keepsEverything { cycle = self }
    for feed in stream.feeds {
      let entrance = BrokenEntrance(parent: self, feed: feed)
      let mayStart = lock.withLock {
        if !state.isOver { state.entrances.append(entrance) }
        return !state.isOver
      }
      guard mayStart else { return }
      entrance.start()
    }
  }

  func dispose() {
    let entrances = lock.withLock {
      state.isDisposed = true
      if defect != .ignoresDisposal { state.waiting = [] }
      defer { state.entrances = [] }
      return state.entrances
    }
    for entrance in entrances { entrance.release() }
  }

  /// Takes a feed's end in, and says whether it was the last one.
  func feedCompleted() {
    let isLast = lock.withLock {
      state.running -= 1
      return state.running == 0
    }
    if isLast { receive(.completed) }
  }

  func receive(_ event: Event) {
    switch defect {
    case .overlaps: return deliver(event)
    case .endsTwice:
      if case .error(let error) = event { return end { $0.error(error.code) } }
    case .countsUnguarded: received &+= 1
    case .none, .looksThenSays, .losesElements, .ignoresDisposal, .keepsEverything,
      .locksWhileCallingOut:
      break
    }
    let mustDrain = lock.withLock {
      if state.isDraining, defect == .losesElements { return false }
      if !isSilenced { state.waiting.append(event) }
      defer { state.isDraining = true }
      return !state.isDraining
    }
    guard mustDrain else { return }
    if defect == .locksWhileCallingOut { lock.withLock { drain() } } else { drain() }
  }

  private func drain() {
    while let event = lock.withLock({ nextWaiting() }) { deliver(event) }
  }

  // Called under the lock.
  private func nextWaiting() -> Event? {
    guard !state.waiting.isEmpty, !isSilenced else {
      state.isDraining = false
      return nil
    }
    return state.waiting.removeFirst()
  }

  // Called under the lock.
  private var isSilenced: Bool { defect == .ignoresDisposal ? state.hasEnded : state.isOver }

  private func deliver(_ event: Event) {
    switch event {
    case .next(let token): probe.next(token)
    case .error(let error): end { $0.error(error.code) }
    case .completed: end { $0.completed() }
    }
  }

  private func end(_ send: (ObserverProbe) -> Void) {
    let mayDeliver: Bool
    if defect == .endsTwice {
      mayDeliver = lock.withLock { !state.isOver }
      lock.withLock { state.hasEnded = true }
    } else {
      mayDeliver = lock.withLock {
        defer { state.hasEnded = true }
        return !state.isOver
      }
    }
    guard mayDeliver else { return }
    send(probe)
    dispose()
  }
}

/// Where one feed enters; its slot detaches it.
final class BrokenEntrance: FeedObserver {
  private let parent: BrokenSubscription
  private let feed: Feed
  private let slot = BrokenSlot(.none)

  init(parent: BrokenSubscription, feed: Feed) {
    self.parent = parent
    self.feed = feed
  }

  func start() {
    let attachment = feed.attach(self)
    slot.assign { [feed] in feed.detach(attachment) }
  }

  func release() { slot.dispose() }

  func next(_ token: Int) { parent.receive(.next(token)) }

  func error(_ error: FuzzError) {
    parent.receive(.error(error))
    release()
  }

  func completed() {
    parent.feedCompleted()
    release()
  }
}
