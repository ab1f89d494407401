import Foundation
import RxFuzzKit
import Skeleton

/// Holds one subscription. It exists before `subscribe` is called, so that a dispose can come first, or meanwhile.
final class LifeHandle: SubscriptionHandle, @unchecked Sendable {
  // Safety: `lock` guards both variables.
  private let lock = NSLock()
  private var life: Life?
  private var isDisposed = false

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    let life = unsafeDowncast(stream, to: Stream.self).flow.listen(
      Listener(
        next: { observer.next($0) },
        ended: { error in
          guard let error else { return observer.completed() }
          observer.error((error as? FuzzError)?.code ?? FuzzError.codeOfOthers)
        }))
    let isLate = lock.withLock {
      if !isDisposed { self.life = life }
      return isDisposed
    }
    if isLate { life.end() }
  }

  func dispose() {
    let held = lock.withLock {
      isDisposed = true
      defer { life = nil }
      return life
    }
    held?.end()
  }

  func drop() { dispose() }
}
