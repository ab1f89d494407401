import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

extension Bindings {
  /// Rows that depend on the clock. `TestScheduler` belongs to one thread, so time is real.
  static let timed: [String: OperatorBinding] = [
    "timer": OperatorBinding { _, parameters, _ in ProducerBox(ticks(parameters).take(first: 1)) },
    "interval": OperatorBinding { _, parameters, _ in ProducerBox(ticks(parameters)) },
    "debounce": delaying { $0.debounce($1, on: $2) },
    "throttle": unary { _, parameters, input in
      input.throttle(seconds(parameters), on: schedulers[parameters[1]])
    },
    "delay": delaying { $0.delay($1, on: $2) },
    "timeout": delaying {
      $0.timeout(after: $1, raising: FuzzError(code: FuzzError.codeOfOthers), on: $2)
    },
  ]

  /// 0, 1, 2 ... at fixed times.
  private static func ticks(_ parameters: [Int]) -> Producer {
    SignalProducer.timer(
      interval: .milliseconds(parameters[0]), on: schedulers[parameters[1]], leeway: .seconds(0)
    )
    .scan(-1) { number, _ in number + 1 }
    .promoteError(FuzzError.self)
  }

  private static func seconds(_ parameters: [Int]) -> TimeInterval {
    TimeInterval(parameters[0]) / 1000
  }

  private static func delaying(
    _ build: @escaping @Sendable (Producer, TimeInterval, QueueScheduler) -> Producer
  ) -> OperatorBinding {
    unary { _, parameters, input in
      build(input, seconds(parameters), schedulers[parameters[1]])
    }
  }
}
