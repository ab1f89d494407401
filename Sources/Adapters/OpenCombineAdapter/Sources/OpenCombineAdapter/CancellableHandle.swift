import Foundation
@preconcurrency import OpenCombine
import RxFuzzKit

/// Holds what `sink` returned, in the ways that users hold it.
///
/// Thread-safety: all members from any thread; cancelling happens with no lock held.
final class CancellableHandle: SubscriptionHandle, @unchecked Sendable {
  // Safety: `lock` guards the variables below it.
  private let holder: Holder
  private let lock = NSLock()
  private var disposed = false
  private var isCancelling = false
  private var held: Set<AnyCancellable> = []

  init(_ holder: Holder) { self.holder = holder }

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    let cancellable = sink(observer, to: stream, owner: nil)
    let late = lock.withLock {
      if !disposed { keep(cancellable) }
      return disposed
    }
    if late { cancellable.cancel() }
  }

  /// A slot keeps what it cancels, and cancels it again when it is asked to; the other holders take it out first. That two
  /// threads cancel one object at the same moment is left to the primitive, which does nothing else: it damages the heap, and
  /// what a process says after that is worth nothing.
  func dispose() {
    let taken: Set<AnyCancellable>? = lock.withLock {
      disposed = true
      guard !isCancelling else { return nil }
      isCancelling = holder == .slot
      let taken = held
      if holder != .slot { held = [] }
      return taken
    }
    guard let taken else { return }
    if holder != .bag { for cancellable in taken { cancellable.cancel() } }
    if holder == .slot { lock.withLock { isCancelling = false } }
  }

  /// Releasing the last reference cancels.
  func drop() { dispose() }

  /// The lock is held.
  private func keep(_ cancellable: AnyCancellable) {
    held.insert(cancellable)
    if holder == .composite { held.insert(AnyCancellable {}) }
  }
}

/// Leaves it to the subscription's own closures to keep what holds the subscription, as a model does that its closures
/// capture: when they are let go, it goes, and what it holds is cancelled by that.
///
/// Thread-safety: as the other.
final class OwnedHandle: SubscriptionHandle, @unchecked Sendable {
  // Safety: `lock` guards the variables below it.
  private let lock = NSLock()
  private var disposed = false
  private weak var owner: Owner?

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    let owner = Owner()
    let cancellable = sink(observer, to: stream, owner: owner)
    let late = lock.withLock {
      self.owner = owner
      return disposed
    }
    owner.hold(cancellable)
    if late { owner.cancel() }
  }

  func dispose() {
    let owner = lock.withLock {
      disposed = true
      return self.owner
    }
    owner?.cancel()
  }

  func drop() { dispose() }
}

/// What closures of a subscription keep alive, and which keeps the subscription.
private final class Owner: @unchecked Sendable {
  // Safety: `lock` guards the variables below it.
  private let lock = NSLock()
  private var held: AnyCancellable?
  private var isOver = false

  func hold(_ cancellable: AnyCancellable) {
    let isLate = lock.withLock {
      if !isOver { held = cancellable }
      return isOver
    }
    if isLate { cancellable.cancel() }
  }

  /// Takes the cancellable out first, so that one thread cancels it.
  func cancel() {
    let taken = lock.withLock {
      defer { (held, isOver) = (nil, true) }
      return held
    }
    taken?.cancel()
  }
}

/// Subscribes the way users do; its closures keep the owner.
private func sink(
  _ observer: ObserverProbe, to stream: AnyObject, owner: Owner?
) -> AnyCancellable {
  unsafeDowncast(stream, to: PublisherBox.self).publisher.sink(
    receiveCompletion: { completion in
      switch completion {
      case .finished: observer.completed()
      case .failure(let error): observer.error(error.code)
      }
      withExtendedLifetime(owner) {}
    },
    receiveValue: { token in
      observer.next(token)
      withExtendedLifetime(owner) {}
    })
}
