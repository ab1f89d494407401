/// What `RXFUZZ_REPLAY` holds: the place of the test, and what to repeat there.
///
/// `File.swift:12 explore:v1:…` repeats one schedule, `File.swift:12 free:7` races freely with that seed; a generated
/// scenario stands between the two. Without a place each test of the process repeats it.
package struct ReplayText: Hashable {
  /// How the failure is shown again.
  package enum Run: Hashable {
    /// A schedule, as `ScheduleReplay` takes it.
    case schedule(String)
    /// Free races with that seed.
    case free(seed: UInt64)
  }

  /// `File.swift:12`, or nil for any.
  package var place: String?
  /// What was generated, in the words of who generated it; nil: nothing was.
  package var scenario: String?
  package var run: Run

  static let freePrefix = "free:"
  static let schedulePrefix = "explore:"
  static let scenarioPrefix = "lanes:"

  package init(place: String?, scenario: String? = nil, run: Run) {
    self.place = place
    self.scenario = scenario
    self.run = run
  }

  init(parsing text: String) throws(TestEnvironment.Fault) {
    let words = text.split(separator: " ").map(String.init)
    let fault = TestEnvironment.Fault(
      description: "RXFUZZ_REPLAY is not accepted: it holds what stands behind `replay` in a report"
    )
    guard let last = words.last, words.count <= 3 else { throw fault }
    if last.hasPrefix(Self.schedulePrefix) {
      run = .schedule(last)
    } else if last.hasPrefix(Self.freePrefix), let seed = UInt64(last.dropFirst(5)) {
      run = .free(seed: seed)
    } else {
      throw fault
    }
    for word in words.dropLast() {
      if word.hasPrefix(Self.scenarioPrefix) {
        scenario = String(word.dropFirst(Self.scenarioPrefix.count))
      } else {
        place = word
      }
    }
  }

  var text: String {
    let last =
      switch run {
      case .schedule(let text): text
      case .free(let seed): "\(Self.freePrefix)\(seed)"
      }
    let words = [place, scenario.map { Self.scenarioPrefix + $0 }, last]
    return words.compactMap { $0 }.joined(separator: " ")
  }

  /// What the environment asks to repeat at that place, or nil.
  package static func requested(
    at place: SourcePlace, _ environment: TestEnvironment
  ) throws(TestEnvironment.Fault) -> ReplayText? {
    guard let text = environment.replay else { return nil }
    let replay = try ReplayText(parsing: text)
    return replay.place.map { $0 == "\(place)" } ?? true ? replay : nil
  }
}
