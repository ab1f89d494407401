import RxFuzzKit

#if canImport(RxSwift)
  @preconcurrency import RxRelay
  @preconcurrency import RxSwift
#else
  import RxCore
#endif

extension Bindings {
  /// Subjects that remember, and rows that share one connection.
  static let hot: [String: OperatorBinding] = [
    "behavior": OperatorBinding { iteration, parameters, _ in
      hot(iteration, parameters[0]) {
        BehaviorSubject(value: Token.make(payload: parameters[1], emission: 0))
      }
    },
    "replay": OperatorBinding { iteration, parameters, _ in
      hot(iteration, parameters[0]) { ReplaySubject.create(bufferSize: parameters[1]) }
    },
    "async": OperatorBinding { iteration, parameters, _ in
      hot(iteration, parameters[0]) { AsyncSubject() }
    },
    "publishRelay": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let relay = PublishRelay<Int>()
        return (relay.asObservable(), RelayFeed { relay.accept($0) })
      }
    },
    "behaviorRelay": OperatorBinding { iteration, parameters, _ in
      iteration.hot(parameters[0]) {
        let relay = BehaviorRelay(value: Token.make(payload: parameters[1], emission: 0))
        return (relay.asObservable(), RelayFeed { relay.accept($0) })
      }
    },
    "share": unary { _, _, input in input.share() },
    "shareReplay": unary { _, parameters, input in input.share(replay: parameters[0]) },
    "shareForever": unary { _, parameters, input in
      input.share(replay: parameters[0], scope: .forever)
    },
    "publishRefCount": unary { _, _, input in input.publish().refCount() },
    "replayRefCount": unary { _, parameters, input in input.replay(parameters[0]).refCount() },
    "replayAllRefCount": unary { _, _, input in input.replayAll().refCount() },
    "multicastRefCount": unary { _, _, input in
      input.multicast(PublishSubject<Int>()).refCount()
    },
    "publishConnect": OperatorBinding { iteration, _, inputs in
      let (canary, trigger) = (iteration.canary, stream(inputs[1]))
      let connectable = stream(inputs[0]).publish()
      return Observable.create { observer in
        let connection = SingleAssignmentDisposable()
        let subscription = connectable.subscribe(observer)
        let switching = trigger.take(1).subscribe(onNext: { _ in
          canary.touch()
          connection.setDisposable(connectable.connect())
        })
        return Disposables.create(subscription, switching, connection)
      }
    },
    "multicast": unary { iteration, _, input in
      let canary = iteration.canary
      return input.multicast(
        { () -> PublishSubject<Int> in
          canary.touch()
          return PublishSubject()
        },
        selector: { shared in
          canary.touch()
          return shared
        })
    },
    "asSingle": unary { _, _, input in input.asSingle().asObservable() },
    "asMaybe": unary { _, _, input in input.asMaybe().asObservable() },
    "first": unary { iteration, _, input in
      let canary = iteration.canary
      return input.first().map {
        canary.touch()
        return $0 ?? 0
      }.asObservable()
    },
  ]
}
