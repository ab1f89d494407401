extension ObservableType {
  /// The sequence that emits its first event, of whatever kind, first; the other one is disposed.
  /// ```
  /// a         -----1--2--|
  /// b         --3-----4----5--|
  /// a.amb(b)  --3-----4----5--|
  /// ```
  /// Under a race: exactly one sequence wins, and only its events are delivered, on its threads.
  public func amb<Right: ObservableConvertibleType>(
    _ right: Right
  ) -> Observable<Element> where Right.Element == Element {
    Amb(sources: [asObservable(), right.asObservable()])
  }

  /// The first of `sources` that emits an event; those that come later in the list are not even subscribed
  /// if it does so at once. Of no sources it is `never`.
  public static func amb<Sources: Swift.Sequence>(
    _ sources: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    Amb(sources: Array(sources))
  }
}

private final class Amb<Element: Sendable>: Producer<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let sources: [Observable<Element>]

  init(sources: [Observable<Element>]) { self.sources = sources }

  override func run(
    _ downstream: Stage<Element>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = AmbSink(downstream)
    for source in sources {
      let entrance = AmbEntrance(parent: sink)
      guard sink.admit(entrance) else { break }
      entrance.setSinkAndSubscription(source.attach(entrance))
    }
    return (sink, nil)
  }
}

private final class AmbSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: both are guarded by `lock`.
  private let lock = Lock()
  private var entrances: [AmbEntrance<Element>] = []
  /// By the first event, or by a disposal.
  private var isDecided = false

  /// Takes a competitor in, unless the race is decided.
  func admit(_ entrance: AmbEntrance<Element>) -> Bool {
    lock.withLock {
      if isDecided { return false }
      entrances.append(entrance)
      return true
    }
  }

  /// Decides the race if it is not decided. True for the winner; the others are disposed then.
  func claimVictory(_ entrance: AmbEntrance<Element>) -> Bool {
    let (isWinner, losers) = lock.withLock { () -> (Bool, [AmbEntrance<Element>]) in
      if isDecided { return (false, []) }
      isDecided = true
      return (true, entrances.filter { $0 !== entrance })
    }
    for loser in losers { loser.dispose() }
    return isWinner
  }

  override func disposeSink() {
    let last = lock.withLock {
      isDecided = true
      let last = entrances
      entrances = []
      return last
    }
    for entrance in last { entrance.dispose() }
  }
}

/// One competitor's entrance.
private final class AmbEntrance<Element: Sendable>: Stage<Element>, @unchecked Sendable {
  // Safety: `isWinner` is touched only inside events, which never overlap.
  private let parent: AmbSink<Element>
  private var isWinner = false

  init(parent: AmbSink<Element>) { self.parent = parent }

  override func next(_ element: Element) {
    if mayPass() { parent.forwardNext(element) }
  }

  override func error(_ error: any Error) {
    if mayPass() { parent.forwardError(error) }
  }

  override func completed() {
    if mayPass() { parent.forwardCompleted() }
  }

  private func mayPass() -> Bool {
    if isOver { return false }
    if !isWinner { isWinner = parent.claimVictory(self) }
    return isWinner
  }
}
