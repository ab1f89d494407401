/// One way of making a scenario smaller: one file each under Passes/.
///
/// A pass proposes and judges nothing: whoever drives it drops proposals that are unlawful, not smaller, or
/// known. Thread-safety: a value without shared state.
protocol ShrinkPass<Draft>: Sendable {
  associatedtype Draft: Shrinkable
  /// As tests and messages name it.
  var name: String { get }
  /// Smaller drafts, those that would save most first. References that an edit left dangling are allowed:
  /// `Shrinkable.repaired` removes them.
  func candidates(of draft: Draft) -> [Draft]
}

/// The passes in the order in which they are tried: what saves most comes first.
enum ShrinkPasses {
  /// Those for scenarios.
  /// - Parameter generator: gives the choices their meaning.
  static func ofScenarios(generator: ScenarioGenerator) -> [any ShrinkPass<ShrinkDraft>] {
    [
      ShortenChoicesPass(generator: generator), DropOperatorPass(), DropSourcePass(),
      DropQueuePass<ShrinkDraft>(), DropSubscriptionPass(), DropReactionPass(),
      DropActionPass<ShrinkDraft>(), CalmRacePass(), DropHolderPass(), SimplifyParametersPass(),
      RenamePass(),
    ]
  }
}
