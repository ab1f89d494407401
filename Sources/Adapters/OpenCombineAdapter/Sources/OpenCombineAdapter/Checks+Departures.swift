@preconcurrency import OpenCombine
import RxFuzzKit

/// Where one publisher follows another, or comes of an element, who cancels cancels that one, too; and they follow in their order.
final class DepartureRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  private var faults = CheckedFaults()

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for (name, build) in Self.builds {
      let inner = CheckedSource([], nil, sendsAtOnce: false)
      let subscriber = CheckedSubscriber()
      build(CheckedPublisher(inner)).subscribe(subscriber)
      if inner.connections.isEmpty { faults.add(.sub1, "\(name) does not subscribe what follows") }
      subscriber.cancel()
      if !inner.isLetGo { faults.add(.disp5, "\(name) keeps what follows after a cancellation") }
    }
    replace()
    wait()
    subscribeLater()
  }

  func fault() -> LibraryCheckFault? { faults.fault }

  private typealias Build = (CheckedPublisher) -> CheckedPublisher
  private static let failing = CheckedPublisher(Fail(error: FuzzError(code: 1)))
  private static let empty = CheckedPublisher(Empty())

  private static var builds: [(String, Build)] {
    var all: [(String, Build)] = [
      ("append", { CheckedPublisher(empty.append($0)) }),
      ("prepend", { CheckedPublisher($0.prepend(empty)) }),
      (
        "flatMap",
        { inner in CheckedPublisher(CheckedOperators.numbers(1).flatMap { _ in inner }) }
      ),
      (
        "flatMap of one",
        { inner in
          CheckedPublisher(
            CheckedOperators.numbers(1, 2).flatMap(maxPublishers: .max(1)) { _ in inner })
        }
      ),
    ]
    #if HAS_CATCH
      all += [
        ("catch", { inner in CheckedPublisher(failing.catch { _ in inner }) }),
        (
          "tryCatch",
          { inner in CheckedOperators.plain(failing.tryCatch { _ throws in inner }) }
        ),
      ]
    #endif
    #if HAS_SWITCHTOLATEST
      all.append(
        (
          "switchToLatest",
          { inner in
            CheckedPublisher(
              CheckedOperators.numbers(1, 2).map { _ in inner }.switchToLatest())
          }
        ))
    #endif
    return all
  }

  private func expect(_ name: String, _ got: String, _ due: String) {
    if got != due { faults.add(.val1, "\(name): \(got) instead of \(due)") }
  }

  /// The latest one takes the place of the one before it, also behind the end of the outer one.
  private func replace() {
    #if HAS_SWITCHTOLATEST
      let outer = PassthroughSubject<CheckedPublisher, FuzzError>()
      let first = CheckedSource([], nil, sendsAtOnce: false)
      let second = PassthroughSubject<Int, FuzzError>()
      let subscriber = CheckedSubscriber()
      outer.switchToLatest().subscribe(subscriber)
      outer.send(CheckedPublisher(first))
      outer.send(CheckedPublisher(second))
      if !first.isLetGo { faults.add(.disp5, "switchToLatest keeps what was replaced") }
      second.send(1)
      outer.send(completion: .finished)
      second.send(2)
      second.send(completion: .finished)
      expect("switchToLatest, one behind the other", subscriber.text, "1 2 .")
    #endif
  }

  /// Others wait for their turn, and follow in order.
  private func wait() {
    let subjects = (0..<3).map { _ in PassthroughSubject<Int, FuzzError>() }
    var begun: [Int] = []
    let subscriber = CheckedSubscriber()
    CheckedOperators.numbers(0, 1, 2).flatMap(maxPublishers: .max(1)) { number in
      subjects[number].handleEvents(receiveSubscription: { _ in begun.append(number) })
    }.subscribe(subscriber)
    for (number, subject) in subjects.enumerated() {
      subject.send(number)
      subject.send(completion: .finished)
    }
    expect(
      "publishers that wait for their turn", "\(subscriber.text) \(begun)", "0 1 2 . [0, 1, 2]")
  }

  /// The end of the outer one waits for an inner one whose subscription is to come.
  private func subscribeLater() {
    let scheduler = CheckedScheduler()
    let subject = PassthroughSubject<Int, FuzzError>()
    let subscriber = CheckedSubscriber()
    CheckedOperators.numbers(1).flatMap { _ in subject.subscribe(on: scheduler) }
      .subscribe(subscriber)
    scheduler.pass(1)
    subject.send(1)
    subject.send(completion: .finished)
    scheduler.pass(1)
    expect("flatMap of what is subscribed later", subscriber.text, "1 .")
  }
}
