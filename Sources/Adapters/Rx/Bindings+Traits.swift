import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// The operators of the traits.
  static let traits: [String: OperatorBinding] = [
    "singleOp": forms("singleOp", singleForms),
    "maybeOp": forms("maybeOp", maybeForms),
    "completableOp": forms("completableOp", completableForms),
    "infallibleOp": forms("infallibleOp", infallibleForms.merging(ownInfallibleForms) { $1 }),
    "traitThen": forms("traitThen", thenForms),
    "traitMeet": forms("traitMeet", meetForms),
    "traitInner": forms("traitInner", innerForms),
    "traitRetry": forms(
      "traitRetry",
      [
        "single": { _, p, s in s[0].asSingle().retry(p[0]).asObservable() },
        "maybe": { _, p, s in s[0].asMaybe().retry(p[0]).asObservable() },
        "completable": { _, p, s in whole(without(s[0]).retry(p[0])) },
      ]),
    "retryWhenForm": forms(
      "retryWhenForm",
      [
        "typed": { iteration, _, s in
          typed(s[0]).retry(when: answers(FuzzError.self, s[1], iteration))
        },
        "single": { iteration, _, s in
          s[0].asSingle().retry(when: answers((any Error).self, s[1], iteration)).asObservable()
        },
        "singleTyped": { iteration, _, s in
          typed(s[0].asSingle().asObservable()).asSingle()
            .retry(when: answers(FuzzError.self, s[1], iteration)).asObservable()
        },
      ]),
    "infallibleShare": unary { _, parameters, input in
      safe(input).share(replay: parameters[0]).asObservable()
    },
  ].compactMapValues { $0 }

  /// The same sequence, whose errors are all of one type.
  private static func typed(_ source: Observable<Int>) -> Observable<Int> {
    source.catch { _ in .error(FuzzError(code: 0)) }
  }

  /// Answers the first errors by the elements of a trigger that follow them.
  static func answers<Failure>(
    _ type: Failure.Type, _ trigger: Observable<Int>, _ iteration: Iteration
  ) -> @Sendable (Observable<Failure>) -> Observable<Int> {
    let canary = iteration.canary
    return { errors in
      // Bounded: a source that fails at once, answered by a trigger that emits at once, would never end.
      errors.take(3).withLatestFrom(trigger) { _, token in
        canary.touch()
        return token
      }
    }
  }

  /// What every trait does alike, with what one of them does by itself.
  static func everyTrait<Trait, Element: Sendable>(
    _ convert: @escaping @Sendable (Observable<Int>) -> PrimitiveSequence<Trait, Element>,
    _ back: @escaping @Sendable (PrimitiveSequence<Trait, Element>) -> Observable<Int>,
    _ own: [String: FormBuild]
  ) -> [String: FormBuild] {
    let alike: [String: FormBuild] = [
      "debug": { _, _, s in
        back(debugged(convert(s[0])))
      },
      "using": { iteration, _, s in
        back(
          PrimitiveSequence<Trait, Element>.using(
            { TracedResource(iteration) }, primitiveSequenceFactory: { _ in convert(s[0]) }))
      },
      "deferred": { iteration, _, s in
        let canary = iteration.canary
        return back(
          PrimitiveSequence<Trait, Element>.deferred {
            canary.touch()
            return convert(s[0])
          })
      },
    ]
    return alike.merging(own) { _, own in own }
  }

  private static let thenForms: [String: FormBuild] = [
    "singleCatch": { iteration, _, s in
      let canary = iteration.canary
      return s[0].asSingle().catch { _ in
        canary.touch()
        return s[1].asSingle()
      }.asObservable()
    },
    "maybeCatch": { iteration, _, s in
      let canary = iteration.canary
      return s[0].asMaybe().catch { _ in
        canary.touch()
        return s[1].asMaybe()
      }.asObservable()
    },
    "completableCatch": { iteration, _, s in
      let canary = iteration.canary
      return whole(
        without(s[0]).catch { _ in
          canary.touch()
          return without(s[1])
        })
    },
    "maybeIfEmpty": { _, _, s in s[0].asMaybe().ifEmpty(switchTo: s[1].asMaybe()).asObservable() },
    "maybeIfEmptySingle": { _, _, s in
      s[0].asMaybe().ifEmpty(switchTo: s[1].asSingle()).asObservable()
    },
    "andThenSingle": { _, _, s in without(s[0]).andThen(s[1].asSingle()).asObservable() },
    "andThenMaybe": { _, _, s in without(s[0]).andThen(s[1].asMaybe()).asObservable() },
    "andThenCompletable": { _, _, s in whole(without(s[0]).andThen(without(s[1]))) },
    "andThenObservable": { _, _, s in without(s[0]).andThen(s[1]) },
    "completableConcat": { _, _, s in whole(without(s[0]).concat(without(s[1]))) },
    "completableConcatMany": { _, _, s in whole(.concat(without(s[0]), without(s[1]))) },
    "infallibleConcat": { _, _, s in safe(s[0]).concat(safe(s[1])).asObservable() },
    "infallibleConcatMany": { _, _, s in
      Infallible.concat(safe(s[0]), safe(s[1])).asObservable()
    },
    "infallibleConcatSequence": { _, _, s in Infallible.concat(s.map(safe)).asObservable() },
    "fallback": { _, _, s in s[0].asInfallible(onErrorFallbackTo: safe(s[1])).asObservable() },
    "recover": { iteration, _, s in
      let canary = iteration.canary
      return s[0].asInfallible(onErrorRecover: { _ in
        canary.touch()
        return safe(s[1])
      }).asObservable()
    },
  ]

  private static let meetForms: [String: FormBuild] = [
    "singleZip": { _, _, s in
      Single.zip(s[0].asSingle(), s[1].asSingle()) { Token.combining($0, $1) }.asObservable()
    },
    "singleZipPair": { _, _, s in
      Single.zip(s[0].asSingle(), s[1].asSingle()).asObservable()
        .map { Token.combining($0.0, $0.1) }
    },
    "singleZipAll": { _, _, s in
      Single.zip(s.map { $0.asSingle() }) { combine($0) }.asObservable()
    },
    "singleZipArrays": { _, _, s in
      Single.zip(s.map { $0.asSingle() }).map(combine).asObservable()
    },
    "maybeZip": { _, _, s in
      Maybe.zip(s[0].asMaybe(), s[1].asMaybe()) { Token.combining($0, $1) }.asObservable()
    },
    "maybeZipPair": { _, _, s in
      zipped(s[0].asMaybe(), s[1].asMaybe()).asObservable().map(combinePair)
    },
    "completableZip": { _, _, s in whole(.zip(s.map(without))) },
    "completableZipMany": { _, _, s in whole(.zip(without(s[0]), without(s[1]))) },
    "infallibleMerge": { _, _, s in Infallible.merge(s.map(safe)).asObservable() },
    "infallibleMergeMany": { _, _, s in Infallible.merge(safe(s[0]), safe(s[1])).asObservable() },
    "infallibleZip": { _, _, s in
      Infallible.zip(safe(s[0]), safe(s[1])) { Token.combining($0, $1) }.asObservable()
    },
    "infallibleZipPair": { _, _, s in
      zipped(safe(s[0]), safe(s[1])).asObservable().map(combinePair)
    },
    "infallibleCombineLatest": { _, _, s in
      Infallible.combineLatest(safe(s[0]), safe(s[1])) { Token.combining($0, $1) }.asObservable()
    },
    "infallibleCombineLatestPair": { _, _, s in
      latest(safe(s[0]), safe(s[1])).asObservable().map(combinePair)
    },
    "infallibleCombineLatestAll": { _, _, s in
      Infallible.combineLatest(s.map(safe)) { combine($0) }.asObservable()
    },
    "infallibleCombineLatestArrays": { _, _, s in
      Infallible.combineLatest(s.map(safe)).map { combine($0) }.asObservable()
    },
    "infallibleWithLatestFrom": { _, _, s in
      safe(s[0]).withLatestFrom(safe(s[1])) { Token.combining($0, $1) }.asObservable()
    },
    "infallibleWithLatestFromOther": { _, _, s in
      safe(s[0]).withLatestFrom(safe(s[1])).asObservable()
    },
    "infallibleTakeUntil": { _, _, s in safe(s[0]).take(until: safe(s[1])).asObservable() },
    "infallibleSkipUntil": { _, _, s in skipping(safe(s[0]), until: safe(s[1])).asObservable() },
  ]

  private static let innerForms: [String: FormBuild] = [
    "infallibleFlatMap": { iteration, _, s in
      safe(s[0]).flatMap(chooser(s, iteration, safe)).asObservable()
    },
    "infallibleFlatMapFirst": { iteration, _, s in
      safe(s[0]).flatMapFirst(chooser(s, iteration, safe)).asObservable()
    },
    "infallibleFlatMapLatest": { iteration, _, s in
      safe(s[0]).flatMapLatest(chooser(s, iteration, safe)).asObservable()
    },
    "infallibleConcatMap": { iteration, _, s in
      safe(s[0]).concatMap(chooser(s, iteration, safe)).asObservable()
    },
    "singleFlatMap": { iteration, _, s in
      s[0].asSingle().flatMap(chooser(s, iteration) { $0.asSingle() }).asObservable()
    },
    "singleFlatMapMaybe": { iteration, _, s in
      s[0].asSingle().flatMapMaybe(chooser(s, iteration) { $0.asMaybe() }).asObservable()
    },
    "singleFlatMapCompletable": { iteration, _, s in
      whole(s[0].asSingle().flatMapCompletable(chooser(s, iteration, without)))
    },
    "maybeFlatMap": { iteration, _, s in
      s[0].asMaybe().flatMap(chooser(s, iteration) { $0.asMaybe() }).asObservable()
    },
  ]

  private static func combinePair(_ tokens: (Int, Int)) -> Int {
    Token.combining(tokens.0, tokens.1)
  }

  /// Chooses, by an element's payload, among all inputs but the first.
  private static func chooser<Trait: Sendable>(
    _ inputs: [Observable<Int>], _ iteration: Iteration,
    _ convert: (Observable<Int>) -> Trait
  ) -> @Sendable (Int) -> Trait {
    let (canary, choices) = (iteration.canary, inputs.dropFirst().map(convert))
    return { token in
      canary.touch()
      return choices[Token.payload(token) % choices.count]
    }
  }
}
