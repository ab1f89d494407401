import RxCore
import RxCoreTest

extension OperatorTests {
  static let inners: [Row] = [
    Row("compact map") { $0.compactMap { $0 } },
    Row("enumerated") { $0.enumerated().map(\.element) },
    Row("scan into") { $0.scan(into: 0) { $0 = $1 } },
    Row("materialize and back") { $0.materialize().dematerialize() },
    Row("with unretained") { $0.withUnretained(CurrentThreadScheduler.instance) { $1 } },
    Row("start with nothing") { $0.startWith() },
    Row("flat map") { $0.flatMap { Observable.just($0) } },
    Row("flat map first") { $0.flatMapFirst { Observable.just($0) } },
    Row("flat map latest") { $0.flatMapLatest { Observable.just($0) } },
    Row("concat map") { $0.concatMap { Observable.just($0) } },
    Row("flat map to the source") { source in Observable.just(1).flatMap { _ in source } },
    Row("flat map first to the source") { source in
      Observable.just(1).flatMapFirst { _ in source }
    },
    Row("switch to the source") { Observable.just($0).switchLatest() },
    Row("concat of observables") { Observable.just($0).concat() },
    Row("merge of two at a time") { Observable.just($0).merge(maxConcurrent: 2) },
    Row("concat") { $0.concat(Observable.empty()) },
    Row("concat after an empty one") { .concat([.empty(), $0]) },
    Row("zip") { Observable.zip([$0]) { $0[0] } },
    Row("zip of one") { Observable.zip($0) { $0 } },
    Row("combine latest") { Observable.combineLatest([$0]) { $0[0] } },
    Row("combine latest with a constant") {
      Observable.combineLatest($0, Observable.just(0)) { $0 + $1 }
    },
    Row("with latest from") { $0.withLatestFrom(Observable.just(0)) { $0 + $1 } },
    Row("amb") { $0.amb(Observable.never()) },
    Row("group by") { $0.groupBy { $0 }.flatMap { $0 } },
    Row("window") {
      // A clock that stands still: a timer of a queue lets go of its work a moment after its disposal.
      $0.window(timeSpan: .seconds(1), count: 9, scheduler: TestScheduler(initialClock: 0))
        .flatMap { $0 }
    },
    Row("catch that throws") { $0.catch { throw $0 } },
    Row("catch sequence") { .catch(sequence: [$0]) },
    Row("retry once") { $0.retry(1) },
    Row("retry when it fails") { source in
      source.retry { (errors: Observable<any Error>) in
        errors.flatMap { Observable<Int>.error($0) }
      }
    },
    Row("using") { source in
      Observable.using {
        BooleanDisposable()
      } observableFactory: { _ in
        source
      }
    },
  ]
}
