// What a binding of each row has to do: for those who write an adapter.

extension OperatorRow {
  /// What its binding must emit; nil where the row stands for other rows, and means what they do.
  public var duty: String? { Self.duties[name] }
  /// Which of its closures must touch the canary.
  public var touching: String { Self.closures[name] ?? "" }

  static let duties: [String: String] = [
    "feed":
      "attaches to the feed when it is subscribed, detaches when "
      + "the library releases it: once each, with the same number",
    "subject": "made through `Iteration.hot`; the feed's events go into it",
    "just": "its parameter as an element, then completed",
    "of": "both parameters, then completed",
    "from": "all three parameters, then completed",
    "range": "as many consecutive numbers as the count says, then completed",
    "empty": "completed",
    "never": "nothing",
    "error": "`FuzzError(code: 0)`",
    "deferred": "its input, built anew by a closure for each subscription",
    "timer": "0 after the delay, then completed",
    "interval": "0, 1, 2 … each after the delay, until it is disposed",
    "generate": "as `range`, made by a condition and a step",
    "repeatElement":
      "its first parameter as often as its second says, then completed; "
      + "a library that repeats for ever is cut by its own `take`",
    "fromOptional": "its first parameter if the second is 1, else nothing; then completed",
    "justScheduled": "its parameter, then completed, both on the queue",
    "map": "`Token.adding(delta, to:)`",
    "scan":
      "`Token.combining(before, element)`, from "
      + "`Token.make(payload: parameter, emission: 0)`",
    "compactMap": "nil for elements that the predicate refuses",
    "enumerated": "`Token.adding(index, to: element)`",
    "scanInto": "as `scan`, into a variable",
    "reduce": "as `scan`, told once at completion",
    "toArray": "the list folded from payload 0 by `Token.combining`",
    "materialize":
      "`Token.materialized(next:)`, `.materializedError`, "
      + "`.materializedCompleted`; then completed",
    "dematerialize": "accepted elements are elements, the first other one is completed",
    "withUnretained": "passes on, with the canary as the object that is not retained",
    "using":
      "passes its input on; opens a resource "
      + "of `Iteration.resources` for each subscription, closes it once",
    "filter": "the predicate",
    "ignoreElements": "no element",
    "distinctUntilChanged": "elements are equal whose payloads are both odd or both even",
    "elementAt":
      "the element of that index, from 0, then completed; "
      + "an error of the library's own where there is none",
    "single": "the only element that the predicate accepts; an error where there are none or more",
    "skip": "without so many first elements",
    "skipWhile": "without the first elements, as long as the predicate accepts them",
    "skipUntil": "what comes after the second input's first element",
    "take": "so many elements; 0 completes at once",
    "takeLast": "so many last elements, at completion",
    "takeWhile":
      "as long as the predicate accepts; a count "
      + "of 1 passes on the element that ends it",
    "takeUntilPredicate":
      "until the predicate accepts; a count of "
      + "1 passes on the element that ends it",
    "takeUntil": "until the second input's first element",
    "sample":
      "the first input's latest element, if it is new, "
      + "at each element of the second, and at its completion",
    "sampleOrDefault": "as `sample`, with the parameter where there is no new element",
    "ifEmptyDefault": "the parameter where there was no element",
    "ifEmptySwitch": "the second input where the first was empty",
    "merge": "all inputs at once",
    "zip": "`Token.combining` of one element of each, from the left",
    "zipAll": "the same of a collection; a list is combined from its first element on",
    "combineLatest": "`Token.combining` of the latest of each, from the left",
    "combineLatestAll": "the same of a collection",
    "withLatestFrom": "`Token.combining(element, latest of the second)`",
    "amb": "the input that is the first to say anything",
    "flatMap":
      "an element's payload, modulo the number of the other "
      + "inputs, chooses one of them; all run at once",
    "flatMapFirst": "the same; what comes while one runs is left out",
    "flatMapLatest": "the same; a new one replaces the one that runs",
    "concatMap": "the same, one after the other",
    "switchLatest":
      "as `flatMapLatest`, written as a map to "
      + "sequences and an operator without a closure",
    "mergeInner": "as `flatMap`, written so",
    "concatInner": "as `concatMap`, written so",
    "mergeMaxConcurrent": "as `mergeInner`, so many at a time",
    "groupBy": "groups by `payload & 1`, merged at once",
    "window": "windows by span and count, merged at once",
    "buffer": "by span and count; a list folded from payload 0, empty ones, too",
    "startWith": "the parameter first",
    "concat": "one input after the other",
    "catch": "the second input after an error of the first",
    "catchAndReturn": "the parameter and completed after an error",
    "catchSequence": "the next input after an error",
    "retry": "so many subscriptions in all",
    "retryWhen":
      "subscribed again when the second input has an element for "
      + "an error; three times at most, then the error passes",
    "do": "passes on",
    "debug": "passes on; what it writes goes nowhere",
    "observeOn": "delivers on the queue",
    "subscribeOn": "subscribes on the queue",
    "behavior": "a subject with a value, at first the parameter; through `Iteration.hot`",
    "replay": "a subject that replays so many",
    "async": "a subject that tells its last element when it completes",
    "publishRelay": "as `subject`, without ends: errors and completed of the feed go nowhere",
    "behaviorRelay": "as `behavior`, without ends",
    "replayRelay": "as `replay`, without ends",
    "share": "one connection for all who subscribe, disconnected with the last, begun anew",
    "shareReplay": "the same, and newcomers are told so many",
    "shareForever": "newcomers are told so many; what is remembered outlives connections",
    "publishRefCount": "as `share`, written as publish and refCount",
    "replayRefCount": "as `shareReplay`, written as replay and refCount",
    "replayAllRefCount": "the same without a bound",
    "multicastRefCount": "through one subject that outlives connections",
    "publishConnect":
      "the first input, connected by the second's "
      + "first element; disconnected by who connected, at disposal",
    "multicast": "passes on, through a subject made for each subscription",
    "asSingle": "the only element at completion; an error where there are none or more",
    "asMaybe": "the same; none is no error",
    "first": "the first element, then completed; an element of 0 where there is none",
    "asInfallible": "the parameter and completed after an error",
    "debounce": "the latest element when none has come for a while, and at completion",
    "throttle": "the first element of each span, with a count of 1 the latest at its end, too",
    "delay": "elements and completed later, errors at once",
    "delaySubscription": "subscribed later, on the queue",
    "takeFor": "completes after a while",
    "skipFor": "without what comes in a while",
    "timeout": "an error of the library's own where nothing has come for a while",
    "timeoutOther": "the second input where nothing has come for a while",
    "mapThrows":
      "a map, whose closure throws `FuzzError(code: "
      + "0)` for elements that the predicate accepts",
    "filterThrows":
      "a filter that accepts the others, whose closure "
      + "throws `FuzzError(code: 0)` for elements that the predicate accepts",
    "compactMapThrows":
      "a compactMap that keeps the others, whose closure "
      + "throws `FuzzError(code: 0)` for elements that the predicate accepts",
    "takeWhileThrows":
      "a takeWhile that accepts the others, whose closure "
      + "throws `FuzzError(code: 0)` for elements that the predicate accepts",
    "doThrows":
      "a do that passes the others on, whose closure "
      + "throws `FuzzError(code: 0)` for elements that the predicate accepts",
    "groupByThrows":
      "a groupBy, merged at once, whose closure throws "
      + "`FuzzError(code: 0)` for elements that the predicate accepts",
    "flatMapThrows":
      "a flatMap to one element, whose closure throws "
      + "`FuzzError(code: 0)` for elements that the predicate accepts",
    "flatMapLatestThrows":
      "the same with flatMapLatest, whose closure throws "
      + "`FuzzError(code: 0)` for elements that the predicate accepts",
    "concatMapThrows":
      "the same with concatMap, whose closure throws "
      + "`FuzzError(code: 0)` for elements that the predicate accepts",
    "zipThrows":
      "a zip, whose closure throws `FuzzError(code: "
      + "0)` for elements that the predicate accepts",
    "combineLatestThrows":
      "a combineLatest, whose closure throws `FuzzError(code: "
      + "0)` for elements that the predicate accepts",
    "withLatestFromThrows":
      "a withLatestFrom, whose closure throws `FuzzError(code: "
      + "0)` for elements that the predicate accepts",
    "catchThrows":
      "a catch whose handler throws `FuzzError(code: 0)` where the predicate "
      + "accepts the error's code, or 0 for a negative one",
    "withLatestFromOther": "the second input's latest, for each element of the first",
    "replayAll": "a subject that replays everything",
    "periodicTimer": "0 after the first delay, then 1, 2 … after the second, until it is disposed",
    "scheduled":
      "so many consecutive numbers, then completed, each in a "
      + "piece of work of its own on the queue",
    "groups":
      "`ObservedWords.innerBegun`, `.inner`, `.innerFailed`, `.innerCompleted` "
      + "of each group, merged",
    "windows": "the same of each window, without the beginning of the first",
    "future":
      "a promise, through `Iteration.hot`: the first element keeps "
      + "it, an error breaks it, completed does nothing",
    "collectCount": "so many elements as one, folded from payload 0; a remainder at completion",
    "reduction":
      "one number of all elements, by `Token.make(payload:emission: 0)`: how many; 1 or 0 for whether "
      + "any, all are accepted; the smallest, the largest payload's element; the first, the last accepted one",
    "lazyMap":
      "`Token.adding(delta, to:)`, on the queue, for the "
      + "latest element whenever the queue comes to it",
  ]

