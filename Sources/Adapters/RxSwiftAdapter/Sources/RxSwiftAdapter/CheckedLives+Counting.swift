import RxFuzzKit
@preconcurrency import RxSwift

extension CheckedLives {
  /// The same observable, each of whose subscriptions is counted.
  func counting(_ source: Observable<Int>) -> Observable<Int> {
    Observable.create { [self] observer in
      open()
      let subscription = source.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        self.close()
      }
    }
  }
}
