import RxCore
import RxFuzzKit
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Misuse that the library answers by ending the process, and the nearest use that it allows.
enum Misuse {
  /// One of them.
  struct Row: Sendable {
    let name: String
    /// What is allowed, done in this process.
    let allowed: @Sendable () -> Void
    /// What must end the process.
    let refused: @Sendable () -> Void
  }

  static let all: [Row] = counts + clocks + assignments

  private static var source: Observable<Int> { Observable<Int>.never() }

  private static let counts: [Row] = [
    row("take", 0) { _ = source.take($0) },
    row("takeLast", 0) { _ = source.takeLast($0) },
    row("element(at:)", 0) { _ = source.element(at: $0) },
    row("retry", 0) { _ = source.retry($0) },
    row("merge(maxConcurrent:)", 1) {
      _ = source.map { Observable.just($0) }.merge(maxConcurrent: $0)
    },
    row("replay", 0) { _ = source.replay($0) },
    row("share(replay:)", 0) { _ = source.share(replay: $0) },
    row("ReplaySubject", 0) { _ = ReplaySubject<Int>.create(bufferSize: $0) },
    row("range", 0) { _ = Observable.range(start: 1, count: $0) },
    Row(name: "range") {
      _ = Observable.range(start: Int8.max, count: 1)
      _ = Observable.range(start: Int8.min, count: 128)
    } refused: {
      _ = Observable.range(start: Int8.max, count: 2)
    },
    Row(name: "range") {
      _ = Observable.range(start: Int8(0), count: 128)
    } refused: {
      _ = Observable.range(start: Int8.min, count: 300)
    },
  ]

  /// The least number that is allowed, and one less.
  private static func row(
    _ name: String, _ least: Int, _ use: @escaping @Sendable (Int) -> Void
  ) -> Row {
    Row(name: name) {
      use(least)
    } refused: {
      use(least - 1)
    }
  }

  private static let clocks: [Row] = [
    Row(name: "advanceTo") {
      HistoricalScheduler(initialClock: time(5)).advanceTo(time(5))
    } refused: {
      HistoricalScheduler(initialClock: time(5)).advanceTo(time(4))
    },
    Row(name: "sleep") {
      HistoricalScheduler(initialClock: time(5)).sleep(.nanoseconds(0))
    } refused: {
      HistoricalScheduler(initialClock: time(5)).sleep(.nanoseconds(-1))
    },
    Row(name: "advanceTo") {
      let clock = HistoricalScheduler()
      clock.advanceTo(time(1))
      clock.advanceTo(time(2))
    } refused: {
      let clock = HistoricalScheduler()
      _ = clock.schedule(()) { _ in
        clock.advanceTo(time(2))
        return Disposables.create()
      }
      clock.advanceTo(time(1))
    },
    Row(name: "ensureRunningOnMainThread") {
    } refused: {
      MainScheduler.ensureRunningOnMainThread()
    },
    Row(name: "ensureExecutingOnScheduler") {
    } refused: {
      MainScheduler.ensureExecutingOnScheduler()
    },
  ]

  private static func time(_ nanoseconds: UInt64) -> RxTime {
    RxTime(uptimeNanoseconds: nanoseconds)
  }

  private static let assignments: [Row] = [
    Row(name: "SingleAssignmentDisposable") {
      SingleAssignmentDisposable().setDisposable(Disposables.create())
    } refused: {
      let slot = SingleAssignmentDisposable()
      slot.setDisposable(Disposables.create())
      slot.disposable = Disposables.create()
    }
  ]
}

/// One of these: refused in a process of its own, which has a copy of this one's memory and only the calling thread.
///
/// Once in a process for each is enough: nothing of it is left to chance. Not where a sanitizer watches, which minds
/// such copies.
final class MisuseRun: LibraryCheckRun {
  private let number: Int
  private let faults = CheckedFaults()
  /// One bit for each that was tried.
  private static let tried = Atomic<UInt64>(0)
  private static let secondsMax = 2.0

  init(_ way: Int) { number = way - 1 }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let bit = UInt64(1) << UInt64(number)
    guard Self.tried.bitwiseOr(bit, ordering: .relaxed).oldValue & bit == 0 else { return }
    let row = Misuse.all[number]
    row.allowed()
    let isRefused = Self.endsProcess(row.refused)
    faults.expect(isRefused, .val1, "misuse of \(row.name) goes on as if nothing were wrong")
  }

  func fault() -> LibraryCheckFault? { faults.first }
}

extension MisuseRun {
  /// Whether a copy of this process ends by it; true, too, where that cannot be found out.
  private static func endsProcess(_ misuse: () -> Void) -> Bool {
    #if canImport(Glibc)
      let child = fork()
      if child == 0 {
        prepareToEnd()
        misuse()
        _exit(0)
      }
      guard child > 0 else { return true }
      let deadline = ContinuousClock.now + .seconds(secondsMax)
      var status: Int32 = 0
      while true {
        let ended = waitpid(child, &status, WNOHANG)
        if ended == child { return status != 0 }
        if ended < 0, errno != EINTR { return true }
        if ContinuousClock.now > deadline { break }
        sched_yield()
      }
      // Another thread held what the copy waits for when the copy was made.
      kill(child, SIGKILL)
      while waitpid(child, &status, 0) < 0, errno == EINTR {}
      return true
    #else
      return true
    #endif
  }

  #if canImport(Glibc)
    /// In the copy: nobody shall hear of its end, and it ends even if this process does before.
    private static func prepareToEnd() {
      for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGALRM] { signal(number, SIG_DFL) }
      var none = sigset_t()
      sigemptyset(&none)
      sigprocmask(SIG_SETMASK, &none, nil)
      var noDump = rlimit(rlim_cur: 0, rlim_max: 0)
      setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &noDump)
      var limit = itimerval()
      limit.it_value.tv_sec = Int(secondsMax) + 1
      setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &limit, nil)
      let nowhere = open("/dev/null", O_WRONLY)
      if nowhere >= 0 { dup2(nowhere, STDERR_FILENO) }
    }
  #endif
}
