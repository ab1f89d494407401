import RxFuzzKit
@preconcurrency import RxSwift

/// An object that a subscription is made with is not kept alive by it.
final class ObjectReleasedRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses them until the race is over.
  static let ways = Way.allCases.count
  private enum Way: Int, CaseIterable {
    case observable, single, maybe, completable, infallible, withUnretained, binder
  }

  private final class Object {}

  private let way: Way
  private var isKept = false

  init(_ way: Int) { self.way = Way(rawValue: way - 1) ?? .observable }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let source = PublishSubject<Int>()
    weak var object: Object?
    let subscription = { () -> any Disposable in
      let own = Object()
      object = own
      return subscribe(to: source, with: own)
    }()
    isKept = object != nil
    source.onNext(1)
    subscription.dispose()
  }

  private func subscribe(to source: PublishSubject<Int>, with own: Object) -> any Disposable {
    #if RXSWIFT_SUBSCRIBES_WITH
      switch way {
      case .observable: return source.subscribe(with: own, onNext: { _, _ in })
      case .single: return source.asSingle().subscribe(with: own, onSuccess: { _, _ in })
      case .maybe: return source.asMaybe().subscribe(with: own, onSuccess: { _, _ in })
      case .completable:
        return source.ignoreElements().asCompletable().subscribe(with: own, onCompleted: { _ in })
      case .infallible:
        return source.asInfallible(onErrorJustReturn: 0).subscribe(
          with: own, onNext: { _, _ in })
      case .withUnretained, .binder: break
      }
    #endif
    guard way != .binder else {
      return source.subscribe(
        Binder(own, scheduler: CurrentThreadScheduler.instance) { _, _ in })
    }
    return source.withUnretained(own).subscribe()
  }

  func fault() -> LibraryCheckFault? {
    isKept
      ? LibraryCheckFault(.leak1, "a subscription keeps the object alive that it is made with")
      : nil
  }
}
