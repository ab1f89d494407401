// The operators of the traits. Each row converts its inputs to a trait, applies one of its operators, and converts back.

extension Catalogue {
  static let traitForms: [OperatorRow] = [
    singleForms, maybeForms, completableForms, infallibleForms, thenForms, meetForms, innerForms,
    .forms(
      "traitRetry", [.count(1...3)], weight: 1, traits: .resubscribes,
      [
        "single": { $1[0].asSingle.then("retry", $0[0]) },
        "maybe": { $1[0].asMaybe.then("retry", $0[0]) },
        "completable": { $1[0].asCompletable.then("retry", $0[0]) },
      ]),
    .forms(
      "retryWhenForm", inputs: 2...2, weight: 1, traits: [.combines, .resubscribes],
      [
        "typed": { Chain("retryWhen", inputs: [$1[0].asTyped, $1[1]]) },
        "single": { Chain("retryWhen", inputs: [$1[0].asSingle, $1[1]]) },
        "singleTyped": { Chain("retryWhen", inputs: [$1[0].asSingle.asTyped.asSingle, $1[1]]) },
      ]),
    OperatorRow("infallibleShare", [.count(1...2)], weight: 1, traits: .shares) {
      $1[0].asInfallible.then("shareReplay", $0[0])
    },
  ]

  private static let singleForms = OperatorRow.forms(
    "singleOp", [.payload],
    [
      "map": { $1[0].asSingle.then("map", $0[0]) },
      "filter": { $1[0].asSingle.then("filter", RowForms.predicate($0[0])) },
      "compactMap": { $1[0].asSingle.then("filter", RowForms.predicate($0[0])) },
      "do": { $1[0].asSingle },
      "catchAndReturn": { $1[0].asSingle.then("catchAndReturn", $0[0]) },
      "asMaybe": { $1[0].asSingle },
      "asCompletable": { $1[0].asSingle.asCompletable },
      "flatMap": { $1[0].asSingle.then("map", $0[0]) },
      "flatMapMaybe": { $1[0].asSingle.then("map", $0[0]) },
      "flatMapCompletable": { $1[0].asSingle.asCompletable },
      "debug": { $1[0].asSingle },
      "using": { $1[0].asSingle },
      "deferred": { $1[0].asSingle },
      "create": { $1[0].asSingle },
      "subscribe": { $1[0].asSingle },
      "subscribeWith": { $1[0].asSingle },
    ])

  private static let maybeForms = OperatorRow.forms(
    "maybeOp", [.payload],
    [
      "map": { $1[0].asMaybe.then("map", $0[0]) },
      "filter": { $1[0].asMaybe.then("filter", RowForms.predicate($0[0])) },
      "compactMap": { $1[0].asMaybe.then("filter", RowForms.predicate($0[0])) },
      "do": { $1[0].asMaybe },
      "catchAndReturn": { $1[0].asMaybe.then("catchAndReturn", $0[0]) },
      "ifEmpty": { $1[0].asMaybe.then("ifEmptyDefault", $0[0]) },
      "asSingle": { $1[0].asMaybe.asSingle },
      "asCompletable": { $1[0].asMaybe.asCompletable },
      "flatMap": { $1[0].asMaybe.then("map", $0[0]) },
      "debug": { $1[0].asMaybe },
      "using": { $1[0].asMaybe },
      "deferred": { $1[0].asMaybe },
      "create": { $1[0].asMaybe },
      "subscribe": { $1[0].asMaybe },
      "subscribeEvents": { $1[0].asMaybe },
      "subscribeWith": { $1[0].asMaybe },
    ])

  private static let completableForms = OperatorRow.forms(
    "completableOp", weight: 1,
    [
      "do": { $1[0].asCompletable },
      "asMaybe": { $1[0].asCompletable },
      "debug": { $1[0].asCompletable },
      "using": { $1[0].asCompletable },
      "deferred": { $1[0].asCompletable },
      "create": { $1[0].asCompletable },
      "subscribe": { $1[0].asCompletable },
      "subscribeEvents": { $1[0].asCompletable },
      "subscribeWith": { $1[0].asCompletable },
    ])

  private static let infallibleForms = OperatorRow.forms(
    "infallibleOp", [.payload], weight: 3,
    [
      "map": { $1[0].asInfallible.then("map", $0[0]) },
      "filter": { $1[0].asInfallible.then("filter", RowForms.predicate($0[0])) },
      "compactMap": { $1[0].asInfallible.then("filter", RowForms.predicate($0[0])) },
      "scan": { $1[0].asInfallible.then("scan", $0[0]) },
      "scanInto": { $1[0].asInfallible.then("scan", $0[0]) },
      "take": { $1[0].asInfallible.then("take", RowForms.count($0[0])) },
      "skip": { $1[0].asInfallible.then("skip", RowForms.count($0[0])) },
      "takeWhile": { $1[0].asInfallible.then("takeWhile", RowForms.predicate($0[0]), 0) },
      "takeUntilPredicate": {
        $1[0].asInfallible.then("takeUntilPredicate", RowForms.predicate($0[0]), 1)
      },
      "skipWhile": { $1[0].asInfallible.then("skipWhile", RowForms.predicate($0[0])) },
      "distinctUntilChanged": { $1[0].asInfallible.then("distinctUntilChanged") },
      "distinctKey": { $1[0].asInfallible.then("distinctUntilChanged") },
      "distinctComparer": { $1[0].asInfallible.then("distinctUntilChanged") },
      "distinctKeyComparer": { $1[0].asInfallible.then("distinctUntilChanged") },
      "distinctAt": { $1[0].asInfallible.then("distinctUntilChanged") },
      "startWith": { $1[0].asInfallible.then("startWith", $0[0]) },
      "do": { $1[0].asInfallible },
      "debug": { $1[0].asInfallible },
      "withUnretained": { $1[0].asInfallible },
      "withUnretainedPair": { $1[0].asInfallible },
      "create": { $1[0].asInfallible },
      "subscribe": { $1[0].asInfallible },
      "subscribeEvents": { $1[0].asInfallible },
      "subscribeWith": { $1[0].asInfallible },
    ])

