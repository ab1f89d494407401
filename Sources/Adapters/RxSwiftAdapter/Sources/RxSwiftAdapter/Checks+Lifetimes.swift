import RxFuzzKit
@preconcurrency import RxSwift

/// Many sequences that end at once, one behind the other: none is subscribed from inside the end of the one before it.
final class StackDepthRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses the gauge until the race is over.
  static let ways = Way.allCases.count
  private enum Way: Int, CaseIterable {
    case concatMap, mergeMaxConcurrent, concatOfSequence, catchSequence, retry
  }
  private static let sequences = 200

  private let way: Way
  private let started = StackGauge()

  init(_ way: Int) { self.way = Way(rawValue: way - 1) ?? .concatMap }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let gate = PublishSubject<Int>()
    let many = (0..<Self.sequences).map { _ in ending() }
    // The first one ends when all the others wait.
    let all = [gate.asObservable()] + many
    let stream: Observable<Int> =
      switch way {
      case .concatMap: Observable.from(all).concatMap { $0 }
      case .mergeMaxConcurrent: Observable.from(all).merge(maxConcurrent: 1)
      case .concatOfSequence: Observable.concat(all)
      case .catchSequence: Observable.catch(sequence: all)
      case .retry: ending().retry(Self.sequences)
      }
    let subscription = stream.subscribe(onNext: { _ in }, onError: { _ in })
    if way == .catchSequence { gate.onError(FuzzError(code: 1)) } else { gate.onCompleted() }
    subscription.dispose()
  }

  /// Notes how deep it is subscribed, and ends.
  private func ending() -> Observable<Int> {
    Observable.create { [self] observer in
      started.note()
      if way == .catchSequence || way == .retry {
        observer.onError(FuzzError(code: 1))
      } else {
        observer.onCompleted()
      }
      return Disposables.create()
    }
  }

  func fault() -> LibraryCheckFault? {
    guard started.count == Self.sequences else {
      return LibraryCheckFault(.val1, "not all of many sequences are subscribed in turn")
    }
    return started.grows
      ? LibraryCheckFault(.grow1, "the stack grows with every sequence that ends at once") : nil
  }
}

/// A source that has done its work while the subscription lives on: what made it is let go.
final class SourceReleasedRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses them until the race is over.
  static let ways = Way.allCases.count
  private enum Way: Int, CaseIterable {
    case create, deferred
    case thenObservable, thenSingle, thenMaybe, thenCompletable
  }

  private final class Resource {}

  private let way: Way
  private var isKept = false

  init(_ way: Int) { self.way = Way(rawValue: way - 1) ?? .create }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let rest = PublishSubject<Int>()
    weak var resource: Resource?
    let subscription = { () -> any Disposable in
      let own = Resource()
      resource = own
      return subscribe(to: rest, with: own)
    }()
    isKept = resource != nil
    subscription.dispose()
  }

  private func subscribe(to rest: PublishSubject<Int>, with own: Resource) -> any Disposable {
    let done = Completable.create { observer in
      withExtendedLifetime(own) { observer(.completed) }
      return Disposables.create()
    }
    return switch way {
    case .create:
      Observable<Int>.create { _ in
        withExtendedLifetime(own) {}
        return Disposables.create()
      }.subscribe()
    case .deferred:
      Observable<Int>.deferred {
        withExtendedLifetime(own) {}
        return rest
      }.subscribe()
    case .thenObservable: done.andThen(rest.asObservable()).subscribe()
    case .thenSingle: done.andThen(rest.asSingle()).subscribe()
    case .thenMaybe: done.andThen(rest.asMaybe()).subscribe()
    case .thenCompletable:
      done.andThen(Completable.create { _ in Disposables.create() }).subscribe()
    }
  }

  func fault() -> LibraryCheckFault? {
    isKept ? LibraryCheckFault(.leak1, "what made a source outlives its work") : nil
  }
}
