@preconcurrency import OpenCombine
import RxFuzzKit

/// Each two calls of one object at the same time. Under control a lock that is not taken shows as a data race, and one that
/// is held while something is called that takes it again as a deadlock; afterwards the object must still be what it was.
final class PairRun: LibraryCheckRun {
  typealias Call = @Sendable () -> Void
  /// The two calls of one pair meet in few of them.
  static let schedules = 24

  /// Calls of an object as new, and what is wrong with it when two of them have been made.
  struct Object: Sendable {
    let calls: [Call]
    let fault: @Sendable () -> LibraryCheckFault?

    init(_ calls: [Call], fault: @escaping @Sendable () -> LibraryCheckFault? = { nil }) {
      (self.calls, self.fault) = (calls, fault)
    }
  }

  private let calls: [Call]
  private let object: Object

  init(_ object: Object, _ way: Int) {
    self.object = object
    let calls = object.calls
    let pairs = calls.indices.flatMap { first in (first..<calls.count).map { (first, $0) } }
    let (first, second) = pairs[(way - 1) % pairs.count]
    self.calls = [calls[first], calls[second]]
  }

  func perform(queue: Int) { calls[queue]() }
  func fault() -> LibraryCheckFault? { object.fault() }
}

extension LibraryCheck {
  /// One way for each two of the calls of an object, a call with itself too.
  fileprivate init(
    pairsOf name: String, _ count: Int, _ object: @escaping @Sendable () -> PairRun.Object
  ) {
    self.init(
      name, ways: count * (count + 1) / 2, staysInCalls: true, schedules: PairRun.schedules
    ) { way in
      let object = object()
      precondition(object.calls.count == count, "\(name) has \(object.calls.count) calls")
      return PairRun(object, way)
    }
  }
}

/// The objects that threads share by themselves, outside of any graph.
enum PairedCalls {
  static let all: [LibraryCheck] = [
    LibraryCheck(pairsOf: "passthroughPair", 6) { subject(PassthroughSubject<Int, FuzzError>()) },
    LibraryCheck(pairsOf: "valuePair", 6) { subject(CurrentValueSubject<Int, FuzzError>(0)) },
    LibraryCheck(pairsOf: "currentPair", 4, value),
    LibraryCheck(pairsOf: "futurePair", 5, future),
    LibraryCheck(pairsOf: "publishedPair", 5, published),
    LibraryCheck(pairsOf: "sequencePair", 3, sequence),
    LibraryCheck(pairsOf: "identifierPair", 2, identifiers),
  ]

  /// What a subscriber has seen, where it is what no subscriber may see.
  private static func fault(of subscriber: DemandingSubscriber) -> LibraryCheckFault? {
    subscriber.seen.fault.map { LibraryCheckFault(.val1, $0) }
  }

  /// One end, one who asks; who subscribes meanwhile may see the end first, and so is not looked at.
  private static func subject<Source: Subject & Sendable>(_ subject: Source) -> PairRun.Object
  where Source.Output == Int, Source.Failure == FuzzError {
    let subscriber = DemandingSubscriber(first: 2, answer: 0, isRacedByEnds: true)
    subject.subscribe(subscriber)
    return PairRun.Object(
      [
        { subject.send(1) }, { subject.send(completion: .finished) },
        { subject.send(completion: .failure(FuzzError(code: 7))) }, { subscriber.ask(1) },
        { subscriber.cancel() },
        { subject.subscribe(CheckedSubscriber()) },
      ], fault: { fault(of: subscriber) })
  }

  @Sendable private static func value() -> PairRun.Object {
    let subject = CurrentValueSubject<Int, FuzzError>(0)
    let subscriber = DemandingSubscriber(first: 9, answer: 0, isRacedByEnds: true)
    subject.subscribe(subscriber)
    return PairRun.Object(
      [
        { subject.value = 1 }, { subject.send(2) }, { _ = subject.value },
        { subject.send(completion: .finished) },
      ], fault: { fault(of: subscriber) })
  }

  @Sendable private static func future() -> PairRun.Object {
    let promise = PromiseFeed()
    let subscriber = DemandingSubscriber(first: 0, answer: 0)
    promise.future.subscribe(subscriber)
    return PairRun.Object(
      [
        { promise.next(1) }, { promise.error(FuzzError(code: 7)) }, { subscriber.ask(1) },
        { subscriber.cancel() }, { promise.future.subscribe(CheckedSubscriber()) },
      ],
      fault: {
        if let fault = fault(of: subscriber) { return fault }
        return subscriber.seen.got < 2
          ? nil : LibraryCheckFault(.val1, "a future gives two elements")
      })
  }

  @Sendable private static func published() -> PairRun.Object {
    let variable = PublishedVariable(0)
    let subscriber = DemandingSubscriber(first: 9, answer: 0)
    // From here on it is the publisher that guards the variable.
    let publisher = variable.$token
    publisher.setFailureType(to: FuzzError.self).subscribe(subscriber)
    return PairRun.Object(
      [
        { variable.token = 1 }, { _ = variable.token }, { subscriber.cancel() },
        { publisher.setFailureType(to: FuzzError.self).subscribe(CheckedSubscriber()) },
        { variable.token = 2 },
      ], fault: { fault(of: subscriber) })
  }

  @Sendable private static func sequence() -> PairRun.Object {
    let subscriber = DemandingSubscriber(first: 0, answer: 0)
    CheckedOperators.numbers(1, 2, 3).subscribe(subscriber)
    return PairRun.Object(
      [{ subscriber.ask(1) }, { subscriber.ask(2) }, { subscriber.cancel() }],
      fault: { fault(of: subscriber) })
  }

  /// No two are the same.
  @Sendable private static func identifiers() -> PairRun.Object {
    let log = SchedulerLog()
    let make: @Sendable () -> Void = {
      for _ in 0..<4 { log.note(CombineIdentifier().hashValue) }
    }
    return PairRun.Object(
      [make, make],
      fault: {
        Set(log.all).count == log.all.count
          ? nil : LibraryCheckFault(.val1, "two identifiers are the same")
      })
  }
}
