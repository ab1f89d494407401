/// A sequence whose subscribers share one subscription to its source, made by `connect`.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source, unless that is done. Disposing the result ends that subscription.
  func connect() -> any Disposable
}

/// A sequence whose subscribers share one subscription to its source, made by `connect`.
/// ```
/// source              --1--2--3--4--|
/// subscribed, then
/// connected at 2      -----2--3--4--|
/// ```
/// Made by `multicast`, `publish`, `replay` and `replayAll`. Subscribing alone starts nothing. After the source
/// has ended, or the connection was disposed, `connect` starts anew; who was subscribed before receives nothing
/// of that, unless one subject serves all connections.
///
/// Thread-safety: subscribe, connect and dispose from any thread. A connection belongs to the sequence until it
/// ends or is disposed; letting go of what `connect` returned does not end it.
///
/// Under a race: two `connect` make one connection. Connections are opened and closed one after the other, so
/// a source never has two of one sequence; where another thread is at that, `connect` returns before its
/// connection is open.
public class ConnectableObservable<Element: Sendable>:
  Observable<Element>, ConnectableObservableType, @unchecked Sendable
{
  // Safety: adds no state.
  override init() {}

  public func connect() -> any Disposable { Violation.abstractMethod.trap() }

  /// Connects for the first subscriber and disconnects after the last.
  /// ```
  /// source       --1--2--3--4--5-->
  /// subscribed   --1--2--3              connects
  /// subscribed   -----2--3--4           disconnects
  /// ```
  /// Who subscribes after that, or after the source has ended, connects again. All sequences made by this
  /// method from one connectable sequence count their subscribers together.
  ///
  /// Under a race: two first subscribers connect once. A subscription against the last disposal either keeps the
  /// connection or makes another after it was closed; it is never left without one. A subscription against the
  /// source's end is sent the end, or makes another connection; it is never left waiting. An observer that is
  /// disposed while its `subscribe` still connects closes that connection as soon as it is open.
  public func refCount() -> Observable<Element> { Violation.abstractMethod.trap() }
}

/// A connectable sequence on a source of any type.
final class MulticastObservable<Input: Sendable, Output: Sendable>:
  ConnectableObservable<Output>, @unchecked Sendable
{
  // Safety: constants only.
  private let multicast: Multicast<Input, Output>

  init(_ multicast: Multicast<Input, Output>) {
    self.multicast = multicast
    super.init()
  }

  override func connect() -> any Disposable { multicast.connect() }
  override func refCount() -> Observable<Output> { RefCount(multicast) }

  override func attach(_ downstream: Stage<Output>) -> DisposeBase? {
    multicast.listen(downstream)
  }
}
