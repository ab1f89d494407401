import RxFuzzKit
@preconcurrency import RxSwift

// What is said otherwise than in RxCore, or differs from version to version.

extension Bindings {
  /// `debug` is left out: it can print to standard output only.
  static let own = ofVersion6

  /// What a row that depends on time goes by. RxSwift's virtual time belongs to one thread, so it is not raced.
  static func clock(_ iteration: Iteration, _ number: Int) -> any SchedulerType {
    schedulers[number]
  }

  /// One subject for each feed of an iteration.
  static func hot<Subject: Observable<Int> & ObserverType>(
    _ iteration: Iteration, _ feed: Int, _ make: () -> Subject
  ) -> AnyObject where Subject.Element == Int {
    iteration.hot(feed) {
      let subject = make()
      return (subject, SubjectFeed(subject))
    }
  }
}

/// Holders of subscriptions.
enum Holders {
  static func composite() -> CompositeDisposable {
    CompositeDisposable(disposables: [Disposables.create()])
  }
  static func bag() -> DisposeBag { DisposeBag() }
}
