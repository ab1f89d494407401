import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

/// The rows of the catalogue; `own` are those that are not said alike everywhere.
enum Bindings {
  static let table: [String: OperatorBinding] = [
    sources, generated, operators, aggregating, combining, inner, succession, hot, filtering, timed,
    throwing, forms, traits, formsOfTime, observed, awaited, own,
  ]
  .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } }

  private static let sources: [String: OperatorBinding] = [
    "feed": OperatorBinding { iteration, parameters, _ in
      createFeed(iteration.feeds[parameters[0]], iteration.canary)
    },
    "subject": OperatorBinding { iteration, parameters, _ in
      hot(iteration, parameters[0]) { PublishSubject() }
    },
    "just": OperatorBinding { _, parameters, _ in Observable.just(parameters[0]) },
    "of": OperatorBinding { _, parameters, _ in Observable.of(parameters[0], parameters[1]) },
    "from": OperatorBinding { _, parameters, _ in Observable.from(parameters) },
    "range": OperatorBinding { _, parameters, _ in
      Observable<Int>.range(start: parameters[0], count: parameters[1])
    },
    "empty": OperatorBinding { _, _, _ in Observable<Int>.empty() },
    "never": OperatorBinding { _, _, _ in Observable<Int>.never() },
    "error": OperatorBinding { _, _, _ in Observable<Int>.error(FuzzError(code: 0)) },
    "timer": OperatorBinding { iteration, parameters, _ in
      Observable<Int>.timer(
        .milliseconds(parameters[0]), scheduler: clock(iteration, parameters[1]))
    },
    "interval": OperatorBinding { iteration, parameters, _ in
      Observable<Int>.interval(
        .milliseconds(parameters[0]), scheduler: clock(iteration, parameters[1]))
    },
  ]

  private static let operators: [String: OperatorBinding] = [
    "deferred": unary { iteration, _, input in
      let canary = iteration.canary
      return Observable.deferred {
        canary.touch()
        return input
      }
    },
    "scan": unary { iteration, parameters, input in
      let canary = iteration.canary
      return input.scan(parameters[0]) {
        canary.touch()
        return Token.combining($0, $1)
      }
    },
    "takeUntil": OperatorBinding { _, _, inputs in
      stream(inputs[0]).take(until: stream(inputs[1]))
    },
    "do": unary { iteration, _, input in
      let canary = iteration.canary
      return input.do(
        onNext: { _ in canary.touch() }, afterNext: { _ in canary.touch() },
        onError: { _ in canary.touch() }, afterError: { _ in canary.touch() },
        onCompleted: { canary.touch() }, afterCompleted: { canary.touch() },
        onSubscribe: { canary.touch() }, onSubscribed: { canary.touch() },
        onDispose: { canary.touch() })
    },
    "observeOn": unary { _, parameters, input in
      input.observe(on: schedulers[parameters[0]])
    },
    "subscribeOn": unary { _, parameters, input in
      input.subscribe(on: schedulers[parameters[0]])
    },
    "map": unary { iteration, parameters, input in
      let canary = iteration.canary
      let delta = parameters[0]
      return input.map {
        canary.touch()
        return Token.adding(delta, to: $0)
      }
    },
    "filter": unary { iteration, parameters, input in
      let canary = iteration.canary
      let predicate = parameters[0]
      return input.filter {
        canary.touch()
        return accepts(Token.payload($0), predicate: predicate)
      }
    },
    "skip": unary { _, parameters, input in input.skip(parameters[0]) },
    "take": unary { _, parameters, input in input.take(parameters[0]) },
    "merge": OperatorBinding { _, _, inputs in Observable.merge(inputs.map(stream)) },
  ]

  /// One scheduler for each queue that scenarios name, as an application has them: made once, used by all.
  static let schedulers = Iteration.queues.map {
    SerialDispatchQueueScheduler(queue: $0, internalSerialQueueName: "rxfuzz.scheduler.serial")
  }

  /// A `create` whose observer the script drives, and whose resource reports its disposal.
  private static func createFeed(_ feed: Feed, _ canary: Canary) -> Observable<Int> {
    Observable.create { observer in
      canary.touch()
      let attachment = feed.attach(CreateFeed(observer))
      return Disposables.create {
        canary.touch()
        feed.detach(attachment)
      }
    }
  }

  /// An operator with one input.
  static func unary(
    _ build: @escaping @Sendable (Iteration, [Int], Observable<Int>) -> Observable<Int>
  ) -> OperatorBinding {
    OperatorBinding { iteration, parameters, inputs in
      build(iteration, parameters, stream(inputs[0]))
    }
  }

  static func stream(_ object: AnyObject) -> Observable<Int> {
    unsafeDowncast(object, to: Observable<Int>.self)
  }

  static func accepts(_ payload: Int, predicate: Int) -> Bool {
    switch predicate {
    case 0: true
    case 1: false
    case 2: payload & 1 == 0
    default: payload & 1 == 1
    }
  }
}
