import RxCore

extension Observable {
  /// Passes on what either source emits; ends with the first of them. Broken: nothing keeps the events of two threads apart.
  public static func brokenEither(
    _ first: Observable, _ second: Observable
  ) -> Observable where Element: Sendable {
    Observable.create { observer in
      let subscriptions = [first, second].map { source in
        source.subscribe(
          onNext: { observer.onNext($0) }, onError: { observer.onError($0) },
          onCompleted: { observer.onCompleted() })
      }
      return Disposables.create { for subscription in subscriptions { subscription.dispose() } }
    }
  }

  /// The same through a subject, which puts the events of all threads in a row.
  public static func mendedEither(
    _ first: Observable, _ second: Observable
  ) -> Observable where Element: Sendable {
    Observable.create { observer in
      let meeting = PublishSubject<Element>()
      let output = meeting.subscribe(
        onNext: { observer.onNext($0) }, onError: { observer.onError($0) },
        onCompleted: { observer.onCompleted() })
      let subscriptions = [first, second].map { source in
        source.subscribe(
          onNext: { meeting.onNext($0) }, onError: { meeting.onError($0) },
          onCompleted: { meeting.onCompleted() })
      }
      return Disposables.create {
        output.dispose()
        for subscription in subscriptions { subscription.dispose() }
      }
    }
  }
}
