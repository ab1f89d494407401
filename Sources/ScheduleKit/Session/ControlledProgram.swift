import CScheduleRuntime

/// Code that a `ScheduleSession` runs under control, again and again.
///
/// Thread-safety: all members are called on the session's thread, in the order in which they stand here, once a run.
public protocol ControlledProgram: AnyObject {
  /// A run is about to begin; nothing is under control yet.
  func prepare()
  /// One whole run: makes what is raced, races it, and takes it down. What this thread does by itself is seen, but
  /// never decided upon.
  ///
  /// It must do the same in each run, but for what the schedule changes. Once the run is stuck it must return.
  func run(_ run: ControlledRun)
  /// The run has ended, and nothing is under control any more. Returns whether it violated something.
  func judge(_ result: ScheduleResult) -> Bool
}

extension ControlledProgram {
  public func prepare() {}
}

/// A run under control that goes on.
///
/// Thread-safety: use from the session's thread, and only until the program's `run` returns.
public final class ControlledRun {
  /// Bodies at stable addresses, for the C side, until the run has ended.
  private var bodies: [TaskBody] = []

  init() {}

  /// Runs these closures as tasks that race, and what they leave to dispatch queues and timers, until all has ended.
  ///
  /// May be called several times in a run.
  /// - Returns: false where the run got stuck: then nothing more may be done with what was raced.
  public func race(_ tasks: [() -> Void]) -> Bool {
    let first = bodies.count
    bodies += tasks.map(TaskBody.init)
    let functions = [(@convention(c) (UnsafeMutableRawPointer?) -> Void)?](
      repeating: runTask, count: tasks.count)
    let arguments = bodies[first...].map {
      UnsafeMutableRawPointer?(Unmanaged.passUnretained($0).toOpaque())
    }
    return csr_explore_race(UInt32(tasks.count), functions, arguments) == CSR_COMPLETED
  }

  /// The same, with asynchronous bodies beside the closures: each is a Swift task of its own, and every job of it, of the tasks
  /// that it makes and of the actors that it calls is a task of the session. Their sleep is virtual.
  ///
  /// The bodies must come to their end; one that waits for ever is a deadlock. A task that somebody else has made may still wait
  /// when this returns, but not when the run ends.
  public func race(_ tasks: [() -> Void], asynchronous: [@Sendable () async -> Void]) -> Bool {
    for body in asynchronous {
      csr_explore_expect(1)
      Task.detached {
        await body()
        csr_explore_expect(-1)
      }
    }
    return race(tasks)
  }

  /// From now on a race is over once its tasks have ended, and what is expected, though others wait still, such as a thread of a pool, whom
  /// the driver may wake later. Whoever waits when the run has ended is a deadlock.
  public func leaveOthersWaiting() { csr_explore_leaves_others() }

  /// Runs what was left to dispatch queues until all has ended; as `race` without tasks. No time passes.
  public func settle() -> Bool { csr_explore_race(0, nil, nil) == CSR_COMPLETED }

  /// Lets time pass until what was left to timers that fire once has come, too; from now on to the end of the run.
  /// - Returns: as `settle`.
  public func passTime() -> Bool { csr_explore_pass_time() == CSR_COMPLETED }
  /// Whether some of it never comes, for too much has fired.
  public var isTimeCut: Bool { csr_explore_time_is_cut() }
}

/// A task's body.
private final class TaskBody {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

private func runTask(_ argument: UnsafeMutableRawPointer?) {
  guard let argument else { return }
  Unmanaged<TaskBody>.fromOpaque(argument).takeUnretainedValue().body()
}
