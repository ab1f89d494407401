import CScheduleRuntime
import RxFuzzKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the toy library does wrong, and when: read from the environment, for example
/// `TESTBED_FAULT=crash:600` for a crash at the 600th subscription of a process.
enum PlannedFault: String {
  /// Traps with a message.
  case crash
  /// Never returns.
  case hang
  /// Computes for ever.
  case spin
  /// Ends the process as if all were well.
  case exit
  /// Ends the process by the signal that nothing can catch.
  case kill
  /// Has no scheduler at all.
  case bare
  /// Runs what is scheduled at once instead of on its queue.
  case stray
  /// Traps in its scheduler.
  case schedule
  /// Never returns from its scheduler.
  case halt
  /// Computes for ever in its scheduler.
  case whirl
  /// Traps in a rule, at the judged trace of that number.
  case judge
  /// Ends as the C library does when it finds its heap broken, in a rule at the judged trace of that number.
  case heap
  /// Reads an address that is none, in a rule at the judged trace of that number.
  case astray
  /// Calls itself without end, in a rule at the judged trace of that number.
  case deep
  /// Has a flag that answers wrongly, and after that traps when it is asked what it promises.
  case promise
  /// Traps in every process at once.
  case start
  /// Writes nonsense wherever a descriptor may be the message pipe.
  case garbage
  /// Writes more to standard error than anyone keeps.
  case flood
  /// Delivers a second terminal event.
  case twice
  /// Delivers a second terminal event where a schedule is controlled, and nowhere else.
  case steered
  /// Traps when a disposal comes in the middle of a delivery, at every subscription from that one on.
  case tear
  /// Swallows an element of every third subscription.
  case waver
  /// Takes long for each subscription.
  case slow
  /// Takes memory at each subscription and never gives it back.
  case hoard
  /// Has checks that never end.
  case linger
  /// Hands each element over through a block of memory, and makes no mistake.
  case tidy
  /// Reads that block when it is freed already.
  case late
  /// Reads another one, which nobody has written yet.
  case fresh
  /// Frees it twice.
  case again
  /// Writes to it when it is freed already.
  case afterwards

  static let current: (fault: PlannedFault, after: Int)? = {
    guard let text = getenv("TESTBED_FAULT") else { return nil }
    let parts = String(cString: text).split(separator: ":")
    guard parts.count == 2, let fault = PlannedFault(rawValue: String(parts[0])),
      let after = Int(parts[1])
    else { return nil }
    return (fault, after)
  }()

  private static let subscriptions = Atomic<Int>(0)

  /// Whether a subscription breaks where it is disposed in the middle of a delivery.
  static var tears: Bool {
    guard let (fault, after) = current, fault == .tear else { return false }
    return subscriptions.load(ordering: .relaxed) >= after
  }

  /// Whether the subscription made last swallows an element.
  static var wavers: Bool {
    guard let (fault, _) = current, fault == .waver else { return false }
    return subscriptions.load(ordering: .relaxed) % 3 == 0
  }

  /// The fault if it is one of a block of memory, or none at all of that kind.
  static let ofMemory: PlannedFault? = current.flatMap { planned in
    switch planned.fault {
    case .tidy, .late, .fresh, .again, .afterwards: planned.fault
    default: nil
    }
  }

  /// Called at each subscription; returns whether that subscription shall deliver twice.
  static func subscribed() -> Bool {
    guard let (fault, after) = current else { return false }
    let count = subscriptions.wrappingAdd(1, ordering: .relaxed).newValue
    if fault == .twice { return count >= after }
    if fault == .steered { return csr_explore_is_controlled() }
    if fault == .slow { usleep(20_000) }
    if fault == .hoard, count >= after { hoard() }
    if count == after { fault.happen() }
    return false
  }

  private static let traces = Atomic<Int>(0)

  /// Called for each trace that is judged.
  static func judged() {
    guard let (fault, after) = current, [.judge, .heap, .astray, .deep].contains(fault) else {
      return
    }
    let count = traces.wrappingAdd(1, ordering: .relaxed).newValue
    guard count == after else { return }
    if fault == .judge { fatalError("the rule breaks") }
    if fault == .astray { _ = UnsafePointer<Int>(bitPattern: 64)?.pointee.nonzeroBitCount }
    if fault == .deep { _ = fall(after) }
    let words = Array("malloc(): unaligned tcache chunk detected\n".utf8)
    _ = write(STDERR_FILENO, words, words.count)
    abort()
  }

  /// Takes all of the stack.
  @inline(never)
  private static func fall(_ depth: Int) -> Int {
    depth < 0 ? 0 : fall(depth + 1) + traces.load(ordering: .relaxed)
  }

  private static let answers = Atomic<Int>(0)

  /// Whether the library has a flag that is raced on its own.
  static var hasFlag: Bool { current?.fault == .promise }

  /// Whether the library has checks.
  static var lingers: Bool { current?.fault == .linger }

  /// Called for each answer of the flag.
  static func answered() { answers.wrappingAdd(1, ordering: .relaxed) }

  /// Called whenever somebody asks what the library promises.
  static func promised() {
    guard hasFlag, answers.load(ordering: .relaxed) > 0 else { return }
    fatalError("the promise breaks")
  }

  private static let actions = Atomic<Int>(0)

  /// Called for each action that is scheduled; returns whether it shall run at once.
  static func scheduled() -> Bool {
    guard let (fault, after) = current else { return false }
    if fault == .schedule || fault == .halt || fault == .whirl,
      actions.wrappingAdd(1, ordering: .relaxed).newValue == after
    {
      if fault == .schedule { fatalError("the scheduler breaks") }
      (fault == .halt ? Self.hang : Self.spin).happen()
    }
    return fault == .stray
  }

  private func happen() {
    switch self {
    case .crash: fatalError("the toy breaks")
    case .hang: Self.waitForEver()
    case .spin: Self.spinForEver()
    case .exit: Self.end(0)
    case .kill: _ = Self.signal(SIGKILL)
    case .garbage: garbage()
    case .flood: flood()
    case .start, .twice, .steered, .tear, .waver, .slow, .hoard, .judge, .heap, .astray, .deep,
      .stray, .schedule, .halt, .whirl, .bare, .promise, .linger, .tidy, .late, .fresh, .again,
      .afterwards:
      break
    }
  }

  static func waitForEver() { while true { usleep(1_000_000) } }
  static func spinForEver() { while spins.load(ordering: .relaxed) {} }
  private static let spins = Atomic<Bool>(true)

  private static func end(_ status: Int32) -> Never { _exit(status) }
  private static func signal(_ number: Int32) -> Int32 { raise(number) }

  private func garbage() {
    let nonsense = Array("rxfuzz finding 12 7\nrxfuzz\u{0} done \u{1B}[2J no line end".utf8)
    for descriptor: Int32 in 3...40 where descriptor != 3 && isatty(descriptor) == 0 {
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { continue }
      _ = write(descriptor, nonsense, nonsense.count)
    }
  }

  /// Four kibibytes, written to, so that they are really taken.
  private static func hoard() {
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: 4_096, alignment: 16)
    memset(bytes, 1, 4_096)
  }

  private func flood() {
    let line = Array((String(repeating: "x", count: 127) + "\n").utf8)
    for _ in 0..<8_192 { _ = write(STDERR_FILENO, line, line.count) }
  }
}
