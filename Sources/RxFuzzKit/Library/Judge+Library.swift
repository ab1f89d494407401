extension Judge {
  /// A judge of what this library promises, by what its rows mean there.
  public init(library: any LibraryUnderTest) {
    self.init(
      promises: library.promisesKept, ownRules: library.ownRules,
      unmodelledRow: { library.unmodelledRow(in: $0) }, semantics: library.semantics,
      model: { library.model(ofRow: $0) })
  }
}
