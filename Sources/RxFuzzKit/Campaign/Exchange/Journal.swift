import ScheduleKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What one worker is doing and has done, in pages of memory that parent and child both map.
///
/// The pages belong to a file without a name, so they outlive the child, whatever kills it, and leave
/// nothing behind when the parent itself is killed. The child writes, the parent reads.
///
/// Thread-safety: all members from any thread of either process; words are read and written one by one.
final class Journal: @unchecked Sendable {
  // Safety: `words` points to a mapping that lives as long as this object, and each word is an atomic.
  private let words: UnsafeMutablePointer<Atomic<UInt64>>
  private static let pageBytes = 4096
  private static let bytes = pageBytes + ScheduleJournal.bytes

  /// What the worker is about.
  enum Phase: UInt64, Sendable {
    /// The process comes up.
    case starting
    /// It waits for work.
    case waiting
    /// The scenario of a batch is drawn and made ready.
    case generating
    /// Graphs are built, raced and taken down: the library is at work.
    case racing
    /// What was recorded is held against the rules: only the tool itself is at work, but for what the library has left
    /// to real queues and timers.
    case judging

    /// Whether a batch is at hand.
    var hasBatch: Bool {
      switch self {
      case .starting, .waiting: false
      case .generating, .racing, .judging: true
      }
    }
  }

  /// Where in the work a worker is; a change of any part is progress.
  struct Position: Equatable, Sendable {
    var phase: Phase
    var unit: UInt64
    var batch: UInt64
    /// Iteration within the batch; never so large that adding it to another number could overflow.
    var iteration: UInt64
    /// Counts what is done beside iterations.
    var pulses: UInt64 = 0
  }

  /// Sums over the worker's life.
  struct Counters: Equatable, Sendable {
    var raced: UInt64 = 0
    var overlapped: UInt64 = 0
    var firstQueueFirst: UInt64 = 0
    var undecided: UInt64 = 0
    /// Schedules that were run under control and judged, and how long that took.
    var schedules: UInt64 = 0
    var exploredMicroseconds: UInt64 = 0
    /// The most points, and the most accesses of a schedule that were none.
    var points: UInt64 = 0
    var accessesPassed: UInt64 = 0
    /// Races of primitives on their own.
    var primitiveRaces: UInt64 = 0
    /// Largest resident size so far.
    var residentKibibytes: UInt64 = 0

    /// Longer than any run: thirty years.
    private static let microsecondsMax: UInt64 = 1 << 50

    /// Nothing was raced to its end, and nothing explored.
    var hasDoneNothing: Bool { raced == 0 && schedules == 0 }

    /// Whether a child of which these were the sums before can have come here. Any words may be asked: a child that
    /// breaks its memory writes what it likes.
    /// - Parameter bound: more than it can have raced or explored.
    func canFollow(_ last: Counters, bound: UInt64) -> Bool {
      guard raced <= bound, schedules <= bound, primitiveRaces <= bound else { return false }
      guard overlapped <= raced, firstQueueFirst <= raced, undecided <= raced + schedules else {
        return false
      }
      guard exploredMicroseconds <= Self.microsecondsMax else { return false }
      return raced >= last.raced && overlapped >= last.overlapped
        && firstQueueFirst >= last.firstQueueFirst && undecided >= last.undecided
        && schedules >= last.schedules && primitiveRaces >= last.primitiveRaces
        && exploredMicroseconds >= last.exploredMicroseconds
    }
  }

  private enum Word: Int {
    case phase, unit, batch, firstOfPart, iteration
    case raced, overlapped, firstQueueFirst, undecided, residentKibibytes
    case schedules, exploredMicroseconds, pulses, points, accessesPassed, primitiveRaces
    case exhausted, hang, partOfFirst, partOfSecond
  }

  /// Descriptor of the nameless file; the parent hands it to the child, then closes it.
  let descriptor: Int32

  /// Makes an empty journal.
  /// - Throws: `SystemError` when the temporary directory cannot hold one page.
  static func create() throws(SystemError) -> Journal {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var path = Array("\(folder)/rxfuzz-journal-XXXXXX".utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw SystemError("cannot make a journal in \(folder)") }
    unlink(path)
    // The pages are written, not only sized: a full disk must fail here and not as a bus error later.
    let zeros = [UInt8](repeating: 0, count: bytes)
    guard Descriptors.writeAll(zeros, to: descriptor) else {
      let failure = SystemError("cannot write a journal in \(folder)")
      close(descriptor)
      throw failure
    }
    let lifted = try Descriptors.lift(descriptor)
    guard let journal = Journal(descriptor: lifted) else {
      throw SystemError("cannot map a journal in \(folder)")
    }
    return journal
  }

  /// Maps the journal behind `descriptor`, or returns nil when there is none.
  init?(descriptor: Int32) {
    guard
      let page = mmap(
        nil, Self.bytes, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0),
      page != MAP_FAILED
    else { return nil }
    self.descriptor = descriptor
    words = page.assumingMemoryBound(to: Atomic<UInt64>.self)
  }

  deinit { munmap(words, Self.bytes) }

