import CScheduleRuntime
import RxFuzzKit

/// Runs a kernel under control.
final class KernelRunner: ScheduleRunner {
  /// A run that takes more operations than this has a livelock, which no kernel has.
  private static let stepsMax: UInt64 = 20_000

  let names = SiteNames { String($0) }
  private let kernel: Kernel

  init(_ kernel: Kernel) { self.kernel = kernel }

  func place(_ site: UInt) -> String { String(site, radix: 16) }
  func adoptPoints() -> Bool { false }

  func run(_ control: ScheduleControl) -> ScheduleRun? {
    guard control.begin() else { return nil }
    let instance = kernel.make()
    let bodies = instance.tasks.map(Body.init)
    let context = Context(control)
    var config = csr_config()
    config.choose = chooseTask
    config.context = Unmanaged.passUnretained(context).toOpaque()
    config.steps_max = Self.stepsMax
    config.fair_after = Self.stepsMax / 2
    config.reports_forced = true
    var result = csr_result()
    csr_explore_run(
      &config, UInt32(bodies.count),
      [(@convention(c) (UnsafeMutableRawPointer?) -> Void)?](
        repeating: runBody, count: bodies.count),
      bodies.map { UnsafeMutableRawPointer?(Unmanaged.passUnretained($0).toOpaque()) }, &result)
    withExtendedLifetime((bodies, context)) {}
    var run = ScheduleRun()
    if csr_outcome(result.outcome) != CSR_COMPLETED {
      run.isStuck = true
      run.violation = CorpusFile.Verdict(.live1, "stuck")
    } else if instance.hasFailed() {
      run.violation = CorpusFile.Verdict(.val1, "the bug has shown")
    }
    control.end(failed: run.violation != nil)
    return run
  }
}

/// A task's body at a stable address, for the C side.
private final class Body {
  let body: () -> Void
  init(_ body: @escaping () -> Void) { self.body = body }
}

private final class Context {
  let control: ScheduleControl
  init(_ control: ScheduleControl) { self.control = control }
}

private func runBody(_ argument: UnsafeMutableRawPointer?) {
  guard let argument else { return }
  Unmanaged<Body>.fromOpaque(argument).takeUnretainedValue().body()
}

private func chooseTask(
  _ context: UnsafeMutableRawPointer?, _ decision: UnsafePointer<csr_decision>?
) -> UInt32 {
  guard let context, let decision = decision?.pointee else { return 0 }
  let pending = UnsafeBufferPointer(start: decision.pending, count: Int(decision.enabled_count))
  let choice = Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().control.choose(
    ScheduleDecision(
      pending: pending.map { operation in
        ScheduleOperation(
          task: operation.task, path: operation.path,
          kind: ScheduleOperation.Kind(rawValue: UInt8(operation.kind)) ?? .user,
          object: operation.object, site: UInt(bitPattern: operation.pc), writes: operation.writes)
      }, running: decision.running < 0 ? nil : Int(decision.running), step: decision.step))
  return UInt32(choice)
}
