/// A sequence that is pushed to whoever subscribes; the base of all operators.
///
/// An observable is a recipe: each subscription runs it anew. Thread-safety: subscribe and dispose from any
/// thread. Events of one subscription arrive one at a time.
public class Observable<Element: Sendable>: ObservableType, @unchecked Sendable {
  // Safety: has no state; each subclass names what guards its own.
  init() {}

  /// Connects `downstream`, a stage, to a new run of this sequence; the one way in, which operators override.
  ///
  /// Returns what disposes the run, or nil where there is nothing to dispose. Disposing stops forwarding to
  /// `downstream`. Called on the trampoline, see `subscribeStage`.
  func attach(_ downstream: Stage<Element>) -> DisposeBase? { Violation.abstractMethod.trap() }

  /// `attach` on the current thread's trampoline, which is entered if this thread is not on it.
  final func subscribeStage(_ downstream: Stage<Element>) -> DisposeBase? {
    Trampoline.run { attach(downstream) }
  }

  /// Subscribes the end of a chain, which is the subscription's disposable too.
  @usableFromInline
  final func subscribe(_ observer: AnonymousObserver<Element>) -> any Disposable {
    observer.setSinkAndSubscription(subscribeStage(observer))
    // As its base, because boxing it as what it is would look up a generic class at run time.
    let subscription: DisposeBase = observer
    return subscription
  }

  /// Subscribes an observer; RxSwift's contract.
  ///
  /// The observer is wrapped once. Disposing the result stops delivery: an emission that starts after
  /// `dispose` has returned is not delivered.
  public final func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable
  where Observer.Element == Element {
    subscribeStage(observer.asAnyObserver().stage) ?? Disposables.create()
  }

  public final func asObservable() -> Observable<Element> { self }
}
