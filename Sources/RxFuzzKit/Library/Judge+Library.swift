extension Judge {
  /// A judge of what this library promises, by what its rows mean there.
  public init(library: any LibraryUnderTest) {
    self.init(
      promises: library.promises, ownRules: library.ownRules,
      unmodelledRow: { library.unmodelledRow(in: $0) }, model: { library.model(ofRow: $0) })
  }
}
