import RxFuzzKit
@preconcurrency import RxSwift

/// A source that ends on one thread while it is being subscribed on another one, or is left meanwhile: whoever comes second
/// goes on, in one step. Where that step is two, one order of many tells, so each of these is tried in many.
final class ArrivalRun: LibraryCheckRun {
  static let ways = operators.count * CheckedEnd.count
  static let schedules = 96
  private static let left = LibraryCheckFault(
    .disp5, "a source that is left while it is being subscribed is not disposed once")

  /// Graphs of one source, which ends by itself when the source has ended.
  private static let operators: [@Sendable (Observable<Int>) -> Observable<Int>] = [
    { source in Observable.of(source, Observable.just(7)).merge() },
    { source in Observable.of(source, Observable.just(7)).merge(maxConcurrent: 1) },
    { source in Observable.of(0, 1).concatMap { $0 == 0 ? source : Observable.just(7) } },
    { source in Observable.of(0, 1).flatMap { $0 == 0 ? source : Observable.just(7) } },
    { source in Observable.of(0, 1).flatMapFirst { $0 == 0 ? source : Observable.just(7) } },
    { source in Observable.of(0, 1).flatMapLatest { $0 == 0 ? source : Observable.just(7) } },
    { Observable.concat($0, .just(7)) },
    { Observable.merge($0, .just(7)) },
    { Observable.zip($0, Observable.just(7)) { $0 + $1 } },
    { Observable.combineLatest($0, Observable.just(7)) { $0 + $1 } },
    { source in Observable.just(7).withLatestFrom(source) { $0 + $1 } },
    { source in Observable.never().take(until: source) },
    { $0.sample(Observable.just(7)) },
    { source in source.catch { _ in .just(7) } },
    { $0.retry(2) },
    { source in source.retry { (errors: Observable<any Error>) in errors.map { _ in 7 } } },
    { $0.ifEmpty(switchTo: .just(7)) },
    { source in Observable.using({ BooleanDisposable() }, observableFactory: { _ in source }) },
  ]

  /// What the source of one run is told, and who has it. Thread-safety: any thread.
  private final class Door: Sendable {
    let lives = CheckedLives()
    private let entrance = CheckedState<(isUsed: Bool, observer: AnyObserver<Int>?)>((false, nil))
    private let end: CheckedEnd
    private let endsAtOnce: Bool

    init(_ end: CheckedEnd, endsAtOnce: Bool = false) {
      (self.end, self.endsAtOnce) = (end, endsAtOnce)
    }

    /// Whoever subscribes it first waits for the end, unless that comes at once; others find that it has completed.
    var source: Observable<Int> {
      Observable.create { [self] observer in
        lives.open()
        let isFirst = entrance.withLock { entrance in
          defer { entrance = (true, entrance.isUsed || endsAtOnce ? entrance.observer : observer) }
          return !entrance.isUsed
        }
        if !isFirst { observer.onCompleted() } else if endsAtOnce { sendEnd(observer) }
        return Disposables.create { self.lives.close() }
      }
    }

    /// Tells the end to who waits for it, if anybody does already.
    func sendEnd() {
      let observer = entrance.withLock { entrance in
        defer { entrance.observer = nil }
        return entrance.observer
      }
      if let observer { sendEnd(observer) }
    }

    private func sendEnd(_ observer: AnyObserver<Int>) {
      switch end {
      case .completion:
        observer.onNext(1)
        observer.onCompleted()
      case .failure: observer.onError(FuzzError(code: 1))
      case .none: break
      }
    }
  }

  private let operate: @Sendable (Observable<Int>) -> Observable<Int>
  private let end: CheckedEnd
  private let door: Door
  private let seen = CheckedEvents()
  private let subscription = SingleAssignmentDisposable()

  init(_ way: Int) {
    operate = Self.operators[(way - 1) / CheckedEnd.count]
    end = CheckedEnd(rawValue: way % CheckedEnd.count) ?? .none
    door = Door(end)
  }

  func perform(queue: Int) {
    switch (queue, end) {
    case (0, _): subscription.setDisposable(Self.subscribe(operate(door.source), seen))
    case (_, .none): subscription.dispose()
    default: door.sendEnd()
    }
  }

  private static func subscribe(
    _ graph: Observable<Int>, _ seen: CheckedEvents
  ) -> any Disposable {
    graph.subscribe(
      onNext: { seen.element($0) }, onError: { seen.end($0) },
      onCompleted: { seen.end("completed") })
  }

  func fault() -> LibraryCheckFault? {
    door.sendEnd()
    if end != .none {
      // The source may have come before the end, or after it: what lies between them is one of the two.
      guard [true, false].contains(where: { seen.all == outcome(endsAtOnce: $0) }) else {
        return LibraryCheckFault(
          .val1,
          "a source that ends while it is being subscribed is not followed by what follows it")
      }
    }
    subscription.dispose()
    return door.lives.areOver ? nil : Self.left
  }

  /// What comes of it on one thread.
  private func outcome(endsAtOnce: Bool) -> CheckedEvents.Seen {
    let (door, seen) = (Door(end, endsAtOnce: endsAtOnce), CheckedEvents())
    let subscription = Self.subscribe(operate(door.source), seen)
    door.sendEnd()
    subscription.dispose()
    return seen.all
  }
}
