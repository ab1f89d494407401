@preconcurrency import OpenCombine
import RxFuzzKit

/// Operators that depend on a clock, with a clock that a check sets: what they send, when, and that a cancelled one sends no more and
/// leaves no timer behind.
final class TimeRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  /// What is done: elements, ends, and time that passes.
  enum Step: Sendable {
    case send(Int)
    case finish
    case fail
    case cancel
    case pass(Int)
  }

  struct Case: Sendable {
    let name: String
    let steps: [Step]
    /// Elements with the time at which they came, and the end.
    let due: String
    let build: @Sendable (CheckedPublisher, CheckedScheduler) -> CheckedPublisher
    init(
      _ name: String, _ steps: [Step], _ due: String,
      _ build: @escaping @Sendable (CheckedPublisher, CheckedScheduler) -> CheckedPublisher
    ) { (self.name, self.steps, self.due, self.build) = (name, steps, due, build) }
  }

  private var faults = CheckedFaults()

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for one in Self.cases.joined() { run(one) }
  }

  func fault() -> LibraryCheckFault? { faults.fault }

  private func run(_ one: Case) {
    let scheduler = CheckedScheduler()
    let subject = PassthroughSubject<Int, FuzzError>()
    var log: [String] = []
    var isLetGo = false
    let source = CheckedPublisher(
      subject.handleEvents(
        receiveCompletion: { _ in isLetGo = true }, receiveCancel: { isLetGo = true }))
    let subscription = one.build(source, scheduler).sink(
      receiveCompletion: { end in
        let word: String
        if case .failure(let error) = end { word = "!\(error.code)" } else { word = "." }
        log.append("\(word)@\(scheduler.now.milliseconds)")
      },
      receiveValue: { log.append("\($0)@\(scheduler.now.milliseconds)") })
    // Another one asks for one element only.
    let sparing = DemandingSubscriber(first: 1, answer: 0, isAlone: true)
    one.build(CheckedPublisher(subject), scheduler).subscribe(sparing)
    for step in one.steps {
      switch step {
      case .send(let element): subject.send(element)
      case .finish: subject.send(completion: .finished)
      case .fail: subject.send(completion: .failure(FuzzError(code: 7)))
      case .cancel:
        subscription.cancel()
        sparing.cancel()
      case .pass(let milliseconds): scheduler.pass(milliseconds)
      }
    }
    // All that is left to do is done, and nothing of it is a timer that goes on.
    scheduler.pass(100)
    let text = log.joined(separator: " ")
    if text != one.due {
      return faults.add(.val1, "\(one.name) sends \(text) instead of \(one.due)")
    }
    if let fault = sparing.seen.fault { return faults.add(.val1, "\(fault), \(one.name)") }
    sparing.cancel()
    scheduler.pass(100)
    let isOver = one.steps.contains { step in
      switch step {
      case .cancel, .finish, .fail: true
      case .send, .pass: false
      }
    }
    if isOver || text.contains("!") {
      if !isLetGo { return faults.add(.disp5, "\(one.name) keeps its source") }
      if !scheduler.isIdle { return faults.add(.time1, "\(one.name) leaves a timer") }
    }
    subscription.cancel()
  }

  private typealias Build = @Sendable (CheckedPublisher, CheckedScheduler) -> CheckedPublisher

  /// Those of one operator stand together.
  private static let cases: [[Case]] = moving + pausing

  private static let moving: [[Case]] = [
    {
      let build: Build = { CheckedPublisher($0.receive(on: $1)) }
      return [
        Case("receive(on:)", [.send(1), .send(2), .pass(0), .finish], "1@0 2@0 .@0", build),
        Case("receive(on:) of a failure", [.send(1), .fail], "1@0 !7@0", build),
        Case("receive(on:), cancelled", [.send(1), .cancel], "", build),
      ]
    }(),
    {
      let build: Build = { CheckedPublisher($0.subscribe(on: $1)) }
      return [
        Case("subscribe(on:)", [.pass(0), .send(1), .finish], "1@0 .@0", build),
        Case(
          "subscribe(on:), cancelled", [.pass(0), .send(1), .cancel, .pass(1), .send(2)], "1@0",
          build),
        Case("subscribe(on:), later", [.pass(5), .send(1), .fail], "1@5 !7@5", build),
      ]
    }(),
    {
      let build: Build = { CheckedPublisher($0.delay(for: .milliseconds(10), scheduler: $1)) }
      return [
        Case("delay", [.send(1), .pass(9), .send(2), .finish], "1@10 2@19 .@19", build),
        Case("delay of a failure", [.send(1), .fail], "1@10 !7@10", build),
        Case("delay, cancelled", [.send(1), .pass(5), .cancel], "", build),
      ]
    }(),
    {
      let build: Build = {
        CheckedPublisher($0.measureInterval(using: $1).map { $0.milliseconds })
      }
      return [
        Case(
          "measureInterval", [.pass(5), .send(1), .pass(7), .send(2), .finish], "5@5 7@12 .@12",
          build)
      ]
    }(),
  ]

  private static var pausing: [[Case]] {
    var all: [[Case]] = []
    #if HAS_DEBOUNCE
      let debounced: Build = {
        CheckedPublisher($0.debounce(for: .milliseconds(10), scheduler: $1))
      }
      all.append([
        Case(
          "debounce", [.send(1), .pass(5), .send(2), .pass(15), .send(3), .pass(10)], "2@15 3@30",
          debounced),
        Case("debounce, ended", [.send(1), .pass(15), .send(2), .finish], "1@10 .@15", debounced),
        Case("debounce of a failure", [.send(1), .fail], "!7@0", debounced),
        Case("debounce, cancelled", [.send(1), .pass(5), .cancel], "", debounced),
      ])
    #endif
    #if HAS_THROTTLE
      let latest: Build = {
        CheckedPublisher($0.throttle(for: .milliseconds(10), scheduler: $1, latest: true))
      }
      let first: Build = {
        CheckedPublisher($0.throttle(for: .milliseconds(10), scheduler: $1, latest: false))
      }
      let steps: [Step] = [.send(1), .pass(2), .send(2), .send(3), .pass(20), .send(4), .pass(5)]
      all.append([
        Case("throttle to the latest", steps, "1@0 3@10 4@22", latest),
        Case("throttle to the first", steps, "1@0 2@10 4@22", first),
        Case("throttle, ended", [.send(1), .pass(2), .finish], "1@0 .@2", latest),
        Case("throttle, cancelled", [.send(1), .pass(2), .send(2), .cancel], "1@0", latest),
      ])
    #endif
    #if HAS_TIMEOUT
      let limited: Build = {
        CheckedPublisher(
          $0.timeout(.milliseconds(10), scheduler: $1, customError: { FuzzError(code: 5) }))
      }
      all.append([
        Case("timeout", [.send(1), .pass(9), .send(2), .pass(9)], "1@0 2@9 !5@19", limited),
        Case("timeout of nothing", [.pass(20)], "!5@10", limited),
        Case("timeout, ended", [.send(1), .pass(5), .finish], "1@0 .@5", limited),
        Case("timeout of a failure", [.pass(5), .fail], "!7@5", limited),
        Case("timeout, cancelled", [.send(1), .pass(5), .cancel], "1@0", limited),
      ])
    #endif
    return all
  }
}
