import RxFuzzKit

extension Phrases {
  static let traits = present([
    "singleOp": forms("singleOp", singleForms),
    "maybeOp": forms("maybeOp", maybeForms),
    "completableOp": forms("completableOp", completableForms),
    "infallibleOp": forms("infallibleOp", infallibleForms),
    "traitThen": forms("traitThen", thenForms),
    "traitMeet": forms("traitMeet", meetForms),
    "traitInner": forms("traitInner", innerForms),
    "traitRetry": forms(
      "traitRetry",
      [
        "single": { p, s in "\(s[0]).asSingle().retry(\(p[0])).asObservable()" },
        "maybe": { p, s in "\(s[0]).asMaybe().retry(\(p[0])).asObservable()" },
        "completable": { p, s in whole("\(without(s[0])).retry(\(p[0]))") },
      ]),
    "retryWhenForm": forms(
      "retryWhenForm",
      [
        "typed": { _, s in typed(s[0]) + answered("RaceError", s[1]) },
        "single": { _, s in "\(s[0]).asSingle()\(answered("any Error", s[1])).asObservable()" },
        "singleTyped": { _, s in
          typed("\(s[0]).asSingle().asObservable()") + ".asSingle()"
            + answered("RaceError", s[1]) + ".asObservable()"
        },
      ]),
    "infallibleShare": { p, s in "\(safe(s[0])).share(replay: \(p[0])).asObservable()" },
  ])

  private static func typed(_ stream: String) -> String {
    "\(stream).catch { _ in .error(RaceError()) }"
  }

  /// What subscribes again for elements of a trigger.
  static func answered(_ failure: String, _ trigger: String) -> String {
    ".retry { (errors: Observable<\(failure)>) in\n"
      + "  errors.take(3).withLatestFrom(\(trigger)) { _, element in \(inside("element")) }\n}"
  }

  private static let thenForms: [String: Phrasebook.Phrase] = [
    "singleCatch": { p, s in
      "\(s[0]).asSingle().catch { _ in \(inside("\(s[1]).asSingle()")) }.asObservable()"
    },
    "maybeCatch": { p, s in
      "\(s[0]).asMaybe().catch { _ in \(inside("\(s[1]).asMaybe()")) }.asObservable()"
    },
    "completableCatch": { p, s in whole("\(without(s[0])).catch { _ in \(inside(without(s[1]))) }")
    },
    "maybeIfEmpty": { p, s in
      "\(s[0]).asMaybe().ifEmpty(switchTo: \(s[1]).asMaybe()).asObservable()"
    },
    "maybeIfEmptySingle": { p, s in
      "\(s[0]).asMaybe().ifEmpty(switchTo: \(s[1]).asSingle()).asObservable()"
    },
    "andThenSingle": { p, s in "\(without(s[0])).andThen(\(s[1]).asSingle()).asObservable()" },
    "andThenMaybe": { p, s in "\(without(s[0])).andThen(\(s[1]).asMaybe()).asObservable()" },
    "andThenCompletable": { p, s in whole("\(without(s[0])).andThen(\(without(s[1])))") },
    "andThenObservable": { p, s in "\(without(s[0])).andThen(\(s[1]))" },
    "completableConcat": { p, s in whole("\(without(s[0])).concat(\(without(s[1])))") },
    "completableConcatMany": { p, s in
      whole("Completable.concat(\(without(s[0])), \(without(s[1])))")
    },
    "infallibleConcat": { p, s in "\(safe(s[0])).concat(\(safe(s[1]))).asObservable()" },
    "infallibleConcatMany": { p, s in
      "Infallible.concat(\(safe(s[0])), \(safe(s[1]))).asObservable()"
    },
    "infallibleConcatSequence": { p, s in "Infallible.concat(\(list(s.map(safe)))).asObservable()"
    },
    "fallback": { p, s in "\(s[0]).asInfallible(onErrorFallbackTo: \(safe(s[1]))).asObservable()" },
    "recover": { p, s in
      "\(s[0]).asInfallible(onErrorRecover: { _ in \(inside(safe(s[1]))) }).asObservable()"
    },
  ]

