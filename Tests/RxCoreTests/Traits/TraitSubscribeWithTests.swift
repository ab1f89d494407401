import Testing

@testable import RxCore

@Suite("Traits subscribed with an object")
struct TraitSubscribeWithTests {
  /// Subscribes with an object that is alive, and again with one that is let go before the source ends.
  private func received(
    _ subscribe: (BooleanDisposable, Log<String>) -> any Disposable, end: () -> Void
  ) -> [String] {
    let (kept, log, forgotten) = (BooleanDisposable(), Log<String>(), Log<String>())
    var released: BooleanDisposable? = BooleanDisposable()
    weak let canary = released
    let subscriptions = [
      subscribe(kept, log), released.map { subscribe($0, forgotten) } ?? Disposables.create(),
    ]
    released = nil
    #expect(canary == nil, "a subscription keeps its object")
    end()
    for subscription in subscriptions { subscription.dispose() }
    #expect(forgotten.values.isEmpty)
    return withExtendedLifetime(kept) { log.values }
  }

  @Test("call their closures with it as long as it lives, and do not keep it")
  func closures() {
    let source = ManualSource<Int>()
    let single = received {
      source.observable.asSingle().subscribe(
        with: $0, onSuccess: { [log = $1] in log.add("\($1)") },
        onFailure: { [log = $1] _, _ in log.add("failure") },
        onDisposed: { [log = $1] _ in log.add("disposed") })
    } end: {
      source.next(1)
      source.completed()
    }
    #expect(single == ["1", "disposed"])
    let failing = ManualSource<Int>()
    let maybe = received {
      failing.observable.asMaybe().subscribe(
        with: $0, onSuccess: { [log = $1] in log.add("\($1)") },
        onError: { [log = $1] _, _ in log.add("error") },
        onCompleted: { [log = $1] _ in log.add("completed") },
        onDisposed: { [log = $1] _ in log.add("disposed") })
    } end: {
      failing.error()
    }
    #expect(maybe == ["error", "disposed"])
  }

  @Test("send an end without an element")
  func ends() {
    let source = ManualSource<Int>()
    let completable = received {
      source.observable.asMaybe().asCompletable().subscribe(
        with: $0, onCompleted: { [log = $1] _ in log.add("completed") },
        onError: { [log = $1] _, _ in log.add("error") },
        onDisposed: { [log = $1] _ in log.add("disposed") })
    } end: {
      source.completed()
    }
    #expect(completable == ["completed", "disposed"])
    let relay = PublishRelay<Int>()
    let infallible = received {
      relay.asInfallible().take(1).subscribe(
        with: $0, onNext: { [log = $1] in log.add("\($1)") },
        onCompleted: { [log = $1] _ in log.add("completed") },
        onDisposed: { [log = $1] _ in log.add("disposed") })
    } end: {
      relay.accept(5)
    }
    #expect(infallible == ["5", "completed", "disposed"])
  }

  @Test("a maybe sends its element or its completion, never both")
  func either() {
    let (object, log) = (BooleanDisposable(), Log<String>())
    for maybe in [Maybe.just(1), .empty()] {
      _ = maybe.subscribe(
        with: object, onSuccess: { log.add("\($1)") }, onCompleted: { _ in log.add("completed") })
    }
    #expect(log.values == ["1", "completed"])
  }
}
