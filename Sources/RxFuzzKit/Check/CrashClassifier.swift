import ScheduleKit

/// Says which invariant the end of a process violated, in words that stay the same when it happens again.
///
/// It understands the lines that Swift's traps, the C library and ThreadSanitizer print. A pure
/// function of its argument.
public enum CrashClassifier {
  /// What a process died of, or what ThreadSanitizer saw in it.
  public struct Verdict: Hashable, Sendable {
    public var invariant: InvariantName
    /// One line without addresses, process numbers or paths.
    public var message: String
    /// Where: `Folder/File.swift:12`, or a function; empty where the text does not say.
    public var site: String

    public init(invariant: InvariantName, message: String, site: String) {
      self.invariant = invariant
      self.message = message
      self.site = site
    }

    /// With the place that the crashed thread's frames tell, where the text says none of the library's own: a trap of an optimised
    /// build says nothing, and one of the standard library names a line of that. Where memory was damaged, the place at
    /// which it shows is not where it was done, and says nothing.
    func placed(by look: () -> CrashPlaces.Place?) -> Verdict {
      let isElsewhere = site.isEmpty || site.hasPrefix("Swift/")
      guard invariant == .crash1, isElsewhere, !CrashText.showsDamage(message), let place = look()
      else { return self }
      var verdict = self
      verdict.site = place.line
      if !message.contains(" in ") { verdict.message += " in \(place.function)" }
      return verdict
    }

    /// As a finding says it.
    var words: String { site.isEmpty ? message : "\(message) (\(site))" }
  }

  /// The rows that a process's end can violate, the most specific first.
  static let invariants: [any ProcessInvariant] = [
    SingleSetInvariant(), OrderedCallsInvariant(), RaceFreedomInvariant(), NoCrashInvariant(),
  ]

  /// The verdict, or nil where neither a signal nor the text shows anything wrong.
  public static func verdict(on end: ProcessEnd) -> Verdict? {
    guard let violated = invariants.first(where: { $0.isViolated(by: end) }) else { return nil }
    let said = CrashText(end.errorText)
    if violated.name == .race1 || violated.name == .ser2 {
      let race = said.race ?? CrashText.Statement(message: "data race", site: "")
      return Verdict(invariant: violated.name, message: race.message, site: race.site)
    }
    let statement = said.crash
    let message = statement?.message ?? end.signal.map(Signals.words) ?? "the process ended early"
    return Verdict(invariant: violated.name, message: message, site: statement?.site ?? "")
  }
}

/// Signals in words.
enum Signals {
  /// `killed by SIGSEGV`, or by a number where the signal has no common name.
  static func words(_ number: Int32) -> String {
    "killed by \(SignalName.text(number))"
  }
}
