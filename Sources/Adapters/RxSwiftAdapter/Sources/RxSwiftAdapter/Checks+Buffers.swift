import Foundation
import RxFuzzKit
@preconcurrency import RxSwift

/// Elements that wait, few and many: they come once, in their order, and are held no longer than they have to.
enum BufferCases {
  static let all: [CaseRun.Case] = [
    handedOver, handedOverWhole, handedOverAgain, handedOverInVain, paired, kept, replayed, delayed,
    inTurn,
    heldWhileWaiting,
  ]

  /// Around the sizes at which buffers grow or move.
  private static let counts = [0, 1, 2, 15, 16, 17, 33, 63, 64, 65, 66, 129, 200]
  private static let many = 4_200
  private static let message = "elements that wait do not come once, in their order"
  private static let keeps = "an element that has gone through is held"

  private static func handedOver(_ faults: CheckedFaults) {
    for count in counts + [many] {
      let (subject, clock, seen) = (
        PublishSubject<Int>(), CheckedClock(),
        CheckedState<[Int]>([])
      )
      let ends = CheckedEvents()
      let subscription = subject.observe(on: clock).subscribe(
        onNext: { element in seen.withLock { $0.append(element) } },
        onCompleted: { ends.end("completed") })
      for element in 0..<count { subject.onNext(element) }
      clock.start()
      for element in count..<(count + 3) { subject.onNext(element) }
      subject.onCompleted()
      clock.start()
      let all = seen.withLock { $0 }
      faults.expect(all == Array(0..<(count + 3)), .val1, message)
      faults.expect(ends.all.ends == ["completed"], .comp1, message)
      withExtendedLifetime(subscription) {}
    }
  }

  /// Objects are handed over and let go once, many at a time, too.
  private static func handedOverWhole(_ faults: CheckedFaults) {
    for count in [17, many] {
      let (subject, clock, lives) = (
        PublishSubject<CheckedLife>(),
        CheckedClock(), CheckedLives()
      )
      let subscription = subject.observe(on: clock).subscribe(onNext: { _ in })
      for _ in 0..<2 {
        for _ in 0..<count { subject.onNext(CheckedLife(lives)) }
        clock.start()
        faults.expect(lives.areOver, .leak1, keeps)
      }
      faults.expect(lives.opens == 2 * count, .val1, message)
      withExtendedLifetime(subscription) {}
    }
  }

  /// More comes while some is handed over.
  private static func handedOverAgain(_ faults: CheckedFaults) {
    for count in [1, 17, 66] {
      let (subject, clock, seen) = (
        PublishSubject<Int>(), CheckedClock(),
        CheckedEvents()
      )
      let subscription = subject.observe(on: clock).subscribe(
        onNext: { element in
          seen.element(element)
          if element < count { subject.onNext(count + element) }
          if element == 2 * count - 1 { subject.onError(FuzzError(code: 1)) }
        }, onError: { seen.end($0) })
      for element in 0..<count { subject.onNext(element) }
      clock.start()
      faults.expect(
        seen.all == .init(elements: Array(0..<(2 * count)), ends: ["error 1"]), .val1, message)
      subscription.dispose()
    }
  }

  /// What waits for nobody any more is let go, and what comes afterwards, too.
  private static func handedOverInVain(_ faults: CheckedFaults) {
    for count in [1, 17, 66] {
      let (lives, clock, seen) = (
        CheckedLives(), CheckedClock(),
        CheckedEvents()
      )
      let subject = PublishSubject<CheckedLife>()
      let subscription = subject.observe(on: clock).subscribe(onNext: { _ in seen.element(1) })
      for _ in 0..<count { subject.onNext(CheckedLife(lives)) }
      subscription.dispose()
      faults.expect(lives.areOver, .leak1, keeps)
      subject.onNext(CheckedLife(lives))
      clock.start()
      faults.expect(lives.areOver && seen.all.elements.isEmpty, .leak1, keeps)
      withExtendedLifetime(subscription) {}
    }
  }

  private static func paired(_ faults: CheckedFaults) {
    for count in counts {
      let (first, second, seen) = (PublishSubject<Int>(), PublishSubject<Int>(), CheckedEvents())
      let subscription = Observable.zip(first, second) { $0 * 1_000 + $1 }
        .subscribe(onNext: { seen.element($0) })
      for element in 0..<count { first.onNext(element) }
      for element in 0..<count {
        second.onNext(element)
        first.onNext(count + element)
      }
      for element in count..<(2 * count) { second.onNext(element) }
      let expected = (0..<(2 * count)).map { $0 * 1_000 + $0 }
      faults.expect(seen.all.elements == expected, .val1, message)
      subscription.dispose()
    }
  }