  private static let meetForms: [String: Phrasebook.Phrase] = [
    "singleZip": { p, s in "Single.zip(\(all(s, "Single"))) \(mix).asObservable()" },
    "singleZipPair": { p, s in
      "Single.zip(\(all(s, "Single"))).asObservable().map { $0.0 &* 31 &+ $0.1 }"
    },
    "singleZipAll": { p, s in
      "Single.zip([\(all(s, "Single"))]) { \(inside("$0.reduce(0) \(plainMix)")) }.asObservable()"
    },
    "singleZipArrays": { p, s in
      "Single.zip([\(all(s, "Single"))]).map { $0.reduce(0) \(plainMix) }.asObservable()"
    },
    "maybeZip": { p, s in "Maybe.zip(\(all(s, "Maybe"))) \(mix).asObservable()" },
    "maybeZipPair": { p, s in
      "Maybe.zip(\(all(s, "Maybe"))).asObservable().map { $0.0 &* 31 &+ $0.1 }"
    },
    "completableZip": { p, s in whole("Completable.zip(\(list(s.map(without))))") },
    "completableZipMany": { p, s in
      whole("Completable.zip(\(s.map(without).joined(separator: ", ")))")
    },
    "infallibleMerge": { p, s in "Infallible.merge(\(list(s.map(safe)))).asObservable()" },
    "infallibleMergeMany": { p, s in "Infallible.merge(\(allSafe(s))).asObservable()" },
    "infallibleZip": { p, s in "Infallible.zip(\(allSafe(s))) \(mix).asObservable()" },
    "infallibleZipPair": { p, s in
      "Infallible.zip(\(allSafe(s))).asObservable().map { $0.0 &* 31 &+ $0.1 }"
    },
    "infallibleCombineLatest": { p, s in
      "Infallible.combineLatest(\(allSafe(s))) \(mix).asObservable()"
    },
    "infallibleCombineLatestPair": { p, s in
      "Infallible.combineLatest(\(allSafe(s))).asObservable().map { $0.0 &* 31 &+ $0.1 }"
    },
    "infallibleCombineLatestAll": { p, s in
      "Infallible.combineLatest([\(allSafe(s))]) { \(inside("$0.reduce(0) \(plainMix)")) }.asObservable()"
    },
    "infallibleCombineLatestArrays": { p, s in
      "Infallible.combineLatest([\(allSafe(s))]).map { $0.reduce(0) \(plainMix) }.asObservable()"
    },
    "infallibleWithLatestFrom": { p, s in
      "\(safe(s[0])).withLatestFrom(\(safe(s[1]))) \(mix).asObservable()"
    },
    "infallibleWithLatestFromOther": { p, s in
      "\(safe(s[0])).withLatestFrom(\(safe(s[1]))).asObservable()"
    },
    "infallibleTakeUntil": { p, s in "\(safe(s[0])).take(until: \(safe(s[1]))).asObservable()" },
    "infallibleSkipUntil": { p, s in "\(safe(s[0])).skip(until: \(safe(s[1]))).asObservable()" },
  ]

  private static let innerForms: [String: Phrasebook.Phrase] = [
    "infallibleFlatMap": { p, s in "\(safe(s[0])).flatMap \(choice(s.map(safe))).asObservable()" },
    "infallibleFlatMapFirst": { p, s in
      "\(safe(s[0])).flatMapFirst \(choice(s.map(safe))).asObservable()"
    },
    "infallibleFlatMapLatest": { p, s in
      "\(safe(s[0])).flatMapLatest \(choice(s.map(safe))).asObservable()"
    },
    "infallibleConcatMap": { p, s in "\(safe(s[0])).concatMap \(choice(s.map(safe))).asObservable()"
    },
    "singleFlatMap": { p, s in
      "\(s[0]).asSingle().flatMap \(choice(s.map { $0 + ".asSingle()" })).asObservable()"
    },
    "singleFlatMapMaybe": { p, s in
      "\(s[0]).asSingle().flatMapMaybe \(choice(s.map { $0 + ".asMaybe()" })).asObservable()"
    },
    "singleFlatMapCompletable": { p, s in
      whole("\(s[0]).asSingle().flatMapCompletable \(choice(s.map(without)))")
    },
    "maybeFlatMap": { p, s in
      "\(s[0]).asMaybe().flatMap \(choice(s.map { $0 + ".asMaybe()" })).asObservable()"
    },
  ]

  private static func all(_ streams: [String], _ trait: String) -> String {
    streams.map { "\($0).as\(trait)()" }.joined(separator: ", ")
  }

  static func allSafe(_ streams: [String]) -> String {
    streams.map(safe).joined(separator: ", ")
  }
}
