@preconcurrency import OpenCombine
import RxFuzzKit

/// What two threads may do at the same time to one operator, or to one subscriber: a source sends to it, or ends it, while somebody
/// behind it asks for more, or cancels. Neither the source nor who is behind takes a lock, so that one that is not taken shows.
final class OperatorPairRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: each queue makes its own calls; what they meet in is under test.
  enum Call { case element, end, ask, cancel }

  private static let pairs: [(Call, Call)] = [
    (.element, .ask), (.element, .cancel), (.end, .ask), (.end, .cancel), (.ask, .cancel),
    (.ask, .ask), (.cancel, .cancel),
  ]

  private let calls: [(Call) -> Void]

  /// - Parameter make: gives what makes a call of an object as new.
  init(_ make: () -> (Call) -> Void) { calls = Self.pairs.map { _ in make() } }

  func perform(queue: Int) {
    for (pair, call) in zip(Self.pairs, calls) { call(queue == 0 ? pair.0 : pair.1) }
  }

  func fault() -> LibraryCheckFault? { nil }

  /// A subscriber that has asked for elements, and has got one through the operator.
  convenience init(_ one: CheckedOperator) {
    self.init {
      let source = BareSource<FuzzError>()
      let subscriber = BareSubscriber<Int, FuzzError>()
      one.build(CheckedPublisher(source)).subscribe(subscriber)
      subscriber.subscription?.request(.max(8))
      source.send(1)
      return { call in
        switch call {
        case .element: source.send(2)
        case .end: source.finish()
        case .ask: subscriber.subscription?.request(.max(1))
        case .cancel: subscriber.subscription?.cancel()
        }
      }
    }
  }
}

/// A publisher that keeps who subscribes first, and takes what it is asked without doing anything.
///
/// Thread-safety: one thread subscribes, and afterwards any may send.
final class BareSource<Failure: Error>: Publisher {
  typealias Output = Int
  private var subscriber: AnySubscriber<Int, Failure>?

  private let onCancel: () -> Void

  /// - Parameter onCancel: called when it is cancelled.
  init(onCancel: @escaping () -> Void = {}) { self.onCancel = onCancel }

  private final class Nothing: Subscription {
    private let onCancel: () -> Void
    init(onCancel: @escaping () -> Void) { self.onCancel = onCancel }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { onCancel() }
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Int, Downstream.Failure == Failure {
    if self.subscriber == nil { self.subscriber = AnySubscriber(subscriber) }
    subscriber.receive(subscription: Nothing(onCancel: onCancel))
  }

  func send(_ element: Int) { _ = subscriber?.receive(element) }
  func finish() { subscriber?.receive(completion: .finished) }
}

/// A subscriber that does nothing. Thread-safety: as of `BareSource`.
final class BareSubscriber<Input, Failure: Error>: Subscriber {
  private(set) var subscription: (any Subscription)?
  private let onElement: () -> Void

  /// - Parameter onElement: called for each element.
  init(onElement: @escaping () -> Void = {}) { self.onElement = onElement }

  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Input) -> Subscribers.Demand {
    onElement()
    return .none
  }
  func receive(completion: Subscribers.Completion<Failure>) {}
}

extension Checks {
  /// One way for each operator, in few schedules: an access without a lock shows in any.
  static let operatorPairs: [LibraryCheck] =
    CheckedOperators.families.map { name, operators in
      LibraryCheck("\(name)Pair", ways: operators.count, staysInCalls: true) { way in
        OperatorPairRun(operators[way - 1])
      }
    } + [
      LibraryCheck("endPair", ways: 2, staysInCalls: true) { way in
        OperatorPairRun { way == 1 ? sink() : assign() }
      }
    ]

  private static func sink() -> (OperatorPairRun.Call) -> Void {
    calls(
      of: Subscribers.Sink<Int, FuzzError>(receiveCompletion: { _ in }, receiveValue: { _ in }))
  }

  private final class Place { var element = 0 }

  private static func assign() -> (OperatorPairRun.Call) -> Void {
    calls(of: Subscribers.Assign(object: Place(), keyPath: \Place.element))
  }

  /// Such a subscriber asks for all it gets, once and for ever.
  private static func calls<End: Subscriber & Cancellable>(
    of end: End
  ) -> (OperatorPairRun.Call) -> Void where End.Input == Int {
    let source = BareSource<End.Failure>()
    source.subscribe(end)
    return { call in
      switch call {
      case .element: source.send(1)
      case .end: source.finish()
      case .ask: break
      case .cancel: end.cancel()
      }
    }
  }
}
