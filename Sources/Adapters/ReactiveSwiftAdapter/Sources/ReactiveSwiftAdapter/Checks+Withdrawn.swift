import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// What a scheduler has to do still when who waits for it leaves: none of it comes.
extension CheckedCases {
  static let departuresInTime: [Case] = [
    withdrawn("observe(on:)") { $0.observe(on: $1) },
    withdrawn("lazyMap") { $0.lazyMap(on: $1) { $0 } },
    withdrawn("debounce") { $0.debounce(0, on: $1, discardWhenCompleted: false) },
    withdrawn("throttle") { $0.throttle(0, on: $1) },
    withdrawn("collect(every:)") {
      $0.collect(every: .seconds(0), on: $1).map(\.count)
    },
    withdrawn("start(on:)") { $0.start(on: $1) },
    withdrawn("observe(on:), taken from") { $0.observe(on: $1).map { $0 + 1 }.take(first: 5) },
  ]

  /// What versions from 6.7 to 7.2.1 fail at; on its own, so that it does not stand in the finding of others.
  static let departuresOfDelays: [Case] = [
    withdrawn("delay") { $0.delay(0, on: $1) },
    withdrawn("delay, taken from") { $0.delay(0, on: $1).map { $0 + 1 }.take(first: 5) },
  ]

  /// An element that waits, and work that is due at the same moment, when who has started it disposes: only its end may come.
  private static func withdrawn(
    _ name: String, _ build: @escaping @Sendable (Producer, CheckedScheduler) -> Producer
  ) -> Case {
    Case("\(name), left", "no element") {
      let scheduler = CheckedScheduler()
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      let log = CheckedLog()
      let start = build(Producer(signal), scheduler).start { log.note($0) }
      input.send(value: 1)
      input.send(value: 2)
      start.dispose()
      scheduler.pass(5)
      let elements = log.text.split(separator: " ").filter { Int($0) != nil }
      return elements.isEmpty ? "no element" : elements.joined(separator: " ")
    }
  }

  /// What an application relies on where it says nothing.
  static let qualities: [Case] = [
    Case("the quality of service of a scheduler that names none", "true") {
      "\(QueueScheduler(name: "rxfuzz.case").queue.qos == .unspecified)"
    }
  ]
}

/// Who is told something may wait for another thread that calls the same object: no lock is held meanwhile.
final class CalledOutsideRun: LibraryCheckRun {
  /// The end of a replay that is over, and a clock that has been advanced.
  static let ways = 2
  private let way: Int
  private let faults = RxFuzzKit.CheckedFaults()

  init(_ way: Int) { self.way = way }

  func perform(queue: Int) {
    // It fails each time or never, and a thread that waits for ever stays.
    guard queue == 0, CheckedTurns.take("calledOutside \(way)") else { return }
    if way == 1 { startAtTheEnd() } else { scheduleElsewhere() }
  }

  func fault() -> LibraryCheckFault? { faults.first }

  private func startAtTheEnd() {
    let replay = Producer([1]).replayLazily(upTo: 1)
    replay.start()
    replay.startWithCompleted { [self] in
      let hasStarted = happens { replay.start() }
      faults.expect(
        hasStarted, .live1, "a replay cannot be started while somebody is told its end")
    }
  }

  private func scheduleElsewhere() {
    let scheduler = TestScheduler()
    scheduler.advance(by: .seconds(1))
    let isScheduled = happens { scheduler.schedule {} }
    faults.expect(
      isScheduled, .live1, "nothing can be scheduled from another thread once a clock was advanced")
  }

  /// Whether another thread comes to its end while this one waits.
  private func happens(_ act: @escaping () -> Void) -> Bool {
    let (call, done) = (CheckedBox(act), CheckedLog())
    Thread.detachNewThread {
      call.value()
      done.note("1")
    }
    return CheckedWait.until { done.count == 1 }
  }
}
