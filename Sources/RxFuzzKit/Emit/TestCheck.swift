/// What a test of its own can check without the judges, each a case of `Check` in the emitted file.
enum TestCheck: String, CaseIterable {
  case oneTerminal
  case nothingAfterTerminal
  case noOverlap
  case notTwoThreads
  case nothingAfterDisposal
  case oneDisposal
  case oneEnd

  /// The promises that it stands for, all of which a library must make.
  private var invariants: [InvariantName] {
    switch self {
    case .oneTerminal: [.term1]
    case .nothingAfterTerminal: [.term2, .gram1]
    case .noOverlap: [.ser1, .reent1]
    case .notTwoThreads: [.ser1]
    case .nothingAfterDisposal: [.disp4, .disp8]
    case .oneDisposal: [.disp5]
    case .oneEnd: [.disp1]
    }
  }

  /// Those that hold for a library with these promises.
  /// - Parameter broken: what the scenario was found to break. Where nesting is lawful, only a scenario that breaks SER-1 or SER-2
  ///   is checked for calls on two threads: in others several producers may lawfully bring them together.
  static func all(
    for promises: Set<InvariantName>, broken: InvariantName? = nil
  ) -> [TestCheck] {
    let isUnordered = broken == .ser1 || broken == .ser2
    return allCases.filter { check in
      let isWanted = check != .notTwoThreads || (isUnordered && !promises.contains(.reent1))
      return isWanted && check.invariants.allSatisfy(promises.contains)
    }
  }

  /// What the reader of a test must know about how that invariant shows in it.
  static func note(on invariant: InvariantName) -> String {
    switch invariant {
    case .term1, .term2, .gram1, .ser1, .reent1, .disp1, .disp4, .disp5, .disp6, .disp8:
      "A round that breaks it fails the test."
    case .disp2, .live1, .live2:
      "A round that does not end within its bound fails the test."
    case .crash1, .disp7:
      "It ends the process, and the test with it."
    case .ser2:
      "Calls that overlap fail the test; `swift test --sanitize=thread` reports others that nothing orders."
    case .race1:
      "Run it with `swift test --sanitize=thread`, which reports the race."
    case .leak1:
      "A round whose log is still referred to when all is disposed fails the test."
    case .comp1, .err1, .val1, .ord1, .ref1, .disp3, .sub1, .share1, .subj1, .sched1,
      .sched2, .time1, .iso1, .grow1:
      "It is judged on the whole trace, which a test of its own does not keep: this one races the "
        + "scenario and checks the other rules; the replay command judges this one."
    }
  }
}
