@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Where one producer follows another, or comes of an element, who disposes disposes that one, too; and they follow in their order.
extension CheckedCases {
  static let departures: [Case] =
    [
      leaves("flatMapError") { inner in
        Producer(error: FuzzError(code: 1)).flatMapError { _ in inner }
      },
      leaves("then") { Producer.empty.then($0) },
      leaves("concat") { Producer.empty.concat($0) },
      leaves("prefix") { $0.prefix(Producer.empty) },
      leaves("repeat", starts: 2) { inner in later(.completed, inner).repeat(2) },
      leaves("retry", starts: 2) { inner in
        later(.failed(FuzzError(code: 1)), inner).retry(upTo: 1)
      },
      leaves("take(untilReplacement:)") { Producer.never.take(untilReplacement: $0) },
      leaves("merge") { Producer.merge([Producer.empty, $0]) },
      leaves("combineLatest") { Producer.combineLatest([Producer(value: 1), $0]).map { $0[0] } },
      leaves("zip") { Producer.zip([Producer(value: 1).concat(.never), $0]).map { $0[0] } },
      leaves("replayLazily") { $0.replayLazily(upTo: 1) },
      leaves("start(on:)") { $0.start(on: ImmediateScheduler()) },
      leaves("flatMap latest, twice", starts: 2) { inner in
        Producer([1, 2]).concat(.never).flatMap(.latest) { _ in inner }
      },
      leaves("flatMap merge, twice", starts: 2) { inner in
        Producer([1, 2]).concat(.never).flatMap(.merge) { _ in inner }
      },
    ]
    + strategies.map { name, strategy in
      leaves("flatMap \(name)") { inner in
        Producer(value: 1).concat(.never).flatMap(strategy) { _ in inner }
      }
    } + flattenings

  /// What 7.2.1 fails at; on its own, so that it does not stand in the finding of others.
  static let departuresOfSignals: [Case] = [
    leaves("flatMapError of a signal") { inner in
      Producer { observer, lifetime in
        let (signal, input) = Signal<Int, FuzzError>.pipe()
        lifetime += signal.flatMapError { _ in inner }.observe(observer)
        input.send(error: FuzzError(code: 1))
      }
    }
  ]

  /// What 7.2.1 fails at; on its own, too.
  static let races: [Case] = [
    Case("a race whose winner completes while the next one is being started", ".") {
      let (first, input) = Signal<Int, FuzzError>.pipe()
      let inputs = [
        Made { Producer(first) },
        Made {
          input.sendCompleted()
          return .never
        },
      ]
      let log = CheckedLog()
      SignalProducer<Made, FuzzError>(inputs).flatten(.race).start { log.note($0) }
      return log.text
    }
  ]

  /// A producer that is made when it is asked for.
  private struct Made: SignalProducerConvertible {
    let make: () -> Producer
    var producer: Producer { make() }
  }

  private static var strategies: [(String, FlattenStrategy)] {
    var all: [(String, FlattenStrategy)] = [
      ("merge", .merge), ("concat", .concat), ("latest", .latest), ("race", .race),
    ]
    #if HAS_FLATTEN_THROTTLE
      all.append(("throttle", .throttle))
    #endif
    return all
  }

  private static let flattenings: [Case] =
    [
      Case("producers that wait for their turn", "1 2 3 . | 1 2 3") {
        let pipes = (0..<3).map { _ in Signal<Int, FuzzError>.pipe() }
        let (outer, input) = Signal<Producer, FuzzError>.pipe()
        let starts = CheckedLog()
        let log = observe(outer.flatten(.concurrent(limit: 1)))
        for (number, pipe) in pipes.enumerated() {
          input.send(
            value: Producer(pipe.output).on(started: { starts.note("\(number + 1)") }))
        }
        input.sendCompleted()
        for (number, pipe) in pipes.enumerated() {
          pipe.input.send(value: number + 1)
          pipe.input.sendCompleted()
        }
        return "\(log.text) | \(starts.text)"
      }
    ]
    + strategies.map { name, strategy in
      Case("flattened \(name), one behind the other", name == "race" ? "1 ." : "1 2 .") {
        let pipes = (0..<2).map { _ in Signal<Int, FuzzError>.pipe() }
        let (outer, input) = Signal<Producer, FuzzError>.pipe()
        let log = observe(outer.flatten(strategy))
        for (number, pipe) in pipes.enumerated() {
          input.send(value: Producer(pipe.output))
          if number == 1 { input.sendCompleted() }
          pipe.input.send(value: number + 1)
          pipe.input.sendCompleted()
        }
        return log.text
      }
    }

  /// The first start ends at once.
  private static func later(_ end: Signal<Int, FuzzError>.Event, _ inner: Producer) -> Producer {
    let starts = CheckedLog()
    return Producer { observer, lifetime in
      starts.note("1")
      lifetime += inner.start(observer)
      if starts.count == 1 { observer.send(end) }
    }
  }

  /// Started, and let go when it is left.
  private static func leaves(
    _ name: String, starts: Int = 1, _ build: @escaping @Sendable (Producer) -> Producer
  ) -> Case {
    Case("\(name), left", "\(starts) \(starts)") {
      let (begun, gone) = (CheckedLog(), CheckedLog())
      let inner = Producer.never.on(
        started: { begun.note("1") }, disposed: { gone.note("1") })
      build(inner).start().dispose()
      return "\(begun.count) \(gone.count)"
    }
  }
}
