import Dispatch
import Testing

@testable import RxCore

@Suite("Swift concurrency")
struct ConcurrencyTests {
  @Test("the values of an observable are what it emits, and its error is thrown")
  func values() async throws {
    var seen: [Int] = []
    for try await element in Observable.of(1, 2, 3).values { seen.append(element) }
    #expect(seen == [1, 2, 3])
    await #expect(throws: Failure.self) {
      for try await _ in Observable<Int>.error(Failure()).values {}
    }
    for await element in Infallible.of(4, 5).values { seen.append(element) }
    #expect(seen == [1, 2, 3, 4, 5])
  }

  @Test("values wait until they are asked for, and letting go of them releases the source")
  func valuesRelease() async throws {
    let source = ManualSource<Int>()
    do {
      let values = source.observable.values
      source.next(1)
      source.next(2)
      var iterator = values.makeAsyncIterator()
      #expect(try await iterator.next() == 1)
      #expect(try await iterator.next() == 2)
      #expect(source.notes.values == ["subscribed"])
    }
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("cancelling the iterating task releases the source")
  func valuesCancel() async throws {
    let source = ManualSource<Int>()
    let task = Task {
      var sum = 0
      for try await element in source.observable.values { sum += element }
      return sum
    }
    task.cancel()
    #expect(try await task.value == 0)
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("a single, a maybe and a completable can be awaited")
  func awaited() async throws {
    #expect(try await Single.just(1).value == 1)
    #expect(try await Maybe.just(2).value == 2)
    #expect(try await Maybe<Int>.empty().value == nil)
    try await Completable.empty().value
    await #expect(throws: Failure.self) { try await Single<Int>.error(Failure()).value }
    await #expect(throws: Failure.self) { try await Maybe<Int>.error(Failure()).value }
    await #expect(throws: Failure.self) { try await Completable.error(Failure()).value }
  }

  @Test("cancellation ends the waiting, and releases the source before it returns")
  func cancelled() async {
    let source = ManualSource<Int>()
    let task = Task { try await source.observable.asSingle().value }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(
      source.notes.values.filter { $0 == "subscribed" }.count == source.notes.values.count / 2)
  }

  @Test("cancellation racing the end resumes the task once, with one of the two")
  func racing() async {
    for round in 0..<300 {
      let source = ManualSource<Int>()
      let task = Task { try await source.observable.first().value }
      // Two thirds of the rounds race with the subscription too.
      if round.isMultiple(of: 3) { while source.notes.values.isEmpty { await Task.yield() } }
      await withTaskGroup { group in
        group.addTask { source.next(7) }
        group.addTask { task.cancel() }
      }
      switch await task.result {
      case .success(let element): #expect(element == 7)
      case .failure(let error): #expect(error is CancellationError)
      }
      #expect(source.notes.values.isEmpty || source.notes.values == ["subscribed", "released"])
    }
  }

  @Test("cancellation racing the completion ends an iteration once, and releases the source")
  func racingIteration() async throws {
    for round in 0..<300 {
      let source = ManualSource<Int>()
      let task = Task {
        var sum = 0
        for try await element in source.observable.values { sum += element }
        return sum
      }
      if round.isMultiple(of: 3) { while source.notes.values.isEmpty { await Task.yield() } }
      await withTaskGroup { group in
        group.addTask {
          source.next(7)
          source.completed()
        }
        group.addTask { task.cancel() }
      }
      #expect([0, 7].contains(try await task.value))
      #expect(source.notes.values == ["subscribed", "released"])
    }
  }

  @Test("cancellation racing the end resumes whoever waits for a maybe or a completable once")
  func racingTraits() async {
    for round in 0..<200 {
      let source = ManualSource<Int>()
      let maybe = Task { try await source.observable.asMaybe().value == nil }
      let completable = Task { try await source.observable.asMaybe().asCompletable().value }
      if round.isMultiple(of: 2) {
        while source.notes.values.count < 2 { await Task.yield() }
      }
      await withTaskGroup { group in
        group.addTask { if round.isMultiple(of: 3) { source.error() } else { source.completed() } }
        group.addTask { maybe.cancel() }
        group.addTask { completable.cancel() }
      }
      switch await maybe.result {
      case .success(let isEmpty): #expect(isEmpty)
      case .failure(let error): #expect(error is CancellationError || error is Failure)
      }
      if case .failure(let error) = await completable.result {
        #expect(error is CancellationError || error is Failure)
      }
      let notes = source.notes.values
      #expect(notes.filter { $0 == "subscribed" }.count * 2 == notes.count)
    }
  }

  @Test("cancelling does not dispose on the canceller's thread, so that it cannot block there")
  func disposalElsewhere() async {
    let held = DispatchSemaphore(value: 0)
    let never = Observable<Int>.create { _ in
      Disposables.create { held.wait() }
    }
    let subscribed = Log<Bool>()
    let task = Task {
      try await never.do(onSubscribed: { subscribed.add(true) }).asSingle().value
    }
    while subscribed.values.isEmpty { await Task.yield() }
    // Would not return if it disposed.
    task.cancel()
    held.signal()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("an asynchronous sequence becomes an observable and back")
  func asyncSequence() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let values = stream.asObservable(priority: .medium).map { $0 * 10 }.values
    for element in 1...3 { continuation.yield(element) }
    continuation.finish()
    var seen: [Int] = []
    for try await element in values { seen.append(element) }
    #expect(seen == [10, 20, 30])
    let failing = AsyncThrowingStream<Int, any Error> { $0.finish(throwing: Failure()) }
    await #expect(throws: Failure.self) { try await failing.asObservable().asSingle().value }
  }

  @Test("a single does asynchronous work, once for each subscription", arguments: [false, true])
  func work(detached: Bool) async throws {
    let calls = Log<Int>()
    let single = Single<Int>.create(detached: detached, priority: .medium) {
      calls.add(0)
      return calls.values.count
    }
    #expect(try await single.value == 1)
    #expect(try await single.value == 2)
    let failing = Single<Int>.create(detached: detached) { throw Failure() }
    await #expect(throws: Failure.self) { try await failing.value }
  }

  @Test("disposing cancels the asynchronous work of a single", arguments: [false, true])
  func workDisposal(detached: Bool) async {
    let (begun, cancelled) = (
      AsyncStream.makeStream(of: Int.self), AsyncStream.makeStream(of: Int.self)
    )
    let log = Log<String>()
    let single = Single<Int>.create(detached: detached) {
      begun.continuation.finish()
      while !Task.isCancelled { await Task.yield() }
      cancelled.continuation.finish()
      return 1
    }
    let subscription = single.asObservable().record(in: log)
    for await _ in begun.stream {}
    subscription.dispose()
    for await _ in cancelled.stream {}
    #expect(log.values == ["disposed"])
  }

  @Test("disposing cancels the task that iterates an asynchronous sequence")
  func asyncSequenceDisposal() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let ended = AsyncStream.makeStream(of: Bool.self)
    continuation.onTermination = { _ in ended.continuation.finish() }
    let log = Log<String>()
    let subscription = stream.asObservable().record(in: log)
    subscription.dispose()
    continuation.yield(1)
    for await _ in ended.stream {}
    #expect(log.values == ["disposed"])
  }
}
