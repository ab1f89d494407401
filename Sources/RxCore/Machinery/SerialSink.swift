/// A sink in which several sources meet: it forwards their events one at a time.
///
/// A source that finds another one delivering leaves its event behind and returns. A terminal event drops
/// what is queued behind it, and so does `dispose`.
class SerialSink<Input: Sendable, Output: Sendable>: Sink<Input, Output>, @unchecked Sendable {
  // Safety: the queue serialises what is forwarded, and is safe by itself.
  private final let queue = DrainQueue<Event<Output>>()

  final func emitNext(_ element: Output) {
    guard queue.tryEnter() else { return enqueue(.next(element)) }
    forwardNext(element)
    drain()
  }

  final func emitError(_ error: any Error) {
    guard queue.tryEnter() else { return enqueue(.error(error)) }
    forwardError(error)
    drain()
  }

  final func emitCompleted() {
    guard queue.tryEnter() else { return enqueue(.completed) }
    forwardCompleted()
    drain()
  }

  /// Releases the events that wait. Overriding methods call this one.
  override func disposeSink() { queue.discard() }

  private final func enqueue(_ event: Event<Output>) {
    if isOver { return }
    if queue.push(event) { drain() }
  }

  private final func drain() {
    queue.drain { event in
      switch event {
      case .next(let element): forwardNext(element)
      case .error(let error): forwardError(error)
      case .completed: forwardCompleted()
      }
    }
  }
}
