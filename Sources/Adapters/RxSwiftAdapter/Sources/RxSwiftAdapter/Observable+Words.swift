@preconcurrency import RxSwift

extension Observable where Element == Int {
  /// Each element as its text.
  var words: Observable<String> { map { "\($0)" } }
}
