import Foundation
import OpenCombine
import RxFuzzKit

/// Holds what `sink` returned, in the ways that users hold it.
///
/// Thread-safety: all members from any thread; cancelling happens with no lock held.
final class CancellableHandle: SubscriptionHandle, @unchecked Sendable {
  // Safety: `lock` guards `disposed` and `held`.
  private let holder: Holder
  private let lock = NSLock()
  private var disposed = false
  private var held: Set<AnyCancellable> = []

  init(_ holder: Holder) { self.holder = holder }

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    let cancellable = unsafeDowncast(stream, to: Stream.self).publisher.sink(
      receiveCompletion: { completion in
        switch completion {
        case .finished: observer.completed()
        case .failure(let error): observer.error(error.code)
        }
      },
      receiveValue: { observer.next($0) })
    let late = lock.withLock {
      if !disposed { keep(cancellable) }
      return disposed
    }
    if late { cancellable.cancel() }
  }

  /// A slot cancels the very object that another thread may be cancelling, as `AnyCancellable` invites its
  /// users to; the other holders take it out first.
  func dispose() {
    let taken = lock.withLock {
      disposed = true
      let taken = held
      if holder != .slot { held = [] }
      return taken
    }
    if holder != .bag { for cancellable in taken { cancellable.cancel() } }
  }

  /// Releasing the last reference cancels.
  func drop() { dispose() }

  /// The lock is held.
  private func keep(_ cancellable: AnyCancellable) {
    held.insert(cancellable)
    if holder == .composite { held.insert(AnyCancellable {}) }
  }
}
