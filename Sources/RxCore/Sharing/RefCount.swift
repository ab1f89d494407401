/// The sequence behind `refCount` and `share`: its subscribers keep a connection open.
final class RefCount<Input: Sendable, Output: Sendable>: Observable<Output>, @unchecked Sendable {
  // Safety: constants only.
  private let multicast: Multicast<Input, Output>

  init(_ multicast: Multicast<Input, Output>) {
    self.multicast = multicast
    super.init()
  }

  override func attach(_ downstream: Stage<Output>) -> DisposeBase? {
    let sink = RefCountSink(of: multicast, downstream)
    multicast.join(sink)
    return sink
  }
}

/// One counted subscriber.
final class RefCountSink<Input: Sendable, Output: Sendable>:
  Sink<Output, Output>, @unchecked Sendable
{
  // Safety: `connection` is written before the sink is set and taken by the one party that disposes the sink.
  private let multicast: Multicast<Input, Output>
  var connection: Multicast<Input, Output>.Connection?

  init(of multicast: Multicast<Input, Output>, _ downstream: Stage<Output>) {
    self.multicast = multicast
    super.init(downstream)
  }

  override func next(_ element: Output) { forwardNext(element) }

  override func disposeSink() {
    guard let connection else { return }
    self.connection = nil
    multicast.leave(connection)
  }
}