  /// What the run under control does, behind the page of the words; as long as this object lives.
  var schedule: ScheduleJournal {
    ScheduleJournal(UnsafeMutableRawPointer(words) + Self.pageBytes)
  }

  // Relaxed everywhere: the words are hints for a watchdog and sums that are exact once the writer has
  // ended, and an ordering here would add edges that hide data races of the library under test.
  private func load(_ word: Word) -> UInt64 { words[word.rawValue].load(ordering: .relaxed) }
  private func store(_ word: Word, _ value: UInt64) {
    words[word.rawValue].store(value, ordering: .relaxed)
  }
  private func add(_ word: Word, _ value: Int) {
    words[word.rawValue].wrappingAdd(UInt64(value), ordering: .relaxed)
  }

  /// Where the worker is. Words of two moments may mix while it runs.
  var position: Position {
    Position(
      phase: Phase(rawValue: load(.phase)) ?? .starting, unit: load(.unit), batch: load(.batch),
      iteration: min(firstOfPart + load(.iteration), UInt64(UInt32.max)), pulses: load(.pulses))
  }

  var counters: Counters {
    Counters(
      raced: load(.raced), overlapped: load(.overlapped), firstQueueFirst: load(.firstQueueFirst),
      undecided: load(.undecided), schedules: load(.schedules),
      exploredMicroseconds: load(.exploredMicroseconds), points: load(.points),
      accessesPassed: load(.accessesPassed), primitiveRaces: load(.primitiveRaces),
      residentKibibytes: load(.residentKibibytes))
  }

  /// What the worker found that the system has none left of, if that has ended it.
  var exhaustion: Exhaustion? {
    get { Exhaustion(rawValue: load(.exhausted)) }
    set { store(.exhausted, newValue?.rawValue ?? 0) }
  }

  /// How a worker gets nowhere.
  enum Hang: UInt64, Sendable {
    /// Whoever could go on waits.
    case waiting = 1
    /// It computes.
    case atWork = 2
  }

  /// The worker gets nowhere, and is about to say so.
  var hang: Hang? {
    get { Hang(rawValue: load(.hang)) }
    set { store(.hang, newValue?.rawValue ?? 0) }
  }

  /// What a queue is at in a script that is about several things; nil: none of them. Other queues than the first two are not kept.
  func note(queue: Int, part: Int?) {
    guard queue < 2 else { return }
    store(queue == 0 ? .partOfFirst : .partOfSecond, part.map { UInt64($0) + 1 } ?? 0)
  }

  /// What queues are at in such a script. Any words may stand there.
  var partsAtHand: Set<Int> {
    Set(
      [load(.partOfFirst), load(.partOfSecond)].filter { $0 > 0 && $0 < UInt64(UInt32.max) }.map {
        Int($0) - 1
      })
  }

  /// Notes from now on, at a crash of this process, whether there was no memory left.
  func watchMemory() {
    let word = UnsafeMutableRawPointer(words + Word.exhausted.rawValue)
    SystemReserve.noteCrashWithoutMemory(in: word.assumingMemoryBound(to: UInt64.self))
  }

  func enter(_ phase: Phase) { store(.phase, phase.rawValue) }

  /// A batch begins, or one of its parts.
  /// - Parameter firstOfPart: the part's first iteration, counted within the batch.
  func begin(unit: UInt64, batch: UInt64, firstOfPart: UInt64 = 0) {
    store(.unit, unit)
    store(.batch, batch)
    store(.firstOfPart, firstOfPart)
    store(.partOfFirst, 0)
    store(.partOfSecond, 0)
    store(.iteration, 0)
  }

  /// The first iteration of the part that goes on, counted within its batch.
  var firstOfPart: UInt64 { load(.firstOfPart) }

  /// An iteration of the part begins, counted from 0; one store.
  func begin(iteration: Int) { store(.iteration, UInt64(truncatingIfNeeded: iteration)) }

  /// Something was done that is no iteration; one addition.
  func pulse() { add(.pulses, 1) }

  /// A batch has been raced and judged.
  func add(_ result: BatchResult) {
    add(.raced, result.raced)
    add(.overlapped, result.overlapped)
    add(.firstQueueFirst, result.firstQueueFirst)
    add(.undecided, result.undecided)
    noteMemory()
  }

  /// A primitive has been raced on its own.
  func add(primitiveRaces: Int) { add(.primitiveRaces, primitiveRaces) }

  /// Schedules have been run and judged.
  func add(schedules: Int, undecided: Int, microseconds: Int, pointCoverage: PointCoverage) {
    add(.schedules, schedules)
    add(.undecided, undecided)
    add(.exploredMicroseconds, microseconds)
    store(.points, max(load(.points), UInt64(pointCoverage.points)))
    store(.accessesPassed, max(load(.accessesPassed), UInt64(pointCoverage.accessesPassed)))
    noteMemory()
  }

  private func noteMemory() {
    var usage = rusage()
    #if os(Linux)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      store(.residentKibibytes, UInt64(usage.ru_maxrss))
    #else
      getrusage(RUSAGE_SELF, &usage)
      store(.residentKibibytes, UInt64(usage.ru_maxrss) / 1024)
    #endif
  }
}
