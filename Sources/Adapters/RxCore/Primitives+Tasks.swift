import RxCore
import RxFuzzKit
import Synchronization

/// A task that waits for what a sequence of RxCore tells it. Its one resource from the start is the subscription.
///
/// Numbers say what is told: of three in a row an element, an error, and the completion.
final class AwaitingPrimitive: PrimitiveUnderTest {
  private let source = PublishSubject<CountedElement>()
  private let task: Task<Void, Never>

  init(_ kind: PrimitiveKind, _ release: @escaping @Sendable () -> Void) {
    let opened = Opened(release)
    let elements = Observable<CountedElement>.create { [source] observer in
      opened.open()
      let subscription = source.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        release()
      }
    }
    // What is read subscribes at once, before there is a task.
    let wait: @Sendable () async -> Void =
      switch kind {
      case .values:
        Self.iterating(elements.values)
      case .infallibleValues:
        Self.iterating(elements.asInfallible(onErrorRecover: { _ in .empty() }).values)
      case .singleValue: { _ = try? await elements.take(1).asSingle().value }
      case .maybeValue: { _ = try? await elements.take(1).asMaybe().value }
      default: { _ = try? await elements.ignoreElements().asCompletable().value }
      }
    task = Task {
      await wait()
      opened.close()
    }
  }

  private static func iterating<Elements: AsyncSequence & Sendable>(
    _ elements: Elements
  ) -> @Sendable () async -> Void {
    { do { for try await _ in elements {} } catch {} }
  }

  func hold(
    _ number: Int, _ release: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    let element = CountedElement(number, release)
    switch number % 3 {
    case 1: source.onNext(element)
    case 2: source.onError(FuzzError(code: 0))
    default: source.onCompleted()
    }
    return nil
  }

  func dispose() { task.cancel() }
}

/// A subscription for which RxCore lets a task work. Its one resource from the start is what the task waits for.
final class TaskPrimitive: PrimitiveUnderTest {
  private let elements: AsyncThrowingStream<Int, any Error>.Continuation
  private let subscription: any Disposable

  init(_ kind: PrimitiveKind, _ release: @escaping @Sendable () -> Void) {
    let (stream, elements) = AsyncThrowingStream.makeStream(of: Int.self)
    elements.onTermination = { _ in release() }
    self.elements = elements
    if kind == .asyncSequence {
      subscription = stream.asObservable().subscribe(onNext: { _ in }, onError: { _ in })
    } else {
      subscription = Single<Int>.create {
        for try await element in stream { return element }
        throw FuzzError(code: 0)
      }
      .subscribe(onSuccess: { _ in }, onFailure: { _ in })
    }
  }

  func hold(
    _ number: Int, _ release: @escaping @Sendable () -> Void
  ) -> (@Sendable () -> Void)? {
    // What waits in the stream stays there; it is not the library's.
    defer { release() }
    switch number % 3 {
    case 1: elements.yield(number)
    case 2: elements.finish(throwing: FuzzError(code: 0))
    default: elements.finish()
    }
    return nil
  }

  func dispose() { subscription.dispose() }
}

/// What is released by its own end if it was opened, and else by whoever would have opened it.
private final class Opened: Sendable {
  private let isOpen = Atomic<Bool>(false)
  private let release: @Sendable () -> Void

  init(_ release: @escaping @Sendable () -> Void) { self.release = release }

  // Relaxed: both are called by one task, or before there is one.
  func open() { isOpen.store(true, ordering: .relaxed) }
  func close() { if !isOpen.load(ordering: .relaxed) { release() } }
}
