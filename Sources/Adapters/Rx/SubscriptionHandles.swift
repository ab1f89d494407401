import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Subscribes the way users do.
private func subscription(of probe: ObserverProbe, to stream: AnyObject) -> any Disposable {
  Bindings.stream(stream).subscribe(
    onNext: { probe.next($0) },
    onError: { probe.error(($0 as? FuzzError)?.code ?? FuzzError.codeOfOthers) },
    onCompleted: { probe.completed() },
    onDisposed: { probe.disposed() })
}

/// A single-assignment slot.
final class SlotHandle: SubscriptionHandle {
  private let slot = SingleAssignmentDisposable()

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    slot.setDisposable(subscription(of: observer, to: stream))
  }
  func dispose() { slot.dispose() }
  func drop() { dispose() }
}

/// A replaceable slot.
final class SerialHandle: SubscriptionHandle {
  private let serial = SerialDisposable()

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    serial.disposable = subscription(of: observer, to: stream)
  }
  func dispose() { serial.dispose() }
  func drop() { dispose() }
}

/// A group with one more member, so that disposal goes through a list.
final class CompositeHandle: SubscriptionHandle {
  private let composite = Holders.composite()

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    _ = composite.insert(subscription(of: observer, to: stream))
  }
  func dispose() { composite.dispose() }
  func drop() { dispose() }
}

/// A bag that is disposed by letting its last reference go.
final class BagHandle: SubscriptionHandle, @unchecked Sendable {
  // Safety: `bag` is read and written under `lock` only. Its references are counted by hand, because the
  // optimiser may let a reference go right after its last use, and the bag must never go away, and dispose, with
  // the lock held.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private var bag: Unmanaged<DisposeBag>?

  init(_ bag: DisposeBag = Holders.bag()) {
    self.bag = .passRetained(bag)
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    bag?.release()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    hold(subscription(of: observer, to: stream))
  }

  func hold(_ subscription: any Disposable) {
    if !give({ subscription.disposed(by: $0) }) { subscription.dispose() }
  }

  /// Lets the bag be given something; false where it is gone.
  func give(_ give: (DisposeBag) -> Void) -> Bool {
    // A bag that goes away meanwhile is kept alive here until it has been given that.
    guard let bag = exclusively({ bag?.retain() }) else { return false }
    give(bag.takeUnretainedValue())
    bag.release()
    return true
  }

  func dispose() {
    // The last reference goes with nothing held, and takes the bag with it.
    let last = exclusively {
      defer { bag = nil }
      return bag
    }
    last?.release()
  }

  func drop() { dispose() }

  // Owners of a bag synchronise their references to it.
  private func exclusively(_ body: () -> Unmanaged<DisposeBag>?) -> Unmanaged<DisposeBag>? {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body()
  }
}
