import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the system has none left of for a process: a fault of its environment, and never one of the library.
public enum Exhaustion: UInt64, Hashable, Sendable, CaseIterable {
  case memory = 1
  case threads
  case descriptors

  /// What a run takes at least, at once: the stacks and heaps of its threads, the threads of its queues, and the files it
  /// reads about itself.
  private static let memoryBytes: UInt64 = 64 << 20
  private static let threadsAtOnce = 12
  private static let descriptorsAtOnce = 8
  /// What the system sets aside for the stack of a thread, as a rule.
  private static let stackBytes: UInt64 = 8 << 20
  /// What a process that runs already may want next.
  private static let memoryBytesNext: UInt64 = 8 << 20

  /// What is missing that a run cannot do without, or nil. To be asked before it begins.
  public static func beforeRun() -> Exhaustion? {
    missing(
      memoryBytes: memoryBytes, threads: threadsAtOnce, descriptors: descriptorsAtOnce)
  }

  /// What is missing for a process that gets nowhere, or nil.
  public static func now() -> Exhaustion? {
    missing(memoryBytes: memoryBytesNext, threads: 1, descriptors: 1)
  }

  /// What was missing where a schedule under control could not be run, so that nothing follows from it; nil where none was
  /// refused.
  public static func whileExploring() -> Exhaustion? {
    SystemReserve.hasRefusedSchedule ? now() ?? .memory : nil
  }

  /// From now on a crash of this process that finds no memory left is this, and no crash: it says so after `title` in one
  /// line, and exits. Does nothing where somebody else, such as a sanitizer, catches crashes. Call it once.
  public static func endProcess(title: String, code: Int32) {
    SystemReserve.exitWithoutMemory(
      saying: "\(title): \(Exhaustion.memory.words)\n", code: code)
  }

  private static func missing(
    memoryBytes: UInt64, threads: Int, descriptors: Int
  ) -> Exhaustion? {
    if !SystemReserve.hasMemory(memoryBytes) { return .memory }
    if !hasDescriptors(descriptors) { return .descriptors }
    if SystemReserve.hasThreads(threads) { return nil }
    // A thread is refused in the same words where there is no memory for its stack.
    return SystemReserve.hasMemory(UInt64(threads) * stackBytes) ? .threads : .memory
  }

  private static func hasDescriptors(_ count: Int) -> Bool {
    let made = (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    for descriptor in made where descriptor >= 0 { close(descriptor) }
    return !made.contains { $0 < 0 }
  }

  /// What the last words of a process say was missing, or nil where they say nothing of the kind. A library that asks for
  /// more memory than there can be is at fault itself, so that they count only where a bound is set.
  init?(lastWords text: String, isMemoryBound: Bool = limit(.memory) != nil) {
    let memory = ["Fatal error: failed to allocate ", "std::bad_alloc"]
    if isMemoryBound, memory.contains(where: { text.firstRange(of: $0) != nil }) {
      self = .memory
    } else if text.firstRange(of: "what():  Resource temporarily unavailable") != nil {
      self = .threads
    } else {
      return nil
    }
  }

  /// One line, with the bound that this process and its children have, where they have one.
  public var words: String {
    let limit = Self.limit(self)
    let (what, option, amount) =
      switch self {
      case .memory: ("memory", "v", limit.map { $0 / 1_024 })
      case .threads: ("thread", "u", limit)
      case .descriptors: ("file descriptor", "n", limit)
      }
    let bound = amount.map { " (ulimit -\(option) is \($0))" } ?? ""
    return "the system has no \(what) left for this run\(bound)"
  }

  private static func limit(_ which: Exhaustion) -> UInt64? {
    var bound = rlimit()
    #if canImport(Glibc)
      let number =
        switch which {
        case .memory: RLIMIT_AS
        case .threads: __RLIMIT_NPROC
        case .descriptors: RLIMIT_NOFILE
        }
      guard getrlimit(__rlimit_resource_t(number.rawValue), &bound) == 0 else { return nil }
    #else
      let number =
        switch which {
        case .memory: RLIMIT_AS
        case .threads: RLIMIT_NPROC
        case .descriptors: RLIMIT_NOFILE
        }
      guard getrlimit(number, &bound) == 0 else { return nil }
    #endif
    let value = UInt64(bound.rlim_cur)
    return value >= UInt64(Int64.max) ? nil : value
  }
}
