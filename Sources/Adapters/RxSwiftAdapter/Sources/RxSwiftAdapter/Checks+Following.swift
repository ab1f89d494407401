import RxFuzzKit
@preconcurrency import RxSwift

/// Where one sequence follows another, it makes no difference whether they send at once, while they are being subscribed, or
/// later; and whatever has ended is let go.
final class FollowingRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  static let ways = families.count
  private let rows: [FollowingRow]
  private var seen: LibraryCheckFault?

  init(_ way: Int) { rows = Self.families[way - 1] }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let faults = rows.compactMap(\.fault)
    guard let first = faults.first else { return }
    seen = LibraryCheckFault(first.0, faults.map(\.1).joined(separator: "; "))
  }

  func fault() -> LibraryCheckFault? { seen }

  private static let families: [[FollowingRow]] = [observables, completables, singles]
  private typealias Row = FollowingRow

  private static let observables: [FollowingRow] = [
    Row("concat") { $0.concat($1) },
    Row("concat of a list") { Observable.concat([$0, $1]) },
    Row("catch") { first, second in first.catch { _ in second } },
    Row("catch of a list") { Observable.catch(sequence: [$0, $1]) },
    Row("ifEmpty") { $0.ifEmpty(switchTo: $1) },
    Row("merge of one") { Observable.of($0, $1).merge(maxConcurrent: 1) },
    Row("concatMap") { first, second in
      Observable.of(1, 2).concatMap { $0 == 1 ? first : second }
    },
    Row("concatMap to the second") { first, second in
      none(without(first)).concat(Observable.just(1)).concatMap { _ in second }
    },
    Row("flatMap of the last") { first, second in first.takeLast(1).flatMap { _ in second } },
    Row("flatMapLatest of the last") { first, second in
      first.takeLast(1).flatMapLatest { _ in second }
    },
    Row("startWith") { first, second in first.concat(second.startWith(8)) },
    Row("deferred") { first, second in first.concat(Observable.deferred { second }) },
  ]

  private static let completables: [FollowingRow] = [
    Row("andThen of an observable") { without($0).andThen($1) },
    Row("andThen of a single") { without($0).andThen($1.takeLast(1).asSingle()).asObservable() },
    Row("andThen of a maybe") { without($0).andThen($1.takeLast(1).asMaybe()).asObservable() },
    Row("andThen of a completable") {
      none(without($0).andThen(without($1)))
    },
    Row("concat of completables") {
      none(without($0).concat(without($1)))
    },
    Row("concat of a list of completables") {
      none(Completable.concat([without($0), without($1)]))
    },
  ]

  private static let singles: [FollowingRow] = [
    Row("flatMap of a single") { first, second in
      first.takeLast(1).asSingle().flatMap { _ in second.takeLast(1).asSingle() }.asObservable()
    },
    Row("flatMap of a single to a maybe") { first, second in
      first.takeLast(1).asSingle().flatMapMaybe { _ in second.takeLast(1).asMaybe() }
        .asObservable()
    },
    Row("flatMap of a single to a completable") { first, second in
      none(first.takeLast(1).asSingle().flatMapCompletable { _ in without(second) })
    },
    Row("flatMap of a maybe") { first, second in
      first.takeLast(1).asMaybe().flatMap { _ in second.takeLast(1).asMaybe() }.asObservable()
    },
    Row("ifEmpty of a maybe") { first, second in
      none(without(first)).asMaybe().ifEmpty(switchTo: second.takeLast(1).asSingle())
        .asObservable()
    },
  ]

  /// The end alone, in the words of every version.
  private static func without(_ source: Observable<Int>) -> Completable {
    Completable.create { observer in
      source.subscribe(
        onError: { observer(.error($0)) }, onCompleted: { observer(.completed) })
    }
  }

  /// Elements that there are none of.
  private static func none(_ source: Completable) -> Observable<Int> {
    source.asObservable().map(Bindings.unreachable)
  }
}

/// An operator of two sequences, of which the second may follow the first.
struct FollowingRow: Sendable {
  private let name: String
  private let build: @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>

  init(
    _ name: String,
    _ build: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) {
    (self.name, self.build) = (name, build)
  }

  /// What is wrong in any of the ways in which the two may send and end.
  var fault: (InvariantName, String)? {
    for ends in [(false, false), (false, true), (true, false), (true, true)] {
      let later = play(ends, isLater: (true, true))
      if let left = later.left { return left }
      for isLater in [(false, false), (false, true), (true, false)] {
        let other = play(ends, isLater: isLater)
        if let left = other.left { return left }
        if other.seen != later.seen {
          return (
            .val1,
            "\(name) sends \(other.seen) instead of \(later.seen) where a source sends at once"
          )
        }
      }
    }
    return nil
  }

  private func play(
    _ fails: (Bool, Bool), isLater: (Bool, Bool)
  ) -> (seen: String, left: (InvariantName, String)?) {
    let stage = FollowingStage()
    let stream = build(
      stage.source([1, 2], fails: fails.0, isLater: isLater.0),
      stage.source([3, 4], fails: fails.1, isLater: isLater.1))
    var seen: [String] = []
    let subscription = stream.subscribe(
      onNext: { seen.append("\($0)") }, onError: { _ in seen.append("!") },
      onCompleted: { seen.append(".") })
    stage.sendLater()
    let isOver = seen.contains("!") || seen.contains(".")
    let isKept = stage.live != 0
    subscription.dispose()
    let words = seen.joined(separator: " ")
    if !isOver { return (words, (.comp1, "\(name) never ends, after \(words)")) }
    return (
      words, isKept ? (.disp5, "\(name) keeps a source that has ended, or is not needed") : nil
    )
  }
}

/// Sources, and what they send later. Used by one thread.
private final class FollowingStage: @unchecked Sendable {
  // Safety: belongs to the one thread that makes it.
  private(set) var live = 0
  private var later: [() -> Void] = []

  func source(_ elements: [Int], fails: Bool, isLater: Bool) -> Observable<Int> {
    Observable.create { [self] observer in
      live += 1
      let send = {
        elements.forEach(observer.onNext)
        if fails { observer.onError(FuzzError(code: 1)) } else { observer.onCompleted() }
      }
      if isLater { later.append(send) } else { send() }
      return Disposables.create { self.live -= 1 }
    }
  }

  func sendLater() {
    while !later.isEmpty { later.removeFirst()() }
  }
}
