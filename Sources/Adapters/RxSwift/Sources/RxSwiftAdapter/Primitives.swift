import Dispatch
import RxFuzzKit
@preconcurrency import RxSwift

/// RxSwift's disposables and its serial scheduler, to be raced on their own.
enum Primitives {
  static func make(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? {
    switch kind {
    case .boolean: BooleanPrimitive()
    case .singleAssignment: SingleAssignmentPrimitive()
    case .serial: SerialPrimitive()
    case .composite: CompositePrimitive()
    case .bag: BagPrimitive()
    case .refCount: RefCountPrimitive(Disposables.create(with: resource))
    case .scheduled: ScheduledPrimitive(Disposables.create(with: resource))
    default: nil
    }
  }

  static func makeScheduler(
    on queue: DispatchQueue
  ) -> @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let scheduler = SerialDispatchQueueScheduler(
      queue: queue, internalSerialQueueName: "rxfuzz.primitive.serial")
    return { action in
      let work = scheduler.schedule(()) { _ in
        action()
        return Disposables.create()
      }
      return { work.dispose() }
    }
  }
}

private final class BooleanPrimitive: PrimitiveUnderTest {
  private let disposable = BooleanDisposable()
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}

private final class SingleAssignmentPrimitive: PrimitiveUnderTest {
  private let disposable = SingleAssignmentDisposable()
  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    disposable.setDisposable(Disposables.create(with: release))
    return nil
  }
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}

private final class SerialPrimitive: PrimitiveUnderTest {
  private let disposable = SerialDisposable()
  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    disposable.disposable = Disposables.create(with: release)
    return nil
  }
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}

private final class CompositePrimitive: PrimitiveUnderTest {
  private let disposable = CompositeDisposable()
  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    guard let key = disposable.insert(Disposables.create(with: release)) else { return nil }
    return { [disposable] in disposable.remove(for: key) }
  }
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}

/// A bag is disposed by letting its last reference go; whoever is inserting at that moment holds one, too.
private final class BagPrimitive: PrimitiveUnderTest {
  private let handle = BagHandle()
  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    handle.hold(Disposables.create(with: release))
    return nil
  }
  func dispose() { handle.dispose() }
}

private final class RefCountPrimitive: PrimitiveUnderTest {
  private let disposable: RefCountDisposable
  init(_ resource: any Disposable) { disposable = RefCountDisposable(disposable: resource) }
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
  func borrow() -> @Sendable () -> Void {
    let loan = disposable.retain()
    return { loan.dispose() }
  }
}

private final class ScheduledPrimitive: PrimitiveUnderTest {
  private let disposable: ScheduledDisposable
  init(_ resource: any Disposable) {
    disposable = ScheduledDisposable(scheduler: Bindings.schedulers[0], disposable: resource)
  }
  func dispose() { disposable.dispose() }
}
