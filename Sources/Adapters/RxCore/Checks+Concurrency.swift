import RxCore
import RxFuzzKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What a task has to say once it is over. Thread-safety: any thread.
private final class CheckedTask: Sendable {
  private let work = CheckedState<Task<Void, Never>?>(nil)
  private let isOver = Atomic<Bool>(false)

  func begin(_ body: @escaping @Sendable () async -> Void) {
    work.withLock {
      $0 = Task {
        await body()
        self.isOver.store(true, ordering: .releasing)
      }
    }
  }
  func cancel() { work.withLock { $0 }?.cancel() }
  var ends: Bool { CheckedWait.until { isOver.load(ordering: .acquiring) } }
}

/// Elements of a subject, iterated by a task, which may be cancelled meanwhile or stop by itself.
final class ValuesRun: LibraryCheckRun {
  static let ways = 2 * CheckedEnd.count * 2 + 2
  private static let elements = [1, 2, 3]
  private let subject = PublishSubject<Int>()
  private let seen = CheckedEvents()
  private let lives = CheckedLives()
  private let task = CheckedTask()
  private let end: CheckedEnd
  private let isCancelled: Bool
  private let isInfallible: Bool
  /// Whether the iteration is left after its first element.
  private let isLeft: Bool

  init(_ way: Int) {
    isLeft = way > Self.ways - 2
    isInfallible = way.isMultiple(of: 2)
    let ending = CheckedEnd(rawValue: way / 2 % CheckedEnd.count) ?? .none
    end = isLeft || isInfallible && ending == .failure ? .none : ending
    isCancelled = !isLeft && (end == .none || way > 2 * CheckedEnd.count)
    let source = lives.counting(subject.asObservable())
    if isInfallible {
      begin(source.asInfallible(onErrorJustReturn: 0).values)
    } else {
      begin(source.values)
    }
  }

  private func begin(_ values: some AsyncSequence<Int, any Error> & Sendable) {
    iterate { [seen, isLeft] in
      do {
        for try await element in values {
          seen.element(element)
          if isLeft { break }
        }
        seen.end("end")
      } catch { seen.end(error) }
    }
  }

  private func begin(_ values: AsyncStream<Int>) {
    iterate { [seen, isLeft] in
      for await element in values {
        seen.element(element)
        if isLeft { break }
      }
      seen.end("end")
    }
  }

  private func iterate(_ body: @escaping @Sendable () async -> Void) { task.begin(body) }

  func perform(queue: Int) {
    if queue == 1 {
      if isCancelled { task.cancel() }
      return
    }
    for element in Self.elements { subject.onNext(element) }
    switch end {
    case .completion: subject.onCompleted()
    case .failure: subject.onError(FuzzError(code: 1))
    case .none: break
    }
  }

  func fault() -> LibraryCheckFault? {
    guard task.ends else { return LibraryCheckFault(.live1, "an iteration of values never ends") }
    let all = seen.all
    let expected = end == .failure ? "error 1" : "end"
    let isWhole = all.elements == Self.elements && all.ends == [expected]
    let isPart =
      Self.elements.starts(with: all.elements) && [[expected], ["end"]].contains(all.ends)
    if isLeft {
      guard all.elements == [1] else { return LibraryCheckFault(.val1, "values lose elements") }
    } else if isCancelled ? !isPart : !isWhole {
      return LibraryCheckFault(.val1, "values come otherwise than they were told")
    }
    guard CheckedWait.until({ lives.areOver && !subject.hasObservers }) else {
      return LibraryCheckFault(.disp5, "the subscription of values is not disposed once")
    }
    return nil
  }
}

/// The one value that a task waits for, and may be cancelled meanwhile.
final class ValueRun: LibraryCheckRun {
  /// Which trait, how it ends, whether the task is cancelled, before or meanwhile.
  static let ways = 3 * CheckedEnd.count * 2 + 3
  private let memory = ReplaySubject<Int>.create(bufferSize: 1)
  private let seen = CheckedEvents()
  private let lives = CheckedLives()
  private let task = CheckedTask()
  private let trait: Int
  private let end: CheckedEnd
  private let isCancelled: Bool
  /// Before it waits: then it gets nothing else.
  private let isCancelledAtOnce: Bool

