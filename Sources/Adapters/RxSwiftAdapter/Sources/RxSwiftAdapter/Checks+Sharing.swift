import RxFuzzKit
@preconcurrency import RxSwift

/// Who is connected to what, and when, as one thread sees it.
final class SharingRun: LibraryCheckRun {
  static let ways = Way.allCases.count
  private enum Way: Int, CaseIterable { case connected, reconnected, counted, again, kept }

  private let way: Way
  private let isWrong = CheckedState(false)

  init(_ way: Int) { self.way = Way(rawValue: way - 1) ?? .connected }

  func perform(queue: Int) {
    let isRight =
      switch way {
      case .connected: isConnectedOnce()
      case .reconnected: isReconnected()
      case .counted: Self.forms.allSatisfy { isCounted($0) }
      case .again: Self.forms.allSatisfy { isSharedAgain($0) }
      case .kept: (0..<3).allSatisfy { keepsNothing($0) }
      }
    if !isRight { isWrong.withLock { $0 = true } }
  }

  func fault() -> LibraryCheckFault? {
    guard isWrong.withLock({ $0 }) else { return nil }
    return way == .kept
      ? LibraryCheckFault(.leak1, "a shared sequence keeps what it has no use for")
      : LibraryCheckFault(
        .share1, "a shared sequence is not connected once as long as somebody needs it")
  }

  private typealias Form = @Sendable (Observable<Int>) -> Observable<Int>
  private static let forms: [Form] = [
    { $0.share() }, { $0.share(replay: 1) }, { $0.share(replay: 2) }, { $0.publish().refCount() },
    { $0.replay(1).refCount() }, { $0.replayAll().refCount() },
  ]

  private func isConnectedOnce() -> Bool {
    let (subject, lives, seen) = (PublishSubject<Int>(), SharedLives(), SharedLives())
    let connectable = lives.counting(subject).publish()
    let subscription = connectable.subscribe(onNext: { _ in seen.opens += 1 })
    subject.onNext(1)
    let (first, second) = (connectable.connect(), connectable.connect())
    let isOnce = lives.opens == 1
    subject.onNext(2)
    second.dispose()
    let isClosed = lives.closes == 1 && !subject.hasObservers
    subject.onNext(3)
    let third = connectable.connect()
    // It belongs to a connection that is no more.
    first.dispose()
    let isOpen = lives.opens == 2 && lives.closes == 1
    third.dispose()
    subscription.dispose()
    return isOnce && isClosed && isOpen && lives.closes == 2 && seen.opens == 1
  }

  /// After the end there is a new connection, and a new subject.
  private func isReconnected() -> Bool {
    let (lives, seen) = (SharedLives(), SharedLives())
    let connectable = lives.counting(Observable.just(1)).replay(1)
    for _ in 0..<2 {
      let subscription = connectable.subscribe(
        onNext: { _ in seen.opens += 1 }, onCompleted: { seen.closes += 1 })
      connectable.connect().dispose()
      subscription.dispose()
    }
    return lives.opens == 2 && lives.closes == 2 && seen.opens == 2 && seen.closes == 2
  }

  private func isCounted(_ form: Form) -> Bool {
    let (subject, lives) = (PublishSubject<Int>(), SharedLives())
    let shared = form(lives.counting(subject))
    let (first, second) = (shared.subscribe(), shared.subscribe())
    let isOnce = lives.opens == 1
    first.dispose()
    first.dispose()
    let isOpen = lives.closes == 0 && subject.hasObservers
    second.dispose()
    let isClosed = lives.closes == 1 && !subject.hasObservers
    let third = shared.subscribe()
    let isAgain = lives.opens == 2 && lives.closes == 1
    third.dispose()
    return isOnce && isOpen && isClosed && isAgain && lives.closes == 2
  }

  /// Who subscribes again from inside the end, as `retry` does, has a connection of its own.
  private func isSharedAgain(_ form: Form) -> Bool {
    let (subjects, lives, seen) = (
      [PublishSubject<Int>(), PublishSubject<Int>()], SharedLives(), SharedLives()
    )
    let source = Observable.deferred { lives.counting(subjects[min(lives.opens, 1)]) }
    let shared = form(source)
    let subscription = shared.retry(2).subscribe(onNext: { _ in seen.opens += 1 })
    subjects[0].onNext(1)
    subjects[0].onError(FuzzError(code: 1))
    subjects[1].onNext(2)
    let isOpen = lives.opens == 2 && lives.closes == 1 && subjects[1].hasObservers
    subscription.dispose()
    return isOpen && seen.opens == 2 && lives.closes == 2 && !subjects[1].hasObservers
  }

  /// Elements that are replayed go with the last one that listens.
  private func keepsNothing(_ size: Int) -> Bool {
    final class Element {}
    let subject = PublishSubject<Element>()
    let shared = subject.share(replay: size)
    let subscription = shared.subscribe()
    weak var last: Element?
    func send() {
      let element = Element()
      last = element
      subject.onNext(element)
    }
    send()
    let isReplayed = (last != nil) == (size > 0)
    subscription.dispose()
    return isReplayed && last == nil
  }
}

/// How often a source was subscribed and let go. Used by one thread.
private final class SharedLives: @unchecked Sendable {
  // Safety: belongs to the one thread that makes it.
  var opens = 0
  var closes = 0

  func counting(_ source: Observable<Int>) -> Observable<Int> {
    Observable.create { [self] observer in
      opens += 1
      let subscription = source.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        self.closes += 1
      }
    }
  }
}
