extension ObservableType where Element: RxAbstractInteger {
  /// A sequence that counts up from 0, one element with every `period`.
  /// ```
  /// interval(10 ms)  --0--1--2--3-->
  /// ```
  /// Each subscription has a timer of its own on `scheduler`, which `dispose` cancels.
  ///
  /// Under a race: a timer that fires although it was cancelled emits nothing.
  public static func interval(
    _ period: RxTimeInterval, scheduler: any SchedulerType
  ) -> Observable<Element> {
    timer(period, period: period, scheduler: scheduler)
  }
}
