/// Where the subscribers of a shared sequence meet the one subscription to its source, the connection.
///
/// Subscribers listen to a hub, a subject. The connection sends the source's events into it. Which hub, which
/// connection and how many counted subscribers there are is decided under a lock; what is decided is done
/// after it. Opening and closing connections calls out, to the source's subscribe and dispose; that work
/// passes a queue, in the order in which it was decided.
///
/// Under a race:
/// * Two first subscribers: one of them finds no connection and makes it, the other finds it. It is opened
///   once, after its maker listens to the hub, so that a source that emits at once loses nothing.
/// * The last disposal and a subscription: either the newcomer is counted first, and the connection stays;
///   or the connection is retired first, and the newcomer makes another. The old one's closing was put
///   into the queue by the decision that retired it, the new one's opening comes after that decision, so the
///   source never has two of these connections open.
/// * The source's end and a subscription: the connection is taken out before its hub gets the end. Who
///   finds it before that listens to a hub that is about to end, or has ended and says so; who comes after
///   that makes another connection. Nobody waits at a hub that nothing feeds.
/// * A connection that is retired before it was opened is not opened; one that is retired while it is being
///   opened stops forwarding at once, and is closed as soon as it is open.
///
/// A thread that finds another one opening or closing leaves its work to that one: the connection may then be
/// made a moment after `subscribe` has returned.
final class Multicast<Input: Sendable, Output: Sendable>: @unchecked Sendable {
  // Safety: what varies is guarded by `lock`; the queue is safe by itself.
  private let source: Observable<Input>
  private let makeHub: @Sendable () -> Hub
  private let keepsHub: Bool
  private let queue = DrainQueue<Work>()
  private let lock = Lock()
  private var hub: Hub?
  private var connection: Connection?
  private var joined = 0
  /// The one hub has ended, or is about to: a connection would be in vain.
  private var hasEnded = false

  /// A subject, taken apart.
  struct Hub: Sendable {
    let entrance: Stage<Input>
    let exit: Observable<Output>
    /// Whether it ends with the events that are sent into it, as this library's subjects do.
    let ends: Bool
  }

  private enum Work: Sendable {
    case open(Connection)
    case close(Connection)
  }

  /// What a decision leaves to be done without the lock.
  private struct Retired {
    var mustDrain = false
    /// Released by whoever got it, because releasing may call out.
    var hub: Hub?
    var connection: Connection?
  }

  /// - Parameter keepsHub: whether one hub serves all connections, one after the other.
  init(source: Observable<Input>, keepsHub: Bool, makeHub: @escaping @Sendable () -> Hub) {
    self.source = source
    self.keepsHub = keepsHub
    self.makeHub = makeHub
  }

  /// Subscribes somebody who is not counted.
  func listen(_ downstream: Stage<Output>) -> DisposeBase? {
    let hub = withHub { $0 }
    return hub.exit.attach(downstream)
  }

  /// Subscribes somebody who keeps the connection open, and opens it where there is none.
  func join(_ sink: RefCountSink<Input, Output>) {
    let (hub, connection, isNew) = withHub { hub in
      let (connection, isNew) = connected(to: hub)
      if connection != nil { joined += 1 }
      return (hub, connection, isNew)
    }
    sink.connection = connection
    sink.setSinkAndSubscription(hub.exit.attach(sink))
    if isNew, let connection { perform(.open(connection)) }
  }

  /// Ends the part of a counted subscriber; the last one's closes the connection.
  func leave(_ connection: Connection) {
    finish(
      lock.withLock {
        guard self.connection === connection else { return Retired() }
        joined -= 1
        return joined == 0 ? retire() : Retired()
      })
  }

  /// Opens a connection, or finds the one that is open. Disposing the result closes it.
  func connect() -> any Disposable {
    let (connection, isNew) = withHub { connected(to: $0) }
    guard let connection else { return Disposables.create() }
    if isNew { perform(.open(connection)) }
    return ConnectionDisposable(connection)
  }

