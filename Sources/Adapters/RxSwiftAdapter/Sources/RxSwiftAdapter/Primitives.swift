import Dispatch
import RxFuzzKit
@preconcurrency import RxRelay
@preconcurrency import RxSwift

/// RxSwift's disposables and schedulers, to be raced on their own.
enum Primitives {
  /// Nil for `latest`, since a BehaviorSubject keeps its element until it goes away itself, and for `asyncSubject`, which has
  /// no `dispose`.
  static func make(
    _ kind: PrimitiveKind, resources: [@Sendable () -> Void]
  ) -> (any PrimitiveUnderTest)? {
    let held = resources.map { Disposables.create(with: $0) }
    return switch kind {
    case .boolean: BooleanPrimitive()
    case .singleAssignment: SingleAssignmentPrimitive()
    case .serial: SerialPrimitive()
    case .composite: CompositePrimitive()
    case .bag: BagPrimitive()
    case .refCount: RefCountPrimitive(held[0])
    case .scheduled: ScheduledPrimitive(held[0])
    case .anonymous: CancelablePrimitive(held[0])
    case .pair: CancelablePrimitive(Disposables.create(held[0], held[1]))
    case .triple: CancelablePrimitive(Disposables.create(held[0], held[1], held[2]))
    case .relay: RelayPrimitive(CountedElement(0, resources[0]))
    case .subject:
      SubjectPrimitive(PublishSubject<Int>()) {
        $0.dispose()
      } hasObservers: {
        $0.hasObservers
      }
    case .replaySubject:
      SubjectPrimitive(ReplaySubject<Int>.create(bufferSize: 1)) {
        $0.dispose()
      } hasObservers: {
        $0.hasObservers
      }
    case .builtBag: builtBag(held[0])
    case .latest, .asyncSubject: nil
    }
  }

  static func makeScheduler(
    _ kind: SchedulerKind, on queue: DispatchQueue
  ) -> @Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let scheduler = SerialDispatchQueueScheduler(
      queue: queue, internalSerialQueueName: "rxfuzz.primitive.serial")
    let concurrent = ConcurrentDispatchQueueScheduler(queue: queue)
    return { action in
      let work: any Disposable =
        switch kind {
        case .serial:
          scheduler.schedule(()) { _ in
            action()
            return Disposables.create()
          }
        case .concurrent:
          concurrent.schedule(()) { _ in
            action()
            return Disposables.create()
          }
        case .main:
          MainScheduler.instance.schedule(()) { _ in
            action()
            return Disposables.create()
          }
        case .concurrentMain:
          // What is scheduled on the main queue itself is done at once, unless something waits.
          ConcurrentMainScheduler.instance.schedule(()) { _ in
            MainScheduler.ensureRunningOnMainThread()
            return MainScheduler.instance.schedule(()) { _ in
              action()
              return Disposables.create()
            }
          }
        case .recursive:
          scheduler.scheduleRecursive(2) { left, recurse in
            if left > 0 { recurse(left - 1) } else { action() }
          }
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

/// A disposable that has all of its resources from the start.
private final class CancelablePrimitive: PrimitiveUnderTest {
  private let disposable: any Cancelable
  init(_ disposable: any Cancelable) { self.disposable = disposable }
  func dispose() { disposable.dispose() }
  func isDisposed() -> Bool? { disposable.isDisposed }
}

/// An element that is released when nobody holds it any more.
private final class CountedElement: Sendable {
  let number: Int
  private let release: @Sendable () -> Void
  init(_ number: Int, _ release: @escaping @Sendable () -> Void) {
    (self.number, self.release) = (number, release)
  }
  deinit { release() }
}

private final class RelayPrimitive: PrimitiveUnderTest {
  private let relay: BehaviorRelay<CountedElement>
  init(_ first: CountedElement) { relay = BehaviorRelay(value: first) }
  func hold(
    _ number: Int, _ release: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    relay.accept(CountedElement(number, release))
    return nil
  }
  func held() -> Int? { relay.value.number }
  func dispose() {}
}

/// A subject of any kind.
private final class SubjectPrimitive<Subject: Observable<Int>>: PrimitiveUnderTest,
  @unchecked Sendable
{
  // Safety: it changes nothing; the subject guards itself, which is under test.
  private let subject: Subject
  private let end: @Sendable (Subject) -> Void
  private let hasObservers: @Sendable (Subject) -> Bool

  init(
    _ subject: Subject, dispose: @escaping @Sendable (Subject) -> Void,
    hasObservers: @escaping @Sendable (Subject) -> Bool
  ) { (self.subject, end, self.hasObservers) = (subject, dispose, hasObservers) }

  func dispose() { end(subject) }
  func isDisposed() -> Bool? { hasObservers(subject) }
  func borrow() -> @Sendable () -> Void {
    let subscription = subject.subscribe(onNext: { _ in }, onError: { _ in })
    return { subscription.dispose() }
  }
}
