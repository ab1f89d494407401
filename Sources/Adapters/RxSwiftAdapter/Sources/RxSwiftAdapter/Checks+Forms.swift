import Foundation
import RxFuzzKit
@preconcurrency import RxRelay
@preconcurrency import RxSwift

/// Other ways to say what graphs say in one way: observers and sequences of a type of one's own, second names, traits.
enum FormCases {
  static let all: [CaseRun.Case] = [
    relays, groups, conversions, schedulers, traits, safeTraits, endless, whole,
    withObjects,
  ]

  private static let message = "another way to say the same thing does something else"

  /// An observer that has what every observer must have, and no more.
  private struct OwnObserver: ObserverType {
    let seen = CheckedEvents()

    func on(_ event: Event<Int>) {
      switch event {
      case .next(let element): seen.element(element)
      case .error(let error): seen.end(error)
      case .completed: seen.end("completed")
      }
    }
  }

  /// A sequence that has what every sequence must have, and no more.
  private struct OwnSequence: ObservableType {
    typealias Element = Int
    let elements: [Int]
    let error: FuzzError?
    let lives: CheckedLives

    func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
    where Observer.Element == Int {
      lives.open()
      for element in elements { observer.onNext(element) }
      if let error { observer.onError(error) } else { observer.onCompleted() }
      return Disposables.create { lives.close() }
    }
  }

  private static func expect(
    _ faults: CheckedFaults, _ seen: CheckedEvents, _ elements: [Int], _ ends: [String]
  ) {
    faults.expect(seen.all == .init(elements: elements, ends: ends), .val1, message)
  }

