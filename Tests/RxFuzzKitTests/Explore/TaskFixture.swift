import CScheduleRuntime

@testable import ScheduleKit

/// Bodies that run as tasks of one session, whose schedule is uniformly random.
///
/// Thread-safety: use from one thread; one session at a time in a process.
final class TaskFixture {
  private let chooser: ProfileChooser
  private let bodies: [Body]
  /// The paths of all tasks that could go on at some decision of the last run, beside others.
  private(set) var paths: Set<UInt64> = []

  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  init(seed: UInt64, _ bodies: [() -> Void]) {
    chooser = ProfileChooser(seed: seed, switchesEvery: 1)
    self.bodies = bodies.map(Body.init)
  }

  func run(
    detectsRaces: Bool, turnsAfter fairAfter: UInt64 = 10_000, firingsOnceMax: UInt32 = 16,
    givesWay: csr_gives_way = CSR_GIVES_WAY_NEVER
  ) -> csr_result {
    paths = []
    var config = csr_config()
    config.detect_races = detectsRaces
    config.choose = { context, decision in
      guard let context, let decision else { return 0 }
      let fixture = Unmanaged<TaskFixture>.fromOpaque(context).takeUnretainedValue()
      for index in 0..<Int(decision.pointee.enabled_count) {
        fixture.paths.insert(decision.pointee.pending[index].path)
      }
      return UInt32(fixture.chooser.choose(decision.pointee))
    }
    config.context = Unmanaged.passUnretained(self).toOpaque()
    config.steps_max = 20_000
    config.fair_after = fairAfter
    config.gives_way = givesWay
    config.timer_firings_max = 16
    config.timer_firings_idle_max = 16
    config.timer_firings_once_max = firingsOnceMax
    let functions = [(@convention(c) (UnsafeMutableRawPointer?) -> Void)?](
      repeating: { Unmanaged<Body>.fromOpaque($0!).takeUnretainedValue().run() },
      count: bodies.count)
    let arguments = bodies.map { UnsafeMutableRawPointer?(Unmanaged.passUnretained($0).toOpaque()) }
    var result = csr_result()
    csr_explore_run(&config, UInt32(bodies.count), functions, arguments, &result)
    return result
  }
}
