// Operators of observables in their other spellings, and those of more inputs than two or three.

extension Catalogue {
  static let forms: [OperatorRow] = [
    OperatorRow("zipMany", inputs: 4...8, weight: 1, traits: .combines) {
      Chain("zip", $0, inputs: $1)
    },
    OperatorRow("combineLatestMany", inputs: 4...8, weight: 1, traits: .combines) {
      Chain("combineLatest", $0, inputs: $1)
    },
    OperatorRow(
      "withLatestFromOther", inputs: 2...2, weight: 2, traits: .combines,
      model: .withLatestFromOther),
    .forms(
      "variant", [.payload],
      [
        "distinctUntilChanged": { $1[0].then("distinctUntilChanged") },
        "distinctComparer": { $1[0].then("distinctUntilChanged") },
        "distinctKeyComparer": { $1[0].then("distinctUntilChanged") },
        "distinctAt": { $1[0].then("distinctUntilChanged") },
        "single": { $1[0].then("single", 0) },
        "reduceMap": { $1[0].then("reduce", $0[0]) },
        "startWithMany": { $1[0].then("startWith", $0[0]).then("startWith", $0[0]) },
        "withUnretainedPair": { $1[0] },
        "bindObserver": { $1[0] },
        "bindOnNext": { $1[0] },
        "bindPublishRelay": { $1[0] },
        "bindOptionalPublishRelay": { $1[0] },
        "bindBehaviorRelay": { $1[0] },
        "bindOptionalBehaviorRelay": { $1[0] },
        "bindReplayRelay": { $1[0] },
        "bindOptionalReplayRelay": { $1[0] },
        "binder": { $1[0] },
        "subscribeWith": { $1[0] },
        "subscribeEvents": { $1[0] },
      ]),
    .forms(
      "variantPair", inputs: 2...2, traits: .combines,
      [
        "zipPair": { Chain("zip", inputs: $1) },
        "zipArrays": { Chain("zipAll", inputs: $1) },
        "combineLatestPair": { Chain("combineLatest", inputs: $1) },
        "combineLatestArrays": { Chain("combineLatestAll", inputs: $1) },
        "amb": { Chain("amb", inputs: $1) },
        "mergeMany": { Chain("merge", inputs: $1) },
        "mergeCollection": { Chain("merge", inputs: $1) },
        "concat": { Chain("concat", inputs: $1) },
        "concatMany": { Chain("concat", inputs: $1) },
        "concatSequence": { Chain("concat", inputs: $1) },
      ]),
    OperatorRow(
      "replayAll", [.feed], inputs: 0...0, weight: 2, traits: [.feed, .hot], model: .replayAll),
    // Forms that never fail for good: after so many attempts their source is another one, which does not.
    .forms(
      "retryForever", [.count(1...2)], traits: .resubscribes,
      [
        "observable": { attempts($1[0], $0[0]) },
        "single": { attempts($1[0].asSingle, $0[0]) },
        "maybe": { attempts($1[0].asMaybe, $0[0]) },
      ]),
    .forms(
      "source", [.payload], inputs: 0...0, weight: 1,
      [
        "singleJust": { parameters, _ in Chain("just", parameters) },
        "singleError": { _, _ in Chain("error") },
        "singleNever": { _, _ in Chain("never") },
        "singleZipOfNone": { parameters, _ in Chain("just", parameters) },
        "maybeJust": { parameters, _ in Chain("just", parameters) },
        "maybeEmpty": { _, _ in Chain("empty") },
        "completableEmpty": { _, _ in Chain("empty") },
        "completableError": { _, _ in Chain("error") },
        "infallibleJust": { parameters, _ in Chain("just", parameters) },
        "infallibleOf": { parameters, _ in Chain("of", parameters + parameters) },
        "infallibleFrom": { parameters, _ in Chain("of", parameters + parameters) },
        "infallibleFromSequence": { parameters, _ in Chain("of", parameters + parameters) },
        "infallibleEmpty": { _, _ in Chain("empty") },
        "infallibleNever": { _, _ in Chain("never") },
        "infallibleDeferred": { parameters, _ in Chain("just", parameters) },
        "fromSequence": { parameters, _ in Chain("of", parameters + parameters) },
        "zipOfNone": { _, _ in Chain("empty") },
        "combineLatestOfNone": { parameters, _ in Chain("just", parameters) },
        "mergeOfNone": { _, _ in Chain("empty") },
        "concatOfNone": { _, _ in Chain("empty") },
        "ambOfNone": { _, _ in Chain("never") },
        "deferredThrows": { _, _ in Chain("error") },
        "usingThrows": { _, _ in Chain("error") },
        "usingFactoryThrows": { _, _ in Chain("error") },
        "generateThrows": { _, _ in Chain("error") },
      ]),
  ]

  /// So many subscriptions to a source, and then to what follows them.
  private static func attempts(_ source: Chain, _ count: Int) -> Chain {
    // The source is one and the same each time: a hot one is not another one.
    Chain("retry", [count], inputs: [source, Chain("just", [count])])
  }
}
