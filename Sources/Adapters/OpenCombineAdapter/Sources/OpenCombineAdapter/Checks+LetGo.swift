@preconcurrency import OpenCombine
import RxFuzzKit

/// What an operator was given, a closure or another publisher, goes with the end of a subscription, though somebody still holds
/// the subscription that it was.
final class LetGoRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  /// By its end, and by a cancellation.
  static let ways = 2
  private final class Resource { var number = 0 }

  private let way: Int
  private var faults = CheckedFaults()

  init(_ way: Int) { self.way = way }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for (name, build) in Self.builds + (way == 2 ? Self.buildsOfCancelled : [])
    where keeps(build) {
      faults.add(.leak1, "\(name) keeps what it was given")
    }
  }

  func fault() -> LibraryCheckFault? { faults.fault }

  private func keeps(_ build: Build) -> Bool {
    let source = CheckedSource([1, 2, 3], way == 1 ? .finished : nil, sendsAtOnce: false)
    let subscriber = CheckedSubscriber()
    weak var resource: Resource?
    do {
      let own = Resource()
      resource = own
      build(CheckedPublisher(source), own).subscribe(subscriber)
    }
    source.run()
    if way == 2 { subscriber.cancel() }
    return withExtendedLifetime((source, subscriber)) { resource != nil }
  }

  private typealias Build = @Sendable (CheckedPublisher, Resource) -> CheckedPublisher

  /// Those that do so in 0.14; many others, such as `tryMap` and `reduce`, keep their closures as long as they live.
  private static let builds: [(String, Build)] = [
    (
      "handleEvents",
      { source, own in
        CheckedPublisher(source.handleEvents(receiveOutput: { own.number = $0 }))
      }
    ),
    ("map", { source, own in CheckedPublisher(source.map { $0 + own.number }) }),
    ("filter", { source, own in CheckedPublisher(source.filter { $0 > own.number }) }),
    (
      "mapError",
      { source, own in
        CheckedPublisher(source.mapError { FuzzError(code: $0.code + own.number) })
      }
    ),
    (
      "deferred",
      { source, own in
        CheckedPublisher(
          Deferred { () -> CheckedPublisher in
            own.number = 1
            return source
          })
      }
    ),
  ]

  private static let buildsOfCancelled: [(String, Build)] = [
    (
      "append",
      { source, own in
        CheckedPublisher(
          source.append(Deferred { Just(own.number) }.setFailureType(to: FuzzError.self)))
      }
    )
  ]
}
