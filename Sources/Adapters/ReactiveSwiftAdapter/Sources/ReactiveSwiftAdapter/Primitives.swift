import Dispatch
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// ReactiveSwift's disposables and its scheduler on a queue, to be raced on their own.
enum Primitives {
  /// It has no disposable that is set once, and none that lends.
  static func make(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? {
    switch kind {
    case .boolean: BooleanPrimitive()
    case .serial: SerialPrimitive()
    case .composite: CompositePrimitive()
    case .bag: LifetimeHandle()
    case .scheduled: ScopedPrimitive(resource)
    case .singleAssignment, .refCount, .anonymous, .pair, .triple, .latest, .relay, .subject,
      .replaySubject, .asyncSubject, .builtBag:
      nil
    }
  }

  static func makeScheduler(
    on queue: DispatchQueue
  ) -> @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let scheduler = QueueScheduler(qos: .default, name: "rxfuzz.primitive", targeting: queue)
    return { action in
      let work = scheduler.schedule(action)
      return { work?.dispose() }
    }
  }
}

private final class BooleanPrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `disposable` never changes; what happens inside it is under test.
  private let disposable = AnyDisposable()
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}

private final class SerialPrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `disposable` never changes; what happens inside it is under test.
  private let disposable = SerialDisposable()
  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    disposable.inner = AnyDisposable(release)
    return nil
  }
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}

private final class CompositePrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `disposable` never changes; what happens inside it is under test.
  private let disposable = CompositeDisposable()
  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    disposable.add(AnyDisposable(release))
    return nil
  }
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}

/// Holds its closure from the start, and releases it once, whoever disposes.
private final class ScopedPrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `disposable` never changes; what happens inside it is under test.
  private let disposable: ScopedDisposable<AnyDisposable>
  init(_ release: @escaping @Sendable () -> Void) {
    disposable = ScopedDisposable(AnyDisposable(release))
  }
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}
