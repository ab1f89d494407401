import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  static let timed: [String: OperatorBinding] = [
    "debounce": delaying { input, span, scheduler, _ in
      input.debounce(span, scheduler: scheduler)
    },
    "throttle": delaying { input, span, scheduler, parameters in
      input.throttle(span, latest: parameters[2] == 1, scheduler: scheduler)
    },
    "delay": delaying { input, span, scheduler, _ in input.delay(span, scheduler: scheduler) },
    "delaySubscription": delaying { input, span, scheduler, _ in
      input.delaySubscription(span, scheduler: scheduler)
    },
    "takeFor": delaying { input, span, scheduler, _ in
      input.take(for: span, scheduler: scheduler)
    },
    "skipFor": delaying { input, span, scheduler, _ in
      input.skip(span, scheduler: scheduler)
    },
    "timeout": delaying { input, span, scheduler, _ in
      input.timeout(span, scheduler: scheduler)
    },
    "timeoutOther": OperatorBinding { iteration, parameters, inputs in
      stream(inputs[0]).timeout(
        .milliseconds(parameters[0]), other: stream(inputs[1]),
        scheduler: clock(iteration, parameters[1]))
    },
  ]

  /// An operator whose first parameters are a span of time and a scheduler.
  private static func delaying(
    _ build:
      @escaping @Sendable (Observable<Int>, RxTimeInterval, any SchedulerType, [Int]) ->
      Observable<Int>
  ) -> OperatorBinding {
    unary { iteration, parameters, input in
      build(input, .milliseconds(parameters[0]), clock(iteration, parameters[1]), parameters)
    }
  }
}