  init(_ way: Int) {
    trait = way % 3
    isCancelledAtOnce = way > Self.ways - 3
    end = CheckedEnd(rawValue: way / 3 % CheckedEnd.count) ?? .none
    isCancelled = end == .none && trait == 0 || way > 3 * CheckedEnd.count
    let isCancelledAtOnce = isCancelledAtOnce
    let source = lives.counting(memory.asObservable())
    task.begin { [seen, trait] in
      if isCancelledAtOnce { withUnsafeCurrentTask { $0?.cancel() } }
      do {
        switch trait {
        case 0: seen.element(try await source.asSingle().value)
        case 1: seen.element(try await source.asMaybe().value ?? 0)
        default:
          try await source.ignoreElements().asCompletable().value
          seen.element(0)
        }
        seen.end("end")
      } catch { seen.end(error) }
    }
  }

  func perform(queue: Int) {
    if queue == 1 {
      if isCancelled { task.cancel() }
      return
    }
    switch end {
    case .completion:
      memory.onNext(1)
      memory.onCompleted()
    case .failure: memory.onError(FuzzError(code: 1))
    case .none:
      // A single needs an element; what has none waits to be cancelled.
      if trait > 0 { memory.onCompleted() }
    }
  }

  func fault() -> LibraryCheckFault? {
    guard task.ends else { return LibraryCheckFault(.live1, "a task never gets the value") }
    let value = end == .completion && trait < 2 ? 1 : 0
    var lawful = [CheckedEvents.Seen(elements: [value], ends: ["end"])]
    if end == .failure { lawful = [CheckedEvents.Seen(ends: ["error 1"])] }
    if end == .none, trait == 0 { lawful = [] }
    if isCancelled { lawful.append(CheckedEvents.Seen(ends: ["cancelled"])) }
    if isCancelledAtOnce { lawful = [CheckedEvents.Seen(ends: ["cancelled"])] }
    guard lawful.contains(seen.all) else {
      return LibraryCheckFault(.val1, "a task gets another value than it was told")
    }
    if isCancelledAtOnce, lives.opens > 0 {
      return LibraryCheckFault(.sub1, "a value is subscribed to for a task that waits no more")
    }
    // The subscription has been disposed when the value is there.
    guard lives.areOver, !memory.hasObservers else {
      return LibraryCheckFault(.disp5, "the subscription of a value outlives it")
    }
    return nil
  }
}

/// An asynchronous sequence as an observable, which may be disposed meanwhile.
final class AsyncSequenceRun: LibraryCheckRun {
  static let ways = CheckedEnd.count * 2
  private static let elements = [1, 2, 3]
  private let seen = CheckedEvents()
  private let lives = CheckedLives()
  private let continuation: AsyncThrowingStream<Int, any Error>.Continuation
  private let subscription: any Disposable
  private let end: CheckedEnd
  private let isDisposed: Bool

  init(_ way: Int) {
    end = CheckedEnd(rawValue: way % CheckedEnd.count) ?? .none
    isDisposed = end == .none || way > CheckedEnd.count
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    self.continuation = continuation
    lives.open()
    continuation.onTermination = { [lives] _ in lives.close() }
    subscription = stream.asObservable().subscribe(
      onNext: { [seen] in seen.element($0) }, onError: { [seen] in seen.end($0) },
      onCompleted: { [seen] in seen.end("end") })
  }

  func perform(queue: Int) {
    if queue == 1 {
      if isDisposed { subscription.dispose() }
      return
    }
    for element in Self.elements { continuation.yield(element) }
    switch end {
    case .completion: continuation.finish()
    case .failure: continuation.finish(throwing: FuzzError(code: 1))
    case .none: break
    }
  }

  func fault() -> LibraryCheckFault? {
    let ending = end == .failure ? "error 1" : "end"
    if isDisposed {
      // The task lets go of the sequence, which it may not have ended.
      guard CheckedWait.until({ lives.areOver }) else {
        return LibraryCheckFault(.leak1, "an iteration goes on when its observer is gone")
      }
      let all = seen.all
      let isPart =
        Self.elements.starts(with: all.elements)
        && (all.ends.isEmpty || all.elements == Self.elements && all.ends == [ending])
      return isPart ? nil : LibraryCheckFault(.val1, "an iteration tells what it did not get")
    }
    guard CheckedWait.until({ !seen.all.ends.isEmpty }) else {
      return LibraryCheckFault(.comp1, "an iteration never tells its end")
    }
    return seen.all == CheckedEvents.Seen(elements: Self.elements, ends: [ending])
      ? nil : LibraryCheckFault(.val1, "an iteration tells what it did not get")
  }
}

