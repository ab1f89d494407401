import ScheduleKit

/// A small concurrent program with a known bug.
struct Kernel {
  /// One run of it: its tasks, and whether the bug has shown once they have ended.
  struct Instance {
    var tasks: [() -> Void] = []
    var asynchronous: [@Sendable () async -> Void] = []
    var hasFailed: () -> Bool
  }

  /// As the published tables call it.
  let name: String
  /// What others needed; nil where nobody has published it.
  var published: Published?
  /// How often time may pass in one run.
  var timerFirings: UInt32 = 0
  /// Makes a fresh instance.
  let make: () -> Instance

  /// Runs it under control. Its shared variables are points of choice by themselves, so there is nothing to learn.
  var runner: TaskRunner {
    var limits = ScheduleLimits()
    limits.detectsRaces = false
    limits.timerFiringsMax = timerFirings
    return TaskRunner(limits: limits, learns: false) { [make] in
      let instance = make()
      return TaskRunner.Race(tasks: instance.tasks, asynchronous: instance.asynchronous) {
        instance.hasFailed() ? ScheduleViolation(rule: "bug", message: "it has shown") : nil
      }
    }
  }

  /// Mean schedules to the first failure over 20 trials, of the program that the kernel is written after; nil where it was
  /// not found in each trial, or is not reported.
  ///
  /// Sources: "Selectively uniform concurrency testing", ASPLOS 2025, and the data published with "Greybox fuzzing for
  /// concurrency testing", ASPLOS 2024; of two figures the lower one.
  struct Published {
    var surw: Double?
    var pos: Double?
    var pct3: Double?
    /// Feedback-guided, as none of the others is.
    var rff: Double?

    /// Of what draws by chance.
    var drawn: [Double?] { [surw, pos, pct3] }
    var all: [Double?] { drawn + [rff] }
    static let names = ["SURW", "POS", "PCT-3", "RFF"]
  }
}
