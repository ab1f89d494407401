// Bridges to Swift concurrency and back. Each subscription has a task of its own, whose jobs are pieces of work of the queue.

extension Catalogue {
  static let awaited: [OperatorRow] = [
    .forms(
      "values", [.queue], traits: .asynchronous,
      [
        "observable": { $1[0].then("observeOn", $0[0]) },
        "infallible": { $1[0].asInfallible.then("observeOn", $0[0]) },
      ]),
    // The task subscribes, waits, and sends what it was given.
    .forms(
      "value", [.queue], traits: .asynchronous,
      [
        "single": { $1[0].asSingle.awaited(on: $0[0]) },
        "maybe": { $1[0].asMaybe.awaited(on: $0[0]) },
        "completable": { $1[0].asCompletable.awaited(on: $0[0]) },
      ]),
    OperatorRow("asyncSequence", [.queue], weight: 2, traits: .asynchronous) {
      $1[0].then("observeOn", $0[0])
    },
  ]
}

extension Chain {
  /// Subscribed by a task on that queue, which sends what comes of it.
  fileprivate func awaited(on queue: Int) -> Chain {
    then("subscribeOn", queue).then("observeOn", queue)
  }
}