/// An asynchronous sequence without an end, which does not know that it can be cancelled.
enum IterationCases {
  static let all: [CaseRun.Case] = [left]

  private struct Endless: AsyncSequence, Sendable {
    struct Iterator: AsyncIteratorProtocol {
      let life: CheckedLife
      func next() async -> Int? {
        await Task.yield()
        return withExtendedLifetime(life) { 1 }
      }
    }
    let lives: CheckedLives
    func makeAsyncIterator() -> Iterator { Iterator(life: CheckedLife(lives)) }
  }

  private static func left(_ faults: CheckedFaults) {
    let (lives, seen) = (CheckedLives(), CheckedEvents())
    let subscription = Endless(lives: lives).asObservable().subscribe(
      onNext: { seen.element($0) })
    faults.expect(
      CheckedWait.until { seen.all.elements.count > 2 }, .live1, "an iteration stands still")
    subscription.dispose()
    faults.expect(
      CheckedWait.until { lives.areOver }, .leak1,
      "an iteration goes on when its observer is gone")
  }
}

/// A single that does asynchronous work, which may be disposed meanwhile.
final class AsyncWorkRun: LibraryCheckRun {
  static let ways = 2 * CheckedEnd.count * 2
  @TaskLocal private static var inherited = 0
  private let seen = CheckedEvents()
  private let lives = CheckedLives()
  /// How often the work was begun.
  private let begun = CheckedLives()
  /// What a task needs at most to begin once more.
  private static let pauseMicroseconds: UInt32 = 200
  private let continuation: AsyncThrowingStream<Int, any Error>.Continuation
  private let subscription = SingleAssignmentDisposable()
  private let work: Single<Int>
  private let isDetached: Bool
  private let end: CheckedEnd
  private let isDisposed: Bool

  init(_ way: Int) {
    isDetached = way.isMultiple(of: 2)
    end = CheckedEnd(rawValue: way / 2 % CheckedEnd.count) ?? .none
    isDisposed = end == .none || way > 2 * CheckedEnd.count
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    self.continuation = continuation
    lives.open()
    continuation.onTermination = { [lives] _ in lives.close() }
    let result: @Sendable () async throws -> Int = { [begun] in
      begun.open()
      for try await element in stream { return element + Self.inherited }
      throw CancellationError()
    }
    work = isDetached ? .create(detached: true, work: result) : .create(work: result)
    Self.$inherited.withValue(1) {
      subscription.setDisposable(
        work.subscribe(
          onSuccess: { [seen] in
            seen.element($0)
            seen.end("end")
          }, onFailure: { [seen] in seen.end($0) }))
    }
  }

  func perform(queue: Int) {
    if queue == 1 {
      if isDisposed { subscription.dispose() }
      return
    }
    switch end {
    case .completion: continuation.yield(1)
    case .failure: continuation.finish(throwing: FuzzError(code: 1))
    case .none: break
    }
  }

  func fault() -> LibraryCheckFault? {
    var expected = CheckedEvents.Seen(ends: ["error 1"])
    // A task takes over what belongs to the one that starts it, unless it is detached.
    if end == .completion {
      expected = CheckedEvents.Seen(elements: [isDetached ? 1 : 2], ends: ["end"])
    }
    if !isDisposed, !CheckedWait.until({ !seen.all.ends.isEmpty }) {
      return LibraryCheckFault(.comp1, "asynchronous work never tells its result")
    }
    let all = seen.all
    guard all == expected || isDisposed && all == CheckedEvents.Seen() else {
      return LibraryCheckFault(.val1, "asynchronous work tells another result")
    }
    if end == .completion, !isDisposed { usleep(Self.pauseMicroseconds) }
    if begun.opens > 1 {
      return LibraryCheckFault(.sub1, "asynchronous work is done more than once")
    }
    guard end != .none || CheckedWait.until({ lives.areOver }) else {
      return LibraryCheckFault(.leak1, "asynchronous work is not cancelled by its disposal")
    }
    return nil
  }
}