  private static func kept(_ faults: CheckedFaults) {
    for count in [0, 1, 3, 70] {
      for total in [0, 1, 2, 3, 4, 69, 70, 71, 150, 220] {
        let (subject, seen) = (PublishSubject<Int>(), CheckedEvents())
        let subscription = subject.takeLast(count).subscribe(onNext: { seen.element($0) })
        for element in 0..<total { subject.onNext(element) }
        subject.onCompleted()
        faults.expect(seen.all.elements == (0..<total).suffix(count), .val1, message)
        subscription.dispose()
      }
    }
  }

  /// Who comes late is told the last ones, and the subject holds no more than those.
  private static func replayed(_ faults: CheckedFaults) {
    for count in [0, 1, 2, 3, 4, 70] {
      let subject = ReplaySubject<CheckedLife>.create(bufferSize: count)
      let (numbers, lives) = (CheckedState<[ObjectIdentifier]>([]), CheckedLives())
      for total in 1..<(3 * count + 4) {
        let life = CheckedLife(lives)
        numbers.withLock { $0.append(ObjectIdentifier(life)) }
        subject.onNext(life)
        let seen = CheckedState<[ObjectIdentifier]>([])
        subject.subscribe(onNext: { life in
          seen.withLock { $0.append(ObjectIdentifier(life)) }
        }).dispose()
        let expected = numbers.withLock { Array($0.suffix(count)) }
        faults.expect(seen.withLock { $0 } == expected, .subj1, message)
        withExtendedLifetime(life) {
          faults.expect(lives.count == max(1, min(count, total)), .leak1, keeps)
        }
      }
    }
  }

  private static func delayed(_ faults: CheckedFaults) {
    for count in counts {
      let (subject, clock, seen) = (
        PublishSubject<Int>(), CheckedClock(),
        CheckedEvents()
      )
      let subscription = subject.delay(.seconds(100), scheduler: clock)
        .subscribe(onNext: { seen.element($0) }, onCompleted: { seen.end("completed") })
      for element in 0..<count {
        subject.onNext(element)
        if element % 3 == 0 { clock.sleep(1) }
      }
      subject.onCompleted()
      clock.start()
      faults.expect(
        seen.all == .init(elements: Array(0..<count), ends: ["completed"]), .val1, message)
      subscription.dispose()
    }
  }

  private static func inTurn(_ faults: CheckedFaults) {
    for count in counts {
      let (outer, seen) = (PublishSubject<Observable<Int>>(), CheckedEvents())
      let first = PublishSubject<Int>()
      let subscription = outer.concat()
        .subscribe(onNext: { seen.element($0) }, onCompleted: { seen.end("completed") })
      outer.onNext(first)
      for element in 1..<(count + 1) { outer.onNext(Observable.of(element)) }
      outer.onCompleted()
      first.onNext(0)
      first.onCompleted()
      faults.expect(
        seen.all == .init(elements: Array(0..<(count + 1)), ends: ["completed"]), .val1, message)
      subscription.dispose()
    }
  }

  /// Only what waits is held.
  private static func heldWhileWaiting(_ faults: CheckedFaults) {
    let lives = CheckedLives()
    let (first, second, last) = (
      PublishSubject<CheckedLife>(), PublishSubject<CheckedLife>(), PublishSubject<CheckedLife>()
    )
    let subscriptions = [
      Observable.zip(first, second) { _, _ in 0 }.subscribe(),
      last.takeLast(3).map { _ in 0 }.subscribe(),
    ]
    for _ in 0..<70 { first.onNext(CheckedLife(lives)) }
    for number in 1..<71 {
      second.onNext(CheckedLife(lives))
      faults.expect(lives.count == 70 - number, .leak1, keeps)
    }
    for number in 1..<71 {
      last.onNext(CheckedLife(lives))
      faults.expect(lives.count == min(3, number), .leak1, keeps)
    }
    for subscription in subscriptions { subscription.dispose() }
    withExtendedLifetime(subscriptions) {}
  }
}
