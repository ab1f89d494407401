import ScheduleKit

/// A small concurrent program with a known bug.
struct Kernel {
  /// One run of it: its tasks, and whether the bug has shown once they have ended.
  struct Instance {
    var tasks: [() -> Void] = []
    var asynchronous: [@Sendable () async -> Void] = []
    var hasFailed: () -> Bool

    init(
      tasks: [() -> Void] = [], asynchronous: [@Sendable () async -> Void] = [],
      hasFailed: @escaping () -> Bool
    ) {
      self.tasks = tasks
      self.asynchronous = asynchronous
      self.hasFailed = hasFailed
    }

    /// As published programs are made: one thread creates these one after the other, does what it has to do itself, and
    /// waits for them. Who was created runs as soon as it is let, also before the next one is there.
    init(
      threads: [() -> Void], main: @escaping () -> Void = {}, hasFailed: @escaping () -> Bool
    ) {
      let create = {
        let created = threads.map(CreatedThread.init)
        main()
        for thread in created { thread.join() }
      }
      self.init(tasks: [create], hasFailed: hasFailed)
    }
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
    limits.timerFiringsOnceMax = timerFirings
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

    /// How a mean compares with the least of some figures; `alone` where there is none.
    enum Standing: String, CaseIterable { case first, even, behind, alone }

    /// How it compares with what draws by chance, and with all.
    struct Standings {
      var drawn: Standing
      var all: Standing

      /// As the exit code of a process.
      var code: Int32 { Int32(Self.number(drawn) * Standing.allCases.count + Self.number(all)) }

      init(drawn: Standing, all: Standing) {
        self.drawn = drawn
        self.all = all
      }

      init(code: Int32) {
        let all = Standing.allCases
        self.init(
          drawn: all[Int(code) / all.count % all.count], all: all[Int(code) % all.count])
      }

      private static func number(_ standing: Standing) -> Int {
        Standing.allCases.firstIndex(of: standing) ?? 0
      }
    }

    static func standings(of mean: Double, beside figures: Published?) -> Standings {
      Standings(
        drawn: compare(mean, figures?.drawn ?? []), all: compare(mean, figures?.all ?? []))
    }

    private static func compare(_ mean: Double, _ figures: [Double?]) -> Standing {
      guard let best = figures.compactMap({ $0 }).min() else { return .alone }
      return mean < best ? .first : mean == best ? .even : .behind
    }
  }
}
