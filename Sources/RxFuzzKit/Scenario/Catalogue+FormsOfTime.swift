// Operators of the traits that depend on a scheduler, and schedulers of other kinds under operators that have a row.

extension Catalogue {
  static let traitFormsOfTime: [OperatorRow] = [
    .forms(
      "traitTimed", [.milliseconds(0...2), .queue], traits: [.asynchronous, .timed],
      [
        "singleDelay": { $1[0].asSingle.then("delay", $0[0], $0[1]) },
        "singleDelaySubscription": { $1[0].asSingle.then("delaySubscription", $0[0], $0[1]) },
        "singleTimeout": { $1[0].asSingle.then("timeout", $0[0], $0[1]) },
        "infallibleDebounce": { $1[0].asInfallible.then("debounce", $0[0], $0[1]) },
        "infallibleThrottle": { $1[0].asInfallible.then("throttle", $0[0], $0[1], 1) },
        "infallibleThrottleFirst": { $1[0].asInfallible.then("throttle", $0[0], $0[1], 0) },
        "infallibleDelay": { $1[0].asInfallible.then("delay", $0[0], $0[1]) },
        "infallibleTakeFor": { $1[0].asInfallible.then("takeFor", $0[0], $0[1]) },
        "throttleFirst": { $1[0].then("throttle", $0[0], $0[1], 0) },
        "concurrentDelay": { $1[0].then("delay", $0[0], $0[1]) },
        "concurrentDebounce": { $1[0].then("debounce", $0[0], $0[1]) },
        "concurrentTimeout": { $1[0].then("timeout", $0[0], $0[1]) },
      ]),
    OperatorRow(
      "singleTimeoutOther", [.milliseconds(0...2), .queue], inputs: 2...2, weight: 1,
      traits: [.asynchronous, .timed]
    ) { Chain("timeoutOther", $0, inputs: $1.map(\.asSingle)) },
    .forms(
      "traitOn", [.queue], traits: .asynchronous,
      [
        "singleObserve": { $1[0].asSingle.then("observeOn", $0[0]) },
        "singleSubscribe": { $1[0].asSingle.then("subscribeOn", $0[0]) },
        "infallibleObserve": { $1[0].asInfallible.then("observeOn", $0[0]) },
        "infallibleSubscribe": { $1[0].asInfallible.then("subscribeOn", $0[0]) },
        "concurrentObserve": { $1[0].then("observeOn", $0[0]) },
        "concurrentSubscribe": { $1[0].then("subscribeOn", $0[0]) },
      ]),
    .forms(
      "timerForm", [.milliseconds(0...2), .queue], inputs: 0...0, weight: 1,
      traits: [.asynchronous, .timed],
      [
        "single": { parameters, _ in Chain("timer", parameters) },
        "maybe": { parameters, _ in Chain("timer", parameters) },
        "concurrent": { parameters, _ in Chain("timer", parameters) },
      ]),
    .forms(
      "intervalForm", [.milliseconds(1...2), .queue], inputs: 0...0, weight: 1,
      traits: [.asynchronous, .timed],
      [
        "concurrent": { parameters, _ in Chain("interval", parameters) }
      ]),
    OperatorRow(
      "periodicTimer", [.milliseconds(0...2), .milliseconds(1...3), .queue], inputs: 0...0,
      weight: 1, traits: [.asynchronous, .timed], model: .interval),
    // Consecutive numbers from the first one on, each in a piece of work of its own.
    OperatorRow(
      "scheduled",
      [
        .form([
          "from", "fromSequence", "range", "generate", "recursive", "repeat", "infallibleFrom",
          "concurrentFrom",
        ]), .payload, .count(0...3), .queue,
      ], inputs: 0...0, weight: 1, traits: .asynchronous, model: .scheduledNumbers),
    .forms(
      "scheduledOne", [.payload, .queue], inputs: 0...0, weight: 1, traits: .asynchronous,
      [
        "single": { parameters, _ in Chain("justScheduled", parameters) },
        "infallible": { parameters, _ in Chain("justScheduled", parameters) },
        "optional": { parameters, _ in Chain("justScheduled", parameters) },
        "of": { parameters, _ in Chain("justScheduled", parameters) },
      ]),
  ]
}
