extension ObservableType {
  /// Splits the sequence into one group for each key, emitted with the first element of that key.
  /// ```
  /// source              --1----4----3----5--|
  /// groupBy { $0 % 2 }  --(1)--(0)----------|
  /// group of key 1        1---------3----5--|
  /// group of key 0             4------------|
  /// ```
  /// A group hands its elements to whoever is subscribed to it at that moment. The source stays subscribed until
  /// this sequence and all subscriptions of groups are disposed. Its end ends the groups, in the order
  /// in which they began, and then this sequence. So does what `keySelector` throws.
  ///
  /// Under a race: events of the source are taken one at a time. The last disposal, whether of this sequence or
  /// of a group, releases the source once; a subscription to a group that comes later gets nothing.
  public func groupBy<Key: Hashable & Sendable>(
    keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<GroupedObservable<Key, Element>> {
    GroupBy(source: asObservable(), keySelector: keySelector)
  }
}

private final class GroupBy<Key: Hashable & Sendable, Element: Sendable>:
  Producer<GroupedObservable<Key, Element>>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Element>
  private let keySelector: @Sendable (Element) throws -> Key

  init(source: Observable<Element>, keySelector: @escaping @Sendable (Element) throws -> Key) {
    self.source = source
    self.keySelector = keySelector
  }

  override func run(
    _ downstream: Stage<GroupedObservable<Key, Element>>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = PassingSink(downstream)
    let entrance = GroupByEntrance(keySelector: keySelector, sink)
    let whole = RefCountDisposable(disposable: entrance)
    entrance.whole = whole
    entrance.setSinkAndSubscription(source.attach(entrance))
    return (sink, whole)
  }
}

/// The source's entrance, which outlives the subscription to the sequence of groups.
private final class GroupByEntrance<Key: Hashable & Sendable, Element: Sendable>:
  Sink<Element, GroupedObservable<Key, Element>>, @unchecked Sendable
{
  // Safety: `groups` and `positions` are touched only inside events, which never overlap; `whole` is written
  // before the source is subscribed.
  private let keySelector: @Sendable (Element) throws -> Key
  private var groups: [PublishSubject<Element>] = []
  private var positions: [Key: Int] = [:]
  weak var whole: RefCountDisposable?

  init(
    keySelector: @escaping @Sendable (Element) throws -> Key,
    _ downstream: Stage<GroupedObservable<Key, Element>>
  ) {
    self.keySelector = keySelector
    super.init(downstream)
  }

  override func next(_ element: Element) {
    if isOver { return }
    do { group(of: try keySelector(element)).onNext(element) } catch { self.error(error) }
  }

  override func error(_ error: any Error) {
    for group in groups { group.onError(error) }
    forwardError(error)
  }

  override func completed() {
    for group in groups { group.onCompleted() }
    forwardCompleted()
  }

  private func group(of key: Key) -> PublishSubject<Element> {
    if let position = positions[key] { return groups[position] }
    let group = PublishSubject<Element>()
    positions[key] = groups.count
    groups.append(group)
    if let whole {
      forwardNext(GroupedObservable(key: key, source: LentSource(source: group, whole: whole)))
    }
    return group
  }
}
