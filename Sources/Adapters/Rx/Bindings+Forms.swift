import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// One form of a row: from the parameters behind the form, and the inputs.
  typealias FormBuild = @Sendable (Iteration, [Int], [Observable<Int>]) -> Observable<Int>

  /// A row with forms; nil where one of them is missing.
  static func forms(_ row: String, _ builds: [String: FormBuild]) -> OperatorBinding? {
    let names = Catalogue.row(named: row)?.forms ?? []
    let inOrder = names.compactMap { builds[$0] }
    guard inOrder.count == names.count else { return nil }
    return OperatorBinding { iteration, parameters, inputs in
      inOrder[parameters[0]](iteration, Array(parameters.dropFirst()), inputs.map(stream))
    }
  }

  /// Rows that spell operators of observables in another way, and those with more inputs than three.
  static let forms: [String: OperatorBinding] = [
    "zipMany": many(
      { canary, mix, s in
        switch s.count {
        case 4: .zip(s[0], s[1], s[2], s[3]) { mix([$0, $1, $2, $3]) }
        case 5: .zip(s[0], s[1], s[2], s[3], s[4]) { mix([$0, $1, $2, $3, $4]) }
        case 6: .zip(s[0], s[1], s[2], s[3], s[4], s[5]) { mix([$0, $1, $2, $3, $4, $5]) }
        case 7:
          .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) { mix([$0, $1, $2, $3, $4, $5, $6]) }
        default:
          .zip(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
            mix([$0, $1, $2, $3, $4, $5, $6, $7])
          }
        }
      }),
    "combineLatestMany": many(
      { canary, mix, s in
        switch s.count {
        case 4: .combineLatest(s[0], s[1], s[2], s[3]) { mix([$0, $1, $2, $3]) }
        case 5: .combineLatest(s[0], s[1], s[2], s[3], s[4]) { mix([$0, $1, $2, $3, $4]) }
        case 6:
          .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5]) { mix([$0, $1, $2, $3, $4, $5]) }
        case 7:
          .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6]) {
            mix([$0, $1, $2, $3, $4, $5, $6])
          }
        default:
          .combineLatest(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]) {
            mix([$0, $1, $2, $3, $4, $5, $6, $7])
          }
        }
      }),
    "withLatestFromOther": OperatorBinding { _, _, inputs in
      stream(inputs[0]).withLatestFrom(stream(inputs[1]))
    },
    "replayAll": OperatorBinding { iteration, parameters, _ in
      hot(iteration, parameters[0]) { ReplaySubject.createUnbounded() }
    },
    "variant": forms("variant", variants.merging(bindings) { first, _ in first }),
    "variantPair": forms("variantPair", pairs),
    "retryForever": forms("retryForever", endlessRetries),
    "source": forms("source", sourceForms),
  ].compactMapValues { $0 }

  private static func many(
    _ build:
      @escaping @Sendable (Canary, @escaping @Sendable ([Int]) -> Int, [Observable<Int>]) ->
      Observable<Int>
  ) -> OperatorBinding {
    OperatorBinding { iteration, _, inputs in
      let canary = iteration.canary
      return build(
        canary,
        {
          canary.touch()
          return combine($0)
        }, inputs.map(stream))
    }
  }

  private static let variants: [String: FormBuild] = [
    "distinctUntilChanged": { _, _, s in
      s[0].map(ByParity.init).distinctUntilChanged().map(\.token)
    },
    "distinctComparer": { iteration, _, s in
      let canary = iteration.canary
      return s[0].distinctUntilChanged { (first: Int, second: Int) -> Bool in
        canary.touch()
        return ByParity(first) == ByParity(second)
      }
    },
    "distinctKeyComparer": { iteration, _, s in
      let canary = iteration.canary
      return s[0].distinctUntilChanged {
        canary.touch()
        return Token.payload($0) & 1
      } comparer: {
        $0 == $1
      }
    },
    "distinctAt": { _, _, s in
      s[0].map(ByParity.init).distinctUntilChanged(at: \.parity).map(\.token)
    },
    "single": { _, _, s in s[0].single() },
    "reduceMap": { iteration, p, s in
      let canary = iteration.canary
      return s[0].reduce(Token.make(payload: p[0], emission: 0)) {
        canary.touch()
        return Token.combining($0, $1)
      } mapResult: {
        canary.touch()
        return $0
      }
    },
    "startWithMany": { _, p, s in
      let element = Token.make(payload: p[0], emission: 0)
      return s[0].startWith(element, element)
    },
    "withUnretainedPair": { iteration, _, s in
      s[0].withUnretained(iteration.canary).map { canary, token in
        canary.touch()
        return token
      }
    },
  ]

  private static let pairs: [String: FormBuild] = [
    "zipPair": { _, _, s in Observable.zip(s[0], s[1]).map { Token.combining($0.0, $0.1) } },
    "zipArrays": { _, _, s in Observable.zip(s).map(combine) },
    "combineLatestPair": { _, _, s in
      Observable.combineLatest(s[0], s[1]).map { Token.combining($0.0, $0.1) }
    },
    "combineLatestArrays": { _, _, s in Observable.combineLatest(s).map(combine) },
    "amb": { _, _, s in s[0].amb(s[1]) },
    "mergeMany": { _, _, s in Observable.merge(s[0], s[1]) },
    "mergeCollection": { _, _, s in Observable.merge(ContiguousArray(s)) },
    "concat": { _, _, s in s[0].concat(s[1]) },
    "concatMany": { _, _, s in Observable.concat(s[0], s[1]) },
    "concatSequence": { _, _, s in Observable.concat(ContiguousArray(s)) },
  ]

  private static let endlessRetries: [String: FormBuild] = [
    "observable": { _, p, s in
      Observable.deferred {
        let attempts = Attempts(p[0])
        return Observable.deferred { attempts.next() ? s[0] : .just(p[0]) }.retry()
      }
    },
    "single": { _, p, s in
      Observable.deferred {
        let attempts = Attempts(p[0])
        return endless(Single.deferred { attempts.next() ? s[0].asSingle() : .just(p[0]) })
          .asObservable()
      }
    },
    "maybe": { _, p, s in
      Observable.deferred {
        let attempts = Attempts(p[0])
        return endless(Maybe.deferred { attempts.next() ? s[0].asMaybe() : .just(p[0]) })
          .asObservable()
      }
    },
  ]

  private static let sourceForms: [String: FormBuild] = [
    "singleJust": { _, p, _ in Single.just(p[0]).asObservable() },
    "singleError": { _, _, _ in Single<Int>.error(FuzzError(code: 0)).asObservable() },
    "singleNever": { _, _, _ in Single<Int>.never().asObservable() },
    "singleZipOfNone": { _, p, _ in
      Single<Int>.zip([Single<Int>]()) { _ in p[0] }.asObservable()
    },
    "maybeJust": { _, p, _ in Maybe.just(p[0]).asObservable() },
    "maybeEmpty": { _, _, _ in Maybe<Int>.empty().asObservable() },
    "completableEmpty": { _, _, _ in withElements(Completable.empty()) },
    "completableError": { _, _, _ in
      withElements(Completable.error(FuzzError(code: 0)))
    },
    "infallibleJust": { _, p, _ in Infallible.just(p[0]).asObservable() },
    "infallibleOf": { _, p, _ in Infallible.of(p[0], p[0]).asObservable() },
    "infallibleFrom": { _, p, _ in Infallible.from([p[0], p[0]]).asObservable() },
    "infallibleFromSequence": { _, p, _ in
      Infallible.from(Swift.repeatElement(p[0], count: 2)).asObservable()
    },
    "infallibleEmpty": { _, _, _ in Infallible<Int>.empty().asObservable() },
    "infallibleNever": { _, _, _ in Infallible<Int>.never().asObservable() },
    "infallibleDeferred": { iteration, p, _ in
      let canary = iteration.canary
      return Infallible.deferred {
        canary.touch()
        return .just(p[0])
      }.asObservable()
    },
    "fromSequence": { _, p, _ in Observable.from(Swift.repeatElement(p[0], count: 2)) },
    "zipOfNone": { _, _, _ in Observable.zip([Observable<Int>]()) { $0.count } },
    "combineLatestOfNone": { _, p, _ in
      Observable.combineLatest([Observable<Int>]()) { _ in p[0] }
    },
    "mergeOfNone": { _, _, _ in Observable<Int>.merge([Observable<Int>]()) },
    "concatOfNone": { _, _, _ in Observable<Int>.concat([Observable<Int>]()) },
    "ambOfNone": { _, _, _ in Observable<Int>.amb([Observable<Int>]()) },
    "deferredThrows": { _, _, _ in Observable<Int>.deferred { throw FuzzError(code: 0) } },
    "usingThrows": { _, _, _ in
      Observable<Int>.using { () throws -> TracedResource in
        throw FuzzError(code: 0)
      } observableFactory: { _ in
        .never()
      }
    },
    "usingFactoryThrows": { iteration, _, _ in
      Observable<Int>.using {
        TracedResource(iteration)
      } observableFactory: { _ in
        throw FuzzError(code: 0)
      }
    },
    "generateThrows": { _, p, _ in
      Observable.generate(
        initialState: p[0], condition: { _ in throw FuzzError(code: 0) }, iterate: { $0 })
    },
  ]

  /// The combination of a row's elements.
  static func combine(_ tokens: [Int]) -> Int {
    tokens.dropFirst().reduce(tokens[0]) { Token.combining($0, $1) }
  }
}

/// An element that is distinguished from others by whether its payload is odd.
struct ByParity: Comparable, Sendable {
  let token: Int
  init(_ token: Int) { self.token = token }
  var parity: Int { Token.payload(token) & 1 }
  static func == (first: ByParity, second: ByParity) -> Bool { first.parity == second.parity }
  // RxSwift's operators of infallible sequences ask, up to 6.5, for more than that elements are equal or not.
  static func < (first: ByParity, second: ByParity) -> Bool { first.parity < second.parity }
}