  /// What follows the end of a trait's sequence.
  private static let thenForms = OperatorRow.forms(
    "traitThen", inputs: 2...2,
    [
      "singleCatch": { Chain("catch", inputs: $1.map(\.asSingle)) },
      "maybeCatch": { Chain("catch", inputs: $1.map(\.asMaybe)) },
      "completableCatch": { Chain("catch", inputs: $1.map(\.asCompletable)) },
      "maybeIfEmpty": { Chain("ifEmptySwitch", inputs: $1.map(\.asMaybe)) },
      "maybeIfEmptySingle": { Chain("ifEmptySwitch", inputs: [$1[0].asMaybe, $1[1].asSingle]) },
      "andThenSingle": { Chain("concat", inputs: [$1[0].asCompletable, $1[1].asSingle]) },
      "andThenMaybe": { Chain("concat", inputs: [$1[0].asCompletable, $1[1].asMaybe]) },
      "andThenCompletable": { Chain("concat", inputs: $1.map(\.asCompletable)) },
      "andThenObservable": { Chain("concat", inputs: [$1[0].asCompletable, $1[1]]) },
      "completableConcat": { Chain("concat", inputs: $1.map(\.asCompletable)) },
      "completableConcatMany": { Chain("concat", inputs: $1.map(\.asCompletable)) },
      "infallibleConcat": { Chain("concat", inputs: $1.map(\.asInfallible)) },
      "infallibleConcatMany": { Chain("concat", inputs: $1.map(\.asInfallible)) },
      "infallibleConcatSequence": { Chain("concat", inputs: $1.map(\.asInfallible)) },
      "fallback": { Chain("catch", inputs: [$1[0], $1[1].asInfallible]) },
      "recover": { Chain("catch", inputs: [$1[0], $1[1].asInfallible]) },
    ])

  /// Sequences of a trait that meet.
  private static let meetForms = OperatorRow.forms(
    "traitMeet", inputs: 2...2, weight: 3, traits: .combines,
    [
      "singleZip": { Chain("zip", inputs: $1.map(\.asSingle)) },
      "singleZipPair": { Chain("zip", inputs: $1.map(\.asSingle)) },
      "singleZipAll": { Chain("zipAll", inputs: $1.map(\.asSingle)) },
      "singleZipArrays": { Chain("zipAll", inputs: $1.map(\.asSingle)) },
      "maybeZip": { Chain("zip", inputs: $1.map(\.asMaybe)) },
      "maybeZipPair": { Chain("zip", inputs: $1.map(\.asMaybe)) },
      "completableZip": { Chain("merge", inputs: $1.map(\.asCompletable)) },
      "completableZipMany": { Chain("merge", inputs: $1.map(\.asCompletable)) },
      "infallibleMerge": { Chain("merge", inputs: $1.map(\.asInfallible)) },
      "infallibleMergeMany": { Chain("merge", inputs: $1.map(\.asInfallible)) },
      "infallibleZip": { Chain("zip", inputs: $1.map(\.asInfallible)) },
      "infallibleZipPair": { Chain("zip", inputs: $1.map(\.asInfallible)) },
      "infallibleCombineLatest": { Chain("combineLatest", inputs: $1.map(\.asInfallible)) },
      "infallibleCombineLatestPair": { Chain("combineLatest", inputs: $1.map(\.asInfallible)) },
      "infallibleCombineLatestAll": { Chain("combineLatestAll", inputs: $1.map(\.asInfallible)) },
      "infallibleCombineLatestArrays": {
        Chain("combineLatestAll", inputs: $1.map(\.asInfallible))
      },
      "infallibleWithLatestFrom": { Chain("withLatestFrom", inputs: $1.map(\.asInfallible)) },
      "infallibleWithLatestFromOther": {
        Chain("withLatestFromOther", inputs: $1.map(\.asInfallible))
      },
      "infallibleTakeUntil": { Chain("takeUntil", inputs: $1.map(\.asInfallible)) },
      "infallibleSkipUntil": { Chain("skipUntil", inputs: $1.map(\.asInfallible)) },
    ])

  /// Elements of a trait's sequence that stand for others.
  private static let innerForms = OperatorRow.forms(
    "traitInner", inputs: 2...3, weight: 3, traits: [.combines, .resubscribes, .chooses],
    [
      "infallibleFlatMap": { Chain("flatMap", inputs: $1.map(\.asInfallible)) },
      "infallibleFlatMapFirst": { Chain("flatMapFirst", inputs: $1.map(\.asInfallible)) },
      "infallibleFlatMapLatest": { Chain("flatMapLatest", inputs: $1.map(\.asInfallible)) },
      "infallibleConcatMap": { Chain("concatMap", inputs: $1.map(\.asInfallible)) },
      "singleFlatMap": { Chain("flatMap", inputs: $1.map(\.asSingle)) },
      "singleFlatMapMaybe": {
        Chain("flatMap", inputs: [$1[0].asSingle] + $1.dropFirst().map(\.asMaybe))
      },
      "singleFlatMapCompletable": {
        Chain("flatMap", inputs: [$1[0].asSingle] + $1.dropFirst().map(\.asCompletable))
      },
      "maybeFlatMap": { Chain("flatMap", inputs: $1.map(\.asMaybe)) },
    ])
}