  /// Closes the connection, unless it was closed or ended before.
  fileprivate func disconnect(_ connection: Connection) {
    finish(lock.withLock { self.connection === connection ? retire() : Retired() })
  }

  /// Takes the connection out because its source has ended; called before the hub is notified.
  ///
  /// The end is claimed under the lock: the last subscriber could leave in between otherwise, and the hub would end
  /// without a note of it.
  /// - Returns: false if the connection was retired before; the hub is not notified then.
  fileprivate func end(_ connection: Connection) -> Bool {
    let retired = lock.withLock { () -> Retired? in
      guard connection.claimEnd() else { return nil }
      hasEnded = keepsHub && hub?.ends == true
      return Retired(hub: takeHub(), connection: takeConnection())
    }
    guard let retired else { return false }
    finish(retired)
    return true
  }

  /// Decides under the lock, with the hub of the day.
  ///
  /// Making a hub may call out, so it is made before the lock; under a race one of two is dropped unused.
  private func withHub<Decision>(_ decide: (Hub) -> Decision) -> Decision {
    let decision = lock.withLock { hub.map(decide) }
    if let decision { return decision }
    let made = makeHub()
    return lock.withLock {
      let current = hub ?? made
      hub = current
      return decide(current)
    }
  }

  // MARK: Under the lock

  private func connected(to hub: Hub) -> (Connection?, isNew: Bool) {
    if connection != nil || hasEnded { return (connection, false) }
    let made = Connection(of: self, hub.entrance)
    connection = made
    return (made, true)
  }

  /// Takes the connection out and puts its closing into the queue.
  private func retire() -> Retired {
    guard let connection = takeConnection() else { return Retired() }
    connection.stop()
    return Retired(
      mustDrain: queue.push(.close(connection)), hub: takeHub(), connection: connection)
  }

  private func takeConnection() -> Connection? {
    let last = connection
    connection = nil
    joined = 0
    return last
  }

  private func takeHub() -> Hub? {
    if keepsHub { return nil }
    let last = hub
    hub = nil
    return last
  }

  // MARK: After the lock

  private func finish(_ retired: Retired) {
    if retired.mustDrain { drain() }
    withExtendedLifetime(retired) {}
  }

  private func perform(_ work: Work) {
    if queue.push(work) { drain() }
  }

  private func drain() {
    queue.drain { work in
      switch work {
      case .open(let connection):
        // Retired before its turn: nobody listens any more.
        if connection.isOver { return }
        connection.setSinkAndSubscription(source.subscribeStage(connection))
      case .close(let connection): connection.dispose()
      }
    }
  }

  /// The one subscription to the source, which sends its events into a hub.
  final class Connection: Stage<Input>, @unchecked Sendable {
    // Safety: constants only. It and the multicast hold each other while it is open.
    private let multicast: Multicast
    private let entrance: Stage<Input>

    fileprivate init(of multicast: Multicast, _ entrance: Stage<Input>) {
      self.multicast = multicast
      self.entrance = entrance
    }

    override func next(_ element: Input) {
      if !isOver { entrance.next(element) }
    }

    override func error(_ error: any Error) {
      guard multicast.end(self) else { return }
      entrance.error(error)
      dispose()
    }

    override func completed() {
      guard multicast.end(self) else { return }
      entrance.completed()
      dispose()
    }

    /// Forwards nothing more; its source is released later, in its turn.
    fileprivate func stop() { _ = claimEnd() }

    fileprivate func close() { multicast.disconnect(self) }
  }

  /// What `connect` returns.
  private final class ConnectionDisposable: DisposeBase, @unchecked Sendable {
    // Safety: constants only.
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    override func dispose() { connection.close() }
  }
}

extension Multicast.Hub {
  /// The hub that a subject is.
  init<Subject: SubjectType>(_ subject: Subject)
  where Subject.Element == Output, Subject.Observer.Element == Input {
    self.init(
      entrance: subject.asObserver().asAnyObserver().stage, exit: subject.asObservable(),
      ends: subject is SubjectBase<Output>)
  }
}
