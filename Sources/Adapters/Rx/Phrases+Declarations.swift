import RxFuzzKit

extension Phrases {
  /// What the phrases of either library rely on.
  static let common = """
    /// A cold source that the script drives: sends events to all who have subscribed so far.
    private final class Feed: @unchecked Sendable {
      // Safety: `observers` is guarded by `lock`.
      private let lock = NSLock()
      private var observers: [AnyObserver<Int>] = []
      private let log: RaceLog

      init(_ log: RaceLog) { self.log = log }

      var stream: Observable<Int> {
        Observable.create { [self, log] observer in
          let resource = log.acquire()
          lock.withLock { observers.append(observer) }
          log.linger()
          return Disposables.create { log.release(resource) }
        }
      }

      func onNext(_ element: Int) { for one in all { one.onNext(element) } }
      func onError(_ error: RaceError) { for one in all { one.onError(error) } }
      func onCompleted() { for one in all { one.onCompleted() } }
      func forget() { lock.withLock { observers = [] } }
      private var all: [AnyObserver<Int>] { lock.withLock { observers } }
    }

    /// A relay that the script drives: it takes elements, and terminal events do nothing.
    private struct Relay: Sendable {
      let stream: Observable<Int>
      let onNext: @Sendable (Int) -> Void

      init(_ relay: PublishRelay<Int>) {
        (stream, onNext) = (relay.asObservable(), { relay.accept($0) })
      }
      init(_ relay: BehaviorRelay<Int>) {
        (stream, onNext) = (relay.asObservable(), { relay.accept($0) })
      }
      init(_ relay: ReplayRelay<Int>) {
        (stream, onNext) = (relay.asObservable(), { relay.accept($0) })
      }

      func onError(_ error: RaceError) {}
      func onCompleted() {}
    }

    /// The element, or an error where the test says so.
    private func check(_ element: Int, _ fails: (Int) -> Bool) throws -> Int {
      if fails(element) { throw RaceError() }
      return element
    }

    /// A stream that is shared from the first element of the other one on.
    private func shared(
      _ source: Observable<Int>, from trigger: Observable<Int>, _ log: RaceLog
    ) -> Observable<Int> {
      let connectable = source.publish()
      return Observable.create { observer in
        let connection = SingleAssignmentDisposable()
        let subscription = connectable.subscribe(observer)
        let switching = trigger.take(1).subscribe(onNext: { _ in
          log.touch()
          connection.setDisposable(connectable.connect())
        })
        return Disposables.create(subscription, switching, connection)
      }
    }

    /// The elements of a stream as they are bound to something, while its end passes by.
    private func passing(
      _ source: Observable<Int>,
      _ bind: @escaping @Sendable (Observable<Int>, AnyObserver<Int>) -> any Disposable
    ) -> Observable<Int> {
      Observable.create { observer in
        let elements = source.do(
          onError: { observer.onError($0) }, onCompleted: { observer.onCompleted() })
        return bind(elements.catch { _ in .never() }, observer)
      }
    }

    /// Says so many times yes.
    private final class Attempts: @unchecked Sendable {
      // Safety: `left` is guarded by `lock`.
      private let lock = NSLock()
      private var left: Int
      init(_ count: Int) { left = count }
      func next() -> Bool {
        lock.withLock {
          left -= 1
          return left >= 0
        }
      }
    }

    /// What `using` makes for each subscription.
    private final class Resource: Disposable {
      private let log: RaceLog
      init(_ log: RaceLog) { self.log = log }
      func dispose() { log.touch() }
    }

    /// A bag that is disposed by letting its last reference go.
    private final class Bag: @unchecked Sendable {
      // Safety: `bag` is guarded by `lock`.
      private let lock = NSLock()
      private var bag: DisposeBag? = DisposeBag()

      func keep(_ subscription: any Disposable) {
        let bag = lock.withLock { self.bag }
        if let bag { subscription.disposed(by: bag) } else { subscription.dispose() }
      }

      func drop() {
        // The reference goes out of scope with the lock free.
        _ = lock.withLock { () -> DisposeBag? in
          defer { bag = nil }
          return bag
        }
      }
    }
    """
}
