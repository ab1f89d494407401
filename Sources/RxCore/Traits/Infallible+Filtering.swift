// More operators that cannot make a sequence fail; each does what the observable's of that name does.

extension Infallible {
  /// Transforms each element, and drops those for which `transform` returns nil.
  public func compactMap<Result: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Result?
  ) -> Infallible<Result> {
    Infallible<Result>(raw: source.compactMap(transform))
  }

  /// Drops an element whose key equals that of the one before.
  public func distinctUntilChanged<Key: Equatable & Sendable>(
    _ keySelector: @escaping @Sendable (Element) -> Key
  ) -> Infallible<Element> {
    Infallible(raw: source.distinctUntilChanged(keySelector))
  }

  /// Drops an element that `comparer` finds equal to the one before.
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (_ lhs: Element, _ rhs: Element) -> Bool
  ) -> Infallible<Element> {
    Infallible(raw: source.distinctUntilChanged(comparer))
  }

  /// Drops an element whose key `comparer` finds equal to that of the one before.
  public func distinctUntilChanged<Key: Sendable>(
    _ keySelector: @escaping @Sendable (Element) -> Key,
    comparer: @escaping @Sendable (_ lhs: Key, _ rhs: Key) -> Bool
  ) -> Infallible<Element> {
    Infallible(raw: source.distinctUntilChanged(keySelector, comparer: comparer))
  }

  /// Drops an element of which one property equals that of the one before.
  public func distinctUntilChanged<Property: Equatable & Sendable>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Infallible<Element> {
    Infallible(raw: source.distinctUntilChanged(at: keyPath))
  }

  /// Passes on what comes within `duration`, and completes then.
  public func take(
    for duration: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(raw: source.take(for: duration, scheduler: scheduler))
  }

  /// Passes elements on until one fulfils `predicate`.
  public func take(
    until predicate: @escaping @Sendable (Element) -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(raw: source.take(until: predicate, behavior: behavior))
  }

  /// Passes elements on while they fulfil `predicate`.
  public func take(
    while predicate: @escaping @Sendable (Element) -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Infallible<Element> {
    Infallible(raw: source.take(while: predicate, behavior: behavior))
  }

  /// Passes elements on until `other` emits one.
  public func take<Other: Sendable>(until other: Infallible<Other>) -> Infallible<Element> {
    Infallible(raw: source.take(until: other.source))
  }

  /// Leaves out the first elements that fulfil `predicate`.
  public func skip(
    while predicate: @escaping @Sendable (Element) -> Bool
  ) -> Infallible<Element> {
    Infallible(raw: source.skip(while: predicate))
  }

  /// Leaves out elements until `other` emits one.
  public func skip<Other: Sendable>(until other: Infallible<Other>) -> Infallible<Element> {
    Infallible(raw: source.skip(until: other.source))
  }

  /// Emits an element when none has followed it for `dueTime`.
  public func debounce(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(raw: source.debounce(dueTime, scheduler: scheduler))
  }

  /// Emits at most one element within each `dueTime`; with `latest` also the last one that was held back.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(raw: source.throttle(dueTime, latest: latest, scheduler: scheduler))
  }

  /// Emits everything later by `dueTime`.
  public func delay(
    _ dueTime: RxTimeInterval, scheduler: any SchedulerType
  ) -> Infallible<Element> {
    Infallible(raw: source.delay(dueTime, scheduler: scheduler))
  }
}

extension Infallible where Element: Equatable {
  /// Drops an element that equals the one before.
  public func distinctUntilChanged() -> Infallible<Element> {
    Infallible(raw: source.distinctUntilChanged())
  }
}
