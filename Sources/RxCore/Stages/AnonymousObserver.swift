/// The observer behind `subscribe(onNext:onError:onCompleted:onDisposed:)`, and the disposable it returns.
@usableFromInline
final class AnonymousObserver<Element: Sendable>: ObserverBase<Element>, @unchecked Sendable {
  // Safety: constants only.
  private let onNext: (@Sendable (Element) -> Void)?
  private let onError: (@Sendable (any Error) -> Void)?
  private let onCompleted: (@Sendable () -> Void)?
  private let onDisposed: (@Sendable () -> Void)?

  @usableFromInline
  init(
    onNext: (@Sendable (Element) -> Void)?, onError: (@Sendable (any Error) -> Void)?,
    onCompleted: (@Sendable () -> Void)?, onDisposed: (@Sendable () -> Void)?
  ) {
    self.onNext = onNext
    self.onError = onError ?? Hooks.handlerOfSubscription()
    self.onCompleted = onCompleted
    self.onDisposed = onDisposed
  }

  override func nextCore(_ element: Element) { onNext?(element) }

  override func errorCore(_ error: any Error) {
    if let onError { onError(error) } else { Hooks.unhandled(error) }
    reportDisposed()
  }

  override func completedCore() {
    onCompleted?()
    reportDisposed()
  }

  override func disposeSink() { reportDisposed() }

  // A terminal event reports before the source is released, `dispose` after it; both may meet here.
  private func reportDisposed() {
    guard let onDisposed else { return }
    if !state.insert(.disposalReported).contains(.disposalReported) { onDisposed() }
  }
}
