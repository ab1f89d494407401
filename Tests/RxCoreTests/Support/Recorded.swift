import RxCore

/// The error that tests emit.
struct Failure: Error, Equatable, Sendable {}

extension ObservableType {
  /// Subscribes and notes every event, and the end of the subscription, as short text.
  func record(in log: Log<String>) -> any Disposable {
    subscribe(
      onNext: { log.add("\($0)") }, onError: { _ in log.add("error") },
      onCompleted: { log.add("completed") }, onDisposed: { log.add("disposed") })
  }

  /// What a sequence says that ends by itself, on this thread.
  func recorded() -> [String] {
    let log = Log<String>()
    let subscription = record(in: log)
    subscription.dispose()
    return log.values
  }
}

/// A source that a test drives by hand, and which notes what is done with it.
final class ManualSource<Element: Sendable>: Sendable {
  let observers = Log<AnyObserver<Element>>()
  let notes = Log<String>()

  var observable: Observable<Element> {
    Observable.create { [observers, notes] observer in
      observers.add(observer)
      notes.add("subscribed")
      return Disposables.create { notes.add("released") }
    }
  }

  func next(_ element: Element) { for observer in observers.values { observer.onNext(element) } }
  func error() { for observer in observers.values { observer.onError(Failure()) } }
  func completed() { for observer in observers.values { observer.onCompleted() } }
}
