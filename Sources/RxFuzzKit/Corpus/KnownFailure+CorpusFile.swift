extension KnownFailure {
  /// The failure that a corpus file is kept for, or nil where it does not say.
  public init?(_ file: CorpusFile, path: String? = nil) {
    guard let verdict = file.verdict else { return nil }
    self.init(
      Finding(
        invariant: verdict.invariant, message: verdict.message, scenario: file.scenario),
      path: path)
  }
}