  /// Relays, whose observer may be of any type, and as sequences that cannot fail.
  private static func relays(_ faults: CheckedFaults) {
    let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 1))
    let replay = ReplayRelay<Int>.create(bufferSize: 1)
    replay.accept(1)
    let own = (0..<3).map { _ in OwnObserver() }
    let safe = (0..<3).map { _ in CheckedEvents() }
    let subscriptions = [
      publish.subscribe(own[0]), behavior.subscribe(own[1]), replay.subscribe(own[2]),
      publish.asInfallible().subscribe(onNext: { safe[0].element($0) }),
      behavior.asInfallible().subscribe(onNext: { safe[1].element($0) }),
      replay.asInfallible().subscribe(onNext: { safe[2].element($0) }),
    ]
    for element in 2..<4 {
      publish.accept(element)
      behavior.accept(element)
      replay.accept(element)
    }
    for subscription in subscriptions { subscription.dispose() }
    publish.accept(4)
    behavior.accept(4)
    replay.accept(4)
    for (index, first) in [2, 1, 1].enumerated() {
      expect(faults, own[index].seen, Array(first..<4), [])
      expect(faults, safe[index], Array(first..<4), [])
    }
  }

  /// Groups, whose observer may be of any type.
  private static func groups(_ faults: CheckedFaults) {
    let (subject, own) = (PublishSubject<Int>(), [OwnObserver(), OwnObserver()])
    let bag = DisposeBag()
    subject.groupBy { $0 % 2 }.subscribe(
      onNext: { group in bag.insert(group.subscribe(own[group.key])) }
    ).disposed(by: bag)
    for element in 1..<5 { subject.onNext(element) }
    subject.onError(FuzzError(code: 3))
    expect(faults, own[1].seen, [1, 3], ["error 3"])
    expect(faults, own[0].seen, [2, 4], ["error 3"])
    let made = OwnObserver()
    _ = GroupedObservable(key: 1, source: .of(1, 2)).subscribe(made)
    expect(faults, made.seen, [1, 2], ["completed"])
  }

  /// A sequence of a type of one's own, where an observable is asked for.
  private static func conversions(_ faults: CheckedFaults) {
    let lives = CheckedLives()
    for error in [nil, FuzzError(code: 4)] {
      let (seen, before) = (CheckedEvents(), lives.opens)
      let sequence = OwnSequence(elements: [1, 2], error: error, lives: lives).asObservable()
      faults.expect(lives.opens == before, .ref1, message)
      _ = sequence.subscribe(
        onNext: { seen.element($0) }, onError: { seen.end($0) },
        onCompleted: { seen.end("completed") })
      expect(faults, seen, [1, 2], [error == nil ? "completed" : "error 4"])
      faults.expect(lives.areOver, .disp5, "what a sequence of one's own returns is not disposed")
    }
    // What has nothing to dispose, with an observer of any type.
    let (none, one) = (OwnObserver(), OwnObserver())
    Observable<Int>.empty().subscribe(none).dispose()
    Observable<Int>.error(FuzzError(code: 5)).subscribe(one).dispose()
    expect(faults, none.seen, [], ["completed"])
    expect(faults, one.seen, [], ["error 5"])
    let mapped = OwnObserver()
    let text: AnyObserver<String> = mapped.mapObserver { $0.count }
    text.onNext("ab")
    text.onError(FuzzError(code: 6))
    expect(faults, mapped.seen, [2], ["error 6"])
    let bare = OwnObserver()
    bare.onNext(1)
    bare.onError(FuzzError(code: 7))
    bare.onCompleted()
    expect(faults, bare.seen, [1], ["error 7", "completed"])
  }

  /// An optional's element by a scheduler, or none.
  private static func schedulers(_ faults: CheckedFaults) {
    for element in [nil, 1] {
      let own = OwnObserver()
      _ = Observable.from(optional: element, scheduler: CurrentThreadScheduler.instance)
        .subscribe(own)
      expect(faults, own.seen, element.map { [$0] } ?? [], ["completed"])
    }
  }

  private static func made(_ event: MaybeEvent<Int>) -> Maybe<Int> {
    .create { observer in
      observer(event)
      return Disposables.create()
    }
  }

  /// Closures for the ends of maybes: each once, and only its own.
  private static func traits(_ faults: CheckedFaults) {
    let ends: [(Maybe<Int>, [Int], [String])] = [
      (.just(1), [1], ["disposed"]), (.empty(), [], ["completed", "disposed"]),
      (.error(FuzzError(code: 8)), [], ["error 8", "disposed"]),
      (made(.success(1)), [1], ["disposed"]), (made(.completed), [], ["completed", "disposed"]),
      (made(.error(FuzzError(code: 8))), [], ["error 8", "disposed"]),
    ]
    for (maybe, elements, words) in ends {
      let (seen, event) = (CheckedEvents(), CheckedEvents())
      _ = maybe.subscribe(
        onSuccess: { seen.element($0) }, onError: { seen.end($0) },
        onCompleted: { seen.end("completed") }, onDisposed: { seen.end("disposed") })
      expect(faults, seen, elements, words)
      #if RXSWIFT_SUBSCRIBES_WITH
        let (object, withObject) = (CheckedEvents(), CheckedEvents())
        _ = maybe.subscribe(
          with: object, onSuccess: { withObject.element($0 === object ? $1 : -1) },
          onError: { withObject.end($0 === object ? CheckedEvents.word($1) : "") },
          onCompleted: { withObject.end($0 === object ? "completed" : "") },
          onDisposed: { withObject.end($0 === object ? "disposed" : "") })
        expect(faults, withObject, elements, words)
      #endif
      _ = maybe.subscribe { maybeEvent in
        switch maybeEvent {
        case .success(let element): event.element(element)
        case .error(let error): event.end(error)
        case .completed: event.end("completed")
        }
      }
      expect(faults, event, elements, words.dropLast().map { $0 })
    }
  }

  /// Sequences that cannot fail, made of some that do; and singles of several.
  private static func safeTraits(_ faults: CheckedFaults) {
    let failing = Observable.concat(.just(1), Observable<Int>.error(FuzzError(code: 9)))
    let safe: [(Infallible<Int>, [Int])] = [
      (failing.asInfallible(onErrorJustReturn: 2), [1, 2]),
      (failing.asInfallible(onErrorFallbackTo: .of(3, 4)), [1, 3, 4]),
      (failing.asInfallible { _ in .just(5) }, [1, 5]),
    ]
    for (infallible, elements) in safe {
      let seen = CheckedEvents()
      _ = infallible.subscribe(
        onNext: { seen.element($0) }, onCompleted: { seen.end("completed") })
      expect(faults, seen, elements, ["completed"])
      let (all, open) = (CheckedEvents(), CheckedEvents())
      _ = infallible.subscribe(
        onNext: { all.element($0) }, onCompleted: { all.end("completed") },
        onDisposed: { all.end("disposed") })
      expect(faults, all, elements, ["completed", "disposed"])
      let subscription = Infallible<Int>.never().subscribe(
        onNext: { open.element($0) }, onCompleted: { open.end("completed") },
        onDisposed: { open.end("disposed") })
      subscription.dispose()
      expect(faults, open, [], ["disposed"])
    }
    let zipped = CheckedEvents()
    _ = Single.zip([Single.just(1), .just(2), .just(3)]).subscribe(
      onSuccess: { for element in $0 { zipped.element(element) } }, onFailure: { zipped.end($0) })
    _ = Single<Int>.zip([Single<Int>]()).subscribe(
      onSuccess: { _ in zipped.end("none") }, onFailure: { zipped.end($0) })
    expect(faults, zipped, [1, 2, 3], ["none"])
  }

  /// Sequences without elements where elements are asked for.
  private static func endless(_ faults: CheckedFaults) {
    for error in [nil, FuzzError(code: 9)] {
      let completable = error.map { Completable.error($0) } ?? .empty()
      let (open, all) = (CheckedEvents(), CheckedEvents())
      _ = Completable.never().subscribe(
        onCompleted: { open.end("completed") }, onError: { open.end($0) },
        onDisposed: { open.end("disposed") }
      )
      .dispose()
      expect(faults, open, [], ["disposed"])
      _ = completable.subscribe(
        onCompleted: { all.end("completed") }, onError: { all.end($0) },
        onDisposed: { all.end("disposed") })
      expect(faults, all, [], [error == nil ? "completed" : "error 9", "disposed"])
    }
  }

  /// Events as a whole, sent into subjects of each kind.
  private static func whole(_ faults: CheckedFaults) {
    for error in [nil, FuzzError(code: 3)] {
      let subjects: [CheckedSubject<Int>] = [
        CheckedSubject(PublishSubject()), CheckedSubject(BehaviorSubject(value: 1)),
        CheckedSubject(ReplaySubject.create(bufferSize: 1)), CheckedSubject(AsyncSubject()),
      ]
      for (number, subject) in subjects.enumerated() {
        let own = OwnObserver()
        _ = subject.skip(while: { $0 == 1 }).subscribe(own)
        subject.on(.next(2))
        subject.on(error.map { .error($0) } ?? .completed)
        subject.on(.next(3))
        let isLost = number == 3 && error != nil
        expect(faults, own.seen, isLost ? [] : [2], [error == nil ? "completed" : "error 3"])
      }
    }
  }

  /// Closures of subscriptions with an object: each once, and only its own.
  private static func withObjects(_ faults: CheckedFaults) {
    #if RXSWIFT_SUBSCRIBES_WITH
      let object = CheckedEvents()
      for error in [nil, FuzzError(code: 4)] {
        let ends = [error == nil ? "completed" : "error 4", "disposed"]
        let (single, completable, infallible) = (CheckedEvents(), CheckedEvents(), CheckedEvents())
        _ = (error.map { Single<Int>.error($0) } ?? .just(1)).subscribe(
          with: object, onSuccess: { single.element($0 === object ? $1 : -1) },
          onFailure: { single.end($0 === object ? CheckedEvents.word($1) : "") },
          onDisposed: { single.end($0 === object ? "disposed" : "") })
        expect(
          faults, single, error == nil ? [1] : [], error == nil ? ["disposed"] : ends)
        _ = (error.map { Completable.error($0) } ?? .empty()).subscribe(
          with: object, onCompleted: { completable.end($0 === object ? "completed" : "") },
          onError: { completable.end($0 === object ? CheckedEvents.word($1) : "") },
          onDisposed: { completable.end($0 === object ? "disposed" : "") })
        expect(faults, completable, [], ends)
        _ = Infallible.of(1, 2).subscribe(
          with: object, onNext: { infallible.element($0 === object ? $1 : -1) },
          onCompleted: { infallible.end($0 === object ? "completed" : "") },
          onDisposed: { infallible.end($0 === object ? "disposed" : "") })
        expect(faults, infallible, [1, 2], ["completed", "disposed"])
      }
    #endif
  }
}
