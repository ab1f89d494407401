import Foundation
@preconcurrency import OpenCombine
import RxFuzzKit

/// OpenCombine's cancellables and subjects, to be raced on their own.
enum Primitives {
  /// Nothing of it is disposed on a queue, lends, or can be asked whether it is cancelled.
  static func make(
    _ kind: PrimitiveKind, resource: @escaping @Sendable () -> Void
  ) -> (any PrimitiveUnderTest)? {
    switch kind {
    case .anonymous: CancellablePrimitive(resource)
    case .bag: CancellableSetPrimitive()
    case .relay: ValuePrimitive(resource)
    case .subject: SubjectPrimitive(PassthroughSubject<Int, FuzzError>())
    case .asyncSubject: FuturePrimitive()
    case .boolean, .singleAssignment, .serial, .composite, .refCount, .scheduled, .pair, .triple,
      .latest, .replaySubject, .builtBag:
      nil
    }
  }
}

/// An `AnyCancellable` that holds its closure from the start: it releases it once, whoever cancels.
private final class CancellablePrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `cancellable` never changes; what happens inside it is under test.
  private let cancellable: AnyCancellable
  init(_ release: @escaping @Sendable () -> Void) { cancellable = AnyCancellable(release) }
  func dispose() { cancellable.cancel() }
}

/// A set of cancellables, which its owner guards, and lets go with nothing held.
private final class CancellableSetPrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `lock` guards the variables below it.
  private let lock = NSLock()
  private var held: Set<AnyCancellable> = []
  private var isOver = false

  func hold(_ release: @escaping @Sendable () -> Void) -> (@Sendable () -> Void)? {
    let cancellable = AnyCancellable(release)
    let isLate = lock.withLock {
      if !isOver { cancellable.store(in: &held) }
      return isOver
    }
    if isLate { cancellable.cancel() }
    return nil
  }

  func dispose() {
    let last = lock.withLock {
      defer { (held, isOver) = ([], true) }
      return held
    }
    withExtendedLifetime(last) {}
  }
}

/// An element that is released when nobody holds it any more.
private final class CountedElement: @unchecked Sendable {
  // Safety: it never changes.
  let number: Int
  private let release: @Sendable () -> Void
  init(_ number: Int, _ release: @escaping @Sendable () -> Void) {
    (self.number, self.release) = (number, release)
  }
  deinit { release() }
}

/// A subject with a value, whose elements are sent. That it has ended is not to be seen from its value.
private final class ValuePrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `subject` never changes; what happens inside it is under test.
  private let subject: CurrentValueSubject<CountedElement, Never>
  init(_ release: @escaping @Sendable () -> Void) {
    subject = CurrentValueSubject(CountedElement(0, release))
  }
  func hold(
    _ number: Int, _ release: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    subject.value = CountedElement(number, release)
    return nil
  }
  func held() -> Int? { subject.value.number }
  func dispose() {}
}

/// The subjects, as who observes them sees them: they lend to subscribers.
private final class SubjectPrimitive<Target: Subject>: PrimitiveUnderTest, @unchecked Sendable
where Target.Failure == FuzzError {
  // Safety: `subject` never changes; what happens inside it is under test.
  private let subject: Target
  init(_ subject: Target) { self.subject = subject }
  func dispose() { subject.send(completion: .finished) }
  func borrow() -> @Sendable () -> Void {
    let subscription = subject.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    return { subscription.cancel() }
  }
}

/// A future whose promise is kept once, whoever keeps it first.
private final class FuturePrimitive: PrimitiveUnderTest, @unchecked Sendable {
  // Safety: `promise` synchronises itself, which is under test.
  private let promise = PromiseFeed()
  func dispose() { promise.next(0) }
  func borrow() -> @Sendable () -> Void {
    let subscription = promise.future.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
    return { subscription.cancel() }
  }
}
