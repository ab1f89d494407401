extension Judge {
  /// A judge of what this library promises, by what its rows mean there.
  /// - Parameters:
  ///   - library: whose promises are judged.
  ///   - except: rules that nothing is held to.
  public init(library: any LibraryUnderTest, except: Set<InvariantName> = []) {
    self.init(
      promises: library.promisesKept.subtracting(except), ownRules: library.ownRules,
      unmodelledRow: { library.unmodelledRow(in: $0) }, semantics: library.semantics,
      model: { library.model(ofRow: $0) })
  }
}
