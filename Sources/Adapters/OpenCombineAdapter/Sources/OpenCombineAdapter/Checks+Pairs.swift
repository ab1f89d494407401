@preconcurrency import OpenCombine
import RxFuzzKit

/// The objects that threads share by themselves, outside of any graph.
enum PairedCalls {
  /// The two calls of one pair meet in few of them.
  private static let schedules = 24

  static let all: [LibraryCheck] = [
    LibraryCheck(pairsOf: "passthroughPair", 6, schedules: schedules) {
      subject(PassthroughSubject<Int, FuzzError>())
    },
    LibraryCheck(pairsOf: "valuePair", 6, schedules: schedules) {
      subject(CurrentValueSubject<Int, FuzzError>(0))
    },
    LibraryCheck(pairsOf: "currentPair", 4, schedules: schedules, value),
    LibraryCheck(pairsOf: "futurePair", 5, schedules: schedules, future),
    LibraryCheck(pairsOf: "publishedPair", 5, schedules: schedules, published),
    LibraryCheck(pairsOf: "sequencePair", 3, schedules: schedules, sequence),
    LibraryCheck(pairsOf: "identifierPair", 2, schedules: schedules, identifiers),
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
