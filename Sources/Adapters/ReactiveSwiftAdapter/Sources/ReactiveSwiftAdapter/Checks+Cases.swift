@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Something that is done on one thread, and what is to come of it, in words.
struct CheckedCase: Sendable {
  let name: String
  let due: String
  let act: @Sendable () -> String

  init(_ name: String, _ due: String, _ act: @escaping @Sendable () -> String) {
    (self.name, self.due, self.act) = (name, due, act)
  }
}

/// Cases that are alike, told together.
final class CaseRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  private let cases: [CheckedCase]
  private var faults = CheckedFaults()

  init(_ cases: [CheckedCase]) { self.cases = cases }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for one in cases {
      let got = one.act()
      if got != one.due { faults.add(.val1, "\(one.name): \(got) instead of \(one.due)") }
    }
  }

  func fault() -> LibraryCheckFault? { faults.fault }
}

extension Checks {
  static let cases: [LibraryCheck] = [
    ("signals", CheckedCases.signals), ("replays", CheckedCases.replays),
    ("lifetimes", CheckedCases.lifetimes), ("properties", CheckedCases.properties),
    ("ofProperties", CheckedCases.ofProperties), ("bindings", CheckedCases.bindings),
    ("actions", CheckedCases.actions), ("validation", CheckedCases.validation),
    ("schedulers", CheckedCases.schedulers), ("effects", CheckedCases.effects),
    ("makers", CheckedCases.makers), ("heldActions", CheckedCases.heldActions),
    ("heldProperties", CheckedCases.heldProperties), ("heldBindings", CheckedCases.heldBindings),
    ("outlived", CheckedCases.outlived), ("departures", CheckedCases.departures),
    ("departuresOfSignals", CheckedCases.departuresOfSignals),
    ("races", CheckedCases.races), ("departuresInTime", CheckedCases.departuresInTime),
    ("departuresOfDelays", CheckedCases.departuresOfDelays),
    ("qualities", CheckedCases.qualities),
  ].map { name, cases in LibraryCheck(name, ways: 1) { _ in CaseRun(cases) } }
}

enum CheckedCases {
  typealias Case = CheckedCase

  /// What a signal says from now on.
  static func observe(_ signal: Signal<Int, FuzzError>) -> CheckedLog {
    let log = CheckedLog()
    signal.observe { log.note($0) }
    return log
  }

  static func observe(_ producer: SignalProducer<Int, Never>) -> CheckedLog {
    let log = CheckedLog()
    producer.promoteError(FuzzError.self).start { log.note($0) }
    return log
  }

  final class Owned {
    private let gone: CheckedLog
    init(_ gone: CheckedLog) { self.gone = gone }
    deinit { gone.note("gone") }
  }
}
