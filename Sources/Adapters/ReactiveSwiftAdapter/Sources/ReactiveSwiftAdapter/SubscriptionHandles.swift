import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Starts a producer the way users do. Its `interrupted` is no event of the contract: it says that nothing more will come.
private func start(_ probe: ObserverProbe, _ stream: AnyObject) -> any Disposable {
  Bindings.producer(stream).start(
    Signal<Int, FuzzError>.Observer(
      value: { probe.next($0) }, failed: { probe.error($0.code) },
      completed: { probe.completed() }))
}

/// A slot that holds what is started last.
final class SerialHandle: SubscriptionHandle, @unchecked Sendable {
  // Safety: `serial` never changes; what happens inside it is under test.
  private let serial = SerialDisposable()

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    serial.inner = start(observer, stream)
  }
  func dispose() { serial.dispose() }
  func drop() { dispose() }
}

/// A group with one more member, so that disposal goes through a list.
final class CompositeHandle: SubscriptionHandle, @unchecked Sendable {
  // Safety: `composite` never changes; what happens inside it is under test.
  private let composite = CompositeDisposable([AnyDisposable()])

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    composite.add(start(observer, stream))
  }
  func dispose() { composite.dispose() }
  func drop() { dispose() }
}

/// A lifetime that ends when the last reference to its token goes.
final class LifetimeHandle: SubscriptionHandle, PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `lock` guards `token`; `lifetime` never changes.
  private let lock = NSLock()
  private let lifetime: Lifetime
  private var token: Lifetime.Token?

  init() {
    let (lifetime, token) = Lifetime.make()
    self.lifetime = lifetime
    self.token = token
  }

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    lifetime.observeEnded(start(observer, stream).dispose)
  }

  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    lifetime.observeEnded(release)
    return nil
  }

  /// The last reference goes with nothing held.
  func dispose() {
    let last = lock.withLock {
      defer { token = nil }
      return token
    }
    withExtendedLifetime(last) {}
  }

  func drop() { dispose() }
}
