/// One row of the table: what is run, and into how many parts its time is divided.
struct Figure: Sendable {
  let name: String
  /// How many parts one run has: events, deliveries, subscriptions.
  let parts: Int
  /// Runs it for one contender; false where that one has no such thing.
  let run: @Sendable (any Contender.Type) -> Bool

  static let all = [
    Figure(name: "create→filter→map→skip, an event", parts: 400_000) {
      $0.createChain(events: 400_000)
    },
    Figure(name: "subject→filter→map→skip, an event", parts: 200_000) {
      $0.subjectChain(events: 200_000)
    },
    Figure(name: "1 operator, subscribe and dispose", parts: 20_000) {
      $0.subscribe(operators: 1, times: 20_000)
    },
    Figure(name: "16 operators, subscribe and dispose", parts: 4_000) {
      $0.subscribe(operators: 16, times: 4_000)
    },
    Figure(name: "merge of two, an event", parts: 200_000) { $0.mergeOfTwo(events: 200_000) },
    Figure(name: "observe(on: serial queue), an event", parts: 100_000) {
      $0.observeOn(events: 100_000)
    },
    Figure(name: "share to 64 observers, a delivery", parts: 64 * 4_000) {
      $0.share(observers: 64, events: 4_000)
    },
  ]

  /// How RxCore grows: the same work behind ever more operators, or for ever more observers.
  static let growth =
    [1, 4, 16, 64].map { count in
      Figure(name: "\(count) operators, an event and operator", parts: 100_000 * count) { _ in
        RxCoreContender.longChain(operators: count, events: 100_000)
      }
    }
    + [1, 4, 16, 64].map { count in
      Figure(name: "\(count) operators, subscribe and dispose", parts: 4_000) {
        $0.subscribe(operators: count, times: 4_000)
      }
    }
    + [1, 4, 16, 64].map { count in
      Figure(name: "\(count) observers of a share, a delivery", parts: 256_000) {
        $0.share(observers: count, events: 256_000 / count)
      }
    }
}
