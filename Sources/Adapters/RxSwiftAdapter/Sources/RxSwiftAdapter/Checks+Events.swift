import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// What an event says of itself, and what observers and handlers make of it.
enum EventCases {
  static let all: [CaseRun.Case] = [asked, mapped, observed, erased, insideEnd]

  private static let message = "an event says something else than it is"

  private static func asked(_ faults: CheckedFaults) {
    let error = FuzzError(code: 1)
    let (next, failed, completed) = (Event.next(7), Event<Int>.error(error), Event<Int>.completed)
    faults.expect(
      !next.isStopEvent && failed.isStopEvent && completed.isStopEvent, .val1, message)
    faults.expect(
      !next.isCompleted && !failed.isCompleted && completed.isCompleted, .val1, message)
    faults.expect(
      next.element == 7 && failed.element == nil && completed.element == nil, .val1, message)
    faults.expect(
      next.error == nil && (failed.error as? FuzzError)?.code == 1 && completed.error == nil, .val1,
      message)
    faults.expect(
      [next, failed, completed].map(\.debugDescription)
        == ["next(7)", "error(\(error))", "completed"], .val1, message)
  }

  private static func mapped(_ faults: CheckedFaults) {
    let add: (Int) throws -> Int = { $0 + 1 }
    let refuse: (Int) throws -> Int = { _ in throw FuzzError(code: 2) }
    faults.expect(Event.next(1).map(add).element == 2, .val1, message)
    faults.expect((Event.next(1).map(refuse).error as? FuzzError)?.code == 2, .err1, message)
    let failed = Event<Int>.error(FuzzError(code: 1))
    faults.expect((failed.map(refuse).error as? FuzzError)?.code == 1, .err1, message)
    faults.expect(Event<Int>.completed.map(refuse).isCompleted, .comp1, message)
  }

  /// Each event once, and nothing after an end.
  private static func observed(_ faults: CheckedFaults) {
    for end in [CheckedEnd.completion, .failure] {
      let (seen, whole) = (CheckedEvents(), CheckedEvents())
      let subject = PublishSubject<Int>()
      _ = subject.subscribe { event in
        if let element = event.element { whole.element(element) }
        if let error = event.error { whole.end(error) }
        if event.isCompleted { whole.end("completed") }
      }
      _ = subject.subscribe(AnyObserver<Int> { note($0, in: seen) })
      subject.onNext(1)
      if end == .completion { subject.onCompleted() } else { subject.onError(FuzzError(code: 1)) }
      subject.onNext(2)
      let expected = CheckedEvents.Seen(
        elements: [1], ends: [end == .completion ? "completed" : "error 1"])
      faults.expect(
        seen.all == expected && whole.all == expected, .val1, "an observer is told otherwise")
    }
  }

  private static func note(_ event: Event<Int>, in seen: CheckedEvents) {
    switch event {
    case .next(let element): seen.element(element)
    case .error(let error): seen.end(error)
    case .completed: seen.end("completed")
    }
  }

  private static func erased(_ faults: CheckedFaults) {
    let seen = CheckedEvents()
    let observer = AnyObserver<Int> { note($0, in: seen) }
    let mapped = observer.mapObserver { (text: String) throws -> Int in
      guard let number = Int(text) else { throw FuzzError(code: 3) }
      return number
    }
    observer.onNext(1)
    AnyObserver(observer).on(.next(2))
    observer.asObserver().onNext(3)
    mapped.onNext("4")
    mapped.onNext("four")
    mapped.onError(FuzzError(code: 1))
    mapped.onCompleted()
    faults.expect(
      seen.all == .init(elements: [1, 2, 3, 4], ends: ["error 3", "error 1", "completed"]), .val1,
      "an observer is told otherwise")
  }

  /// What comes while an end is told is too late.
  private static func insideEnd(_ faults: CheckedFaults) {
    for isError in [false, true] {
      let (seen, source) = (CheckedEvents(), CheckedState<AnyObserver<Int>?>(nil))
      let whole = Observable<Int>.create { observer in
        source.withLock { $0 = observer }
        return Disposables.create()
      }
      let again: @Sendable () -> Void = {
        let observer = source.withLock { $0 }
        observer?.onNext(9)
        observer?.onError(FuzzError(code: 2))
        observer?.onCompleted()
      }
      _ = whole.subscribe(
        onNext: { seen.element($0) },
        onError: { error in
          seen.end(error)
          again()
        },
        onCompleted: {
          seen.end("completed")
          again()
        })
      let observer = source.withLock { $0 }
      observer?.onNext(1)
      if isError { observer?.onError(FuzzError(code: 1)) } else { observer?.onCompleted() }
      source.withLock { $0 = nil }
      let ends = [isError ? "error 1" : "completed"]
      faults.expect(
        seen.all == .init(elements: [1], ends: ends), .term1,
        "an observer is told of more than one end")
    }
  }
}
