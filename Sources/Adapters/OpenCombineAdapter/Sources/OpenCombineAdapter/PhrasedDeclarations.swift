/// What the tests of OpenCombine rely on, the same in every file.
enum PhrasedDeclarations {
  static let text = """
    /// A cold publisher that the script drives: sends events to all who have subscribed so far and not cancelled.
    private final class Feed: Publisher, @unchecked Sendable {
      typealias Output = Int
      typealias Failure = RaceError
      // Safety: `connections` is guarded by `lock`.
      private let lock = NSLock()
      private var connections: [Connection] = []
      private let log: RaceLog

      init(_ log: RaceLog) { self.log = log }

      func receive<Receiver: Subscriber>(subscriber: Receiver)
      where Receiver.Input == Int, Receiver.Failure == RaceError {
        let connection = Connection(AnySubscriber(subscriber), log)
        subscriber.receive(subscription: connection)
        lock.withLock { connections.append(connection) }
        connection.begin()
        log.linger()
      }

      func send(_ element: Int) { for one in all { one.send(element) } }
      func send(completion: Subscribers.Completion<RaceError>) {
        for one in all { one.send(completion: completion) }
      }
      func forget() { lock.withLock { connections = [] } }
      private var all: [Connection] { lock.withLock { connections } }
    }

    /// One subscription of a feed: keeps to the demand, and lets go of its subscriber when it ends.
    private final class Connection: Subscription, @unchecked Sendable {
      // Safety: `lock` guards the variables below it. The subscriber is called with the lock free.
      private let log: RaceLog
      private let lock = NSLock()
      private var subscriber: AnySubscriber<Int, RaceError>?
      private var demand = Subscribers.Demand.none
      private var resource: Int?

      init(_ subscriber: AnySubscriber<Int, RaceError>, _ log: RaceLog) {
        self.subscriber = subscriber
        self.log = log
      }

      /// Holds a resource from now on, unless it has been cancelled already.
      func begin() {
        guard lock.withLock({ subscriber != nil }) else { return }
        let acquired = log.acquire()
        let isOver = lock.withLock {
          if subscriber != nil { resource = acquired }
          return subscriber == nil
        }
        if isOver { log.release(acquired) }
      }

      func request(_ more: Subscribers.Demand) { lock.withLock { demand += more } }

      func cancel() { end { _ in } }

      func send(_ element: Int) {
        let receiver: AnySubscriber<Int, RaceError>? = lock.withLock {
          guard demand > 0, let subscriber else { return nil }
          demand -= 1
          return subscriber
        }
        if let receiver { request(receiver.receive(element)) }
      }

      func send(completion: Subscribers.Completion<RaceError>) {
        end { $0.receive(completion: completion) }
      }

      private func end(_ goodbye: (AnySubscriber<Int, RaceError>) -> Void) {
        let last = lock.withLock {
          defer { subscriber = nil }
          return subscriber
        }
        if let last { goodbye(last) }
        let acquired = lock.withLock {
          defer { resource = nil }
          return resource
        }
        if let acquired { log.release(acquired) }
      }
    }

    /// A variable whose changes are published, and which has no end.
    private final class Variable: @unchecked Sendable {
      // Safety: it guards its subscribers by itself, which is what is tested.
      @OpenCombine.Published var element: Int
      init(_ element: Int) { self.element = element }
      func send(_ element: Int) { self.element = element }
      func send(completion: Subscribers.Completion<RaceError>) {}
    }

    /// A future, and what keeps its promise or breaks it.
    private final class Promised: @unchecked Sendable {
      // Safety: both are set once, before anybody else sees them.
      let future: Future<Int, RaceError>
      private let promise: Future<Int, RaceError>.Promise

      init() {
        var promise: Future<Int, RaceError>.Promise?
        future = Future { promise = $0 }
        self.promise = promise!
      }

      func send(_ element: Int) { promise(.success(element)) }
      func send(completion: Subscribers.Completion<RaceError>) {
        if case .failure(let error) = completion { promise(.failure(error)) }
      }
    }

    /// The element, or an error where the test says so.
    private func check(_ element: Int, _ fails: (Int) -> Bool) throws -> Int {
      if fails(element) { throw RaceError() }
      return element
    }

    /// Holds what `sink` returns; what comes after the end is cancelled at once.
    private final class Held: @unchecked Sendable {
      // Safety: `lock` guards the variables below it. Nothing is cancelled with the lock held.
      private let isTakenOut: Bool
      private let isDropped: Bool
      private let lock = NSLock()
      private var held: Set<AnyCancellable> = []
      private var isOver = false

      /// - isTakenOut: who ends it takes out what it holds; otherwise every end cancels that, again where it was cancelled before.
      /// - isDropped: it lets its references go, which cancels, and does not call `cancel()`.
      init(isTakenOut: Bool = false, isDropped: Bool = false) {
        (self.isTakenOut, self.isDropped) = (isTakenOut, isDropped)
      }

      func keep(_ cancellable: AnyCancellable) {
        let isLate = lock.withLock {
          if !isOver { held.insert(cancellable) }
          return isOver
        }
        if isLate { cancellable.cancel() }
      }

      func end() {
        let all = lock.withLock {
          isOver = true
          defer { if isTakenOut { held = [] } }
          return held
        }
        if !isDropped { for one in all { one.cancel() } }
      }
    }
    """
}
