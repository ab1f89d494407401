import RxCore
import RxFuzzKit

/// What RxCore promises beside its graphs.
enum Checks {
  /// What waits for nobody first, and what takes long last: a fault shows when all of its script is done.
  static let all: [LibraryCheck] =
    [
      LibraryCheck("operators", OperatorCases.all), LibraryCheck("events", EventCases.all),
      LibraryCheck("disposables", DisposableCases.all),
      LibraryCheck("subjects", SubjectCases.all), LibraryCheck("sharing", SharingCases.all),
      LibraryCheck("goodbyes", GoodbyeCases.all), LibraryCheck("forms", FormCases.all),
      LibraryCheck("defaults", DefaultCases.all),
      LibraryCheck("withdrawals", WithdrawalCases.all),
      LibraryCheck("threads", ThreadCases.all), LibraryCheck("queues", QueueCases.all),
      LibraryCheck("debugLines", ways: DebugLinesRun.ways) { DebugLinesRun($0) },
      LibraryCheck("hooks", ways: HooksRun.ways) { HooksRun($0) },
      LibraryCheck("value", ways: ValueRun.ways) { ValueRun($0) },
      LibraryCheck("values", ways: ValuesRun.ways) { ValuesRun($0) },
      LibraryCheck("asyncSequence", ways: AsyncSequenceRun.ways) { AsyncSequenceRun($0) },
      LibraryCheck("iterations", IterationCases.all),
      LibraryCheck("traits", TraitCases.all),
      LibraryCheck("asyncWork", ways: AsyncWorkRun.ways) { AsyncWorkRun($0) },
      LibraryCheck("misuse", ways: Misuse.all.count) { MisuseRun($0) },
      LibraryCheck("buffers", BufferCases.all, once: true),
      LibraryCheck("successions", SuccessionCases.all, once: true),
      LibraryCheck("growing", GrowthCases.all, once: true),
      LibraryCheck("virtualTime", ways: VirtualTimeRun.ways, staysInCalls: true) {
        VirtualTimeRun($0)
      },
      LibraryCheck("agenda", ways: 1, staysInCalls: true) { _ in AgendaRun() },
      LibraryCheck(
        "sleeps", ways: SleepRun.ways, staysInCalls: true, schedules: SleepRun.schedules
      ) { SleepRun($0) },
      LibraryCheck("reentry", ReentryCases.all, staysInCalls: true),
      LibraryCheck("callouts", ways: CalloutCases.all.count, staysInCalls: true) {
        CalloutRun(CalloutCases.all[$0 - 1])
      },
      LibraryCheck("calloutsOfThree", ways: CalloutCases.ofThree.count) {
        CalloutRun(CalloutCases.ofThree[$0 - 1])
      },
      LibraryCheck(
        "arrivals", ways: ArrivalRun.ways, staysInCalls: true, schedules: ArrivalRun.schedules
      ) { ArrivalRun($0) },
      encounters("encounters", EncounterRun.equals),
      encounters("longEncounters", EncounterRun.equalsInARow),
      encounters("successorEncounters", EncounterRun.successors),
      LibraryCheck(
        "timedEncounters", ways: TimedEncounterRun.ways, staysInCalls: true,
        schedules: TimedEncounterRun.schedules
      ) { TimedEncounterRun($0) },
    ] + PairedCalls.all

  private static func encounters(
    _ name: String, _ table: EncounterRun.Table
  ) -> LibraryCheck {
    LibraryCheck(
      name, ways: table.ways, staysInCalls: true, schedules: EncounterRun.schedules
    ) { EncounterRun(table, $0) }
  }
}

extension CheckedLives {
  /// The same observable, each of whose subscriptions is counted.
  func counting(_ source: Observable<Int>) -> Observable<Int> {
    Observable.create { [self] observer in
      open()
      let subscription = source.subscribe(observer)
      return Disposables.create {
        subscription.dispose()
        self.close()
      }
    }
  }
}

/// Waiting for what tasks of Swift, queues and timers are to do.
enum CheckedWait {
  private static let patience = CheckPatience(
    processorSeconds: 1, seconds: 2, partAfterwards: 0.1)

  /// Whether it comes true, in time.
  static func until(_ isTrue: () -> Bool) -> Bool { patience.until(isTrue) }
}
