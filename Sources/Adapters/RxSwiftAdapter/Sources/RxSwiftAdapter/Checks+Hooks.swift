import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// Errors that nobody handles: they go to the hook, once.
///
/// Hooks belong to the process: queue 0 alone changes them, and changes them back, while the other one does nothing.
final class HooksRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over; what the hook is told lies behind a lock.
  static let ways = Place.allCases.count
  private enum Place: Int, CaseIterable {
    case observable, single, maybe, completable, answered
  }

  /// Told from the errors that other checks leave to the hook at the same time.
  private struct OwnError: Error {
    let run: ObjectIdentifier
  }

  private let place: Place
  private let calls = CheckedEvents()
  private let subject = PublishSubject<Int>()

  init(_ way: Int) { place = Place(rawValue: way - 1) ?? .observable }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let handler = Hooks.defaultErrorHandler
    Hooks.defaultErrorHandler = { [calls, own = ObjectIdentifier(self)] stack, error in
      if (error as? OwnError)?.run == own { calls.element(1) } else { handler(stack, error) }
    }
    let subscription = subscribe()
    subject.onError(OwnError(run: ObjectIdentifier(self)))
    subscription.dispose()
    Hooks.defaultErrorHandler = handler
  }

  private func subscribe() -> any Disposable {
    switch place {
    case .observable: subject.subscribe(onNext: { _ in })
    case .single: subject.asSingle().subscribe(onSuccess: { _ in })
    case .maybe: subject.asMaybe().subscribe(onSuccess: { _ in })
    case .completable: subject.ignoreElements().asCompletable().subscribe(onCompleted: {})
    case .answered: subject.subscribe(onNext: { _ in }, onError: { _ in })
    }
  }

  func fault() -> LibraryCheckFault? {
    calls.all.elements == (place == .answered ? [] : [1])
      ? nil
      : LibraryCheckFault(.err1, "an error that nobody handles does not reach the hook once")
  }
}
