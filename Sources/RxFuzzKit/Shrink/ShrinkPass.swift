/// One way of making a scenario smaller: one file each under Passes/.
///
/// A pass proposes and judges nothing: whoever drives it drops proposals that are unlawful, not smaller, or
/// known. Thread-safety: a value without shared state.
public protocol ShrinkPass: Sendable {
  /// As tests and messages name it.
  var name: String { get }
  /// Smaller drafts, those that would save most first. References that an edit left dangling are allowed:
  /// `ScenarioRepair` removes them.
  func candidates(of draft: ShrinkDraft) -> [ShrinkDraft]
}

/// The passes in the order in which they are tried: what saves most comes first.
enum ShrinkPasses {
  /// - Parameter generator: gives the choices their meaning.
  static func all(generator: ScenarioGenerator) -> [any ShrinkPass] {
    [
      ShortenChoicesPass(generator: generator), DropOperatorPass(), DropSourcePass(),
      DropQueuePass(), DropSubscriptionPass(), DropReactionPass(), DropActionPass(),
      CalmRacePass(), DropHolderPass(), SimplifyParametersPass(), RenamePass(),
    ]
  }
}