  private static let closures: [String: String] = [
    "feed": "the closure that subscribes, and the one that releases",
    "deferred": "the closure",
    "map": "the transform",
    "scan": "the transform",
    "compactMap": "the transform",
    "scanInto": "the transform",
    "reduce": "the transform",
    "toArray": "the fold, where it is a closure",
    "withUnretained": "the transform",
    "using": "both closures",
    "filter": "the test",
    "distinctUntilChanged": "the comparison",
    "single": "the test",
    "skipWhile": "the test",
    "takeWhile": "the test",
    "takeUntilPredicate": "the test",
    "zip": "the combination",
    "zipAll": "the combination",
    "combineLatest": "the combination",
    "combineLatestAll": "the combination",
    "withLatestFrom": "the combination",
    "flatMap": "the choice",
    "flatMapFirst": "the choice",
    "flatMapLatest": "the choice",
    "concatMap": "the choice",
    "switchLatest": "the choice",
    "mergeInner": "the choice",
    "concatInner": "the choice",
    "mergeMaxConcurrent": "the choice",
    "groupBy": "the key",
    "catch": "the handler",
    "retryWhen": "the handler",
    "do": "every handler",
    "debug": "the writer, where it is a closure",
    "publishConnect": "the closure that connects",
    "multicast": "both closures",
    "mapThrows": "the closure",
    "filterThrows": "the closure",
    "compactMapThrows": "the closure",
    "takeWhileThrows": "the closure",
    "doThrows": "the closure",
    "groupByThrows": "the closure",
    "flatMapThrows": "the closure",
    "flatMapLatestThrows": "the closure",
    "concatMapThrows": "the closure",
    "zipThrows": "the closure",
    "combineLatestThrows": "the closure",
    "withLatestFromThrows": "the closure",
    "catchThrows": "the handler",
    "groups": "the key",
    "collectCount": "the fold, where it is a closure",
    "reduction": "every test",
    "lazyMap": "the transform",
  ]
}
