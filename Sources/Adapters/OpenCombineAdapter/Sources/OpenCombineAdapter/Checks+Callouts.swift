@preconcurrency import OpenCombine
import RxFuzzKit

/// What is called out of a lock, as `CalloutRun` says. Operators that join their sources send under a lock, and who sends there
/// meanwhile waits: such a case is none.
enum CalloutCases {
  static let all: [CalloutRun.Case] = cancellables + subjects + operators

  private static let cancellables: [CalloutRun.Case] = [
    { gate in
      let cancellable = AnyCancellable { gate.enter() }
      return ({ cancellable.cancel() }, { cancellable.cancel() })
    },
    { gate in
      let subject = PassthroughSubject<Int, FuzzError>()
      let sink = come(subject.handleEvents(receiveCancel: { gate.enter() }))
      return (
        { sink.cancel() },
        {
          subject.send(1)
          come(subject).cancel()
          sink.cancel()
        }
      )
    },
  ]

  // Written out, for `Publisher` has no primary associated types before 0.14.
  private static func come<Elements: Publisher>(_ publisher: Elements) -> AnyCancellable
  where Elements.Output == Int, Elements.Failure == FuzzError {
    publisher.sink(receiveCompletion: { _ in }, receiveValue: { _ in })
  }

  /// Somebody comes and leaves while an element, or the end, is delivered.
  private static func sending<Elements: Publisher>(
    _ gate: CalloutGate, _ source: Elements, _ send: @escaping () -> Void,
    meanwhile call: @escaping () -> Void = {}
  ) -> (act: () -> Void, call: () -> Void)
  where Elements.Output == Int, Elements.Failure == FuzzError {
    let sink = source.sink(
      receiveCompletion: { _ in gate.enter() }, receiveValue: { if $0 == 1 { gate.enter() } })
    return (
      {
        send()
        sink.cancel()
      },
      {
        come(source).cancel()
        call()
      }
    )
  }

  /// Of each operator: its source is cancelled while somebody asks for more, and an element is delivered while somebody cancels.
  /// `zip` delivers under its lock, and is left out there.
  static func cases(of one: CheckedOperator) -> [CalloutRun.Case] {
    let releasing: CalloutRun.Case = { gate in
      let source = BareSource<FuzzError>(onCancel: { gate.enter() })
      let subscriber = subscribed(to: one, source, BareSubscriber())
      return (
        { subscriber.subscription?.cancel() },
        {
          subscriber.subscription?.request(.max(1))
          subscriber.subscription?.cancel()
        }
      )
    }
    let delivering: CalloutRun.Case = { gate in
      let source = BareSource<FuzzError>()
      let subscriber = subscribed(to: one, source, BareSubscriber(onElement: { gate.enter() }))
      return ({ source.send(1) }, { subscriber.subscription?.cancel() })
    }
    return one.name.hasPrefix("zip") ? [releasing] : [releasing, delivering]
  }

  /// That subscriber, which has asked for elements.
  private static func subscribed(
    to one: CheckedOperator, _ source: BareSource<FuzzError>,
    _ subscriber: BareSubscriber<Int, FuzzError>
  ) -> BareSubscriber<Int, FuzzError> {
    one.build(CheckedPublisher(source)).subscribe(subscriber)
    subscriber.subscription?.request(.max(8))
    return subscriber
  }

  /// Those of each family; not every operator calls out there.
  static let ofOperators: [LibraryCheck] = CheckedOperators.families.map { name, operators in
    let cases = operators.flatMap(cases)
    return LibraryCheck(
      "\(name)Callouts", ways: cases.count, staysInCalls: true
    ) { CalloutRun(mustCallOut: false, cases[$0 - 1]) }
  }

  private static let subjects: [CalloutRun.Case] = [
    { gate in
      let subject = PassthroughSubject<Int, FuzzError>()
      return sending(gate, subject, { subject.send(1) })
    },
    { gate in
      let subject = PassthroughSubject<Int, FuzzError>()
      return sending(
        gate, subject, { subject.send(completion: .finished) }, meanwhile: { subject.send(2) })
    },
    { gate in
      let subject = CurrentValueSubject<Int, FuzzError>(0)
      return sending(gate, subject, { subject.send(1) }, meanwhile: { _ = subject.value })
    },
    { gate in
      let subject = CurrentValueSubject<Int, FuzzError>(0)
      return sending(
        gate, subject, { subject.send(completion: .finished) }, meanwhile: { _ = subject.value })
    },
    { gate in
      let promise = CheckedState<Future<Int, FuzzError>.Promise?>(nil)
      let future = Future<Int, FuzzError> { given in promise.withLock { $0 = given } }
      return sending(gate, future, { promise.withLock { $0 }?(.success(1)) })
    },
  ]

  private static let operators: [CalloutRun.Case] = [
    { gate in
      let subject = PassthroughSubject<Int, FuzzError>()
      return sending(gate, subject.share(), { subject.send(1) })
    },
    { gate in
      let source = Deferred { () -> Empty<Int, FuzzError> in
        gate.enter()
        return Empty(completeImmediately: false)
      }
      let connectable = source.multicast { PassthroughSubject<Int, FuzzError>() }
      return ({ connectable.connect().cancel() }, { come(connectable).cancel() })
    },
    { gate in
      let subject = PassthroughSubject<Int, FuzzError>()
      let mapped = subject.map { element -> Int in
        gate.enter()
        return element
      }
      let sink = come(mapped)
      return (
        {
          subject.send(1)
          sink.cancel()
        }, { come(subject).cancel() }
      )
    },
    { gate in
      let (outer, inner) = (
        PassthroughSubject<Int, FuzzError>(), PassthroughSubject<Int, FuzzError>()
      )
      let sink = come(
        outer.flatMap { element -> AnyPublisher<Int, FuzzError> in
          if element == 2 { gate.enter() }
          return inner.eraseToAnyPublisher()
        })
      outer.send(1)
      return (
        {
          outer.send(2)
          sink.cancel()
        }, { inner.send(5) }
      )
    },
    { gate in
      let (first, second) = (
        PassthroughSubject<Int, FuzzError>(), PassthroughSubject<Int, FuzzError>()
      )
      let caught = first.catch { _ -> AnyPublisher<Int, FuzzError> in
        gate.enter()
        return second.eraseToAnyPublisher()
      }
      let sink = come(caught)
      return ({ first.send(completion: .failure(FuzzError(code: 1))) }, { sink.cancel() })
    },
  ]
}
