import RxFuzzKit
@preconcurrency import RxRelay
@preconcurrency import RxSwift
import Synchronization

extension Bindings {
  /// Rows that subscribe to their source in one of the ways that RxSwift has where there is no RxCocoa, and pass everything on.
  static let bindings: [String: FormBuild] = [
    "bindObserver": { _, _, s in
      Observable.create { observer in s[0].subscribe(observer) }
    },
    "bindOnNext": { _, _, s in
      passing(s[0]) { source, observer in source.subscribe(onNext: { observer.onNext($0) }) }
    },
    "bindPublishRelay": { _, _, s in
      passing(s[0]) { source, observer in
        let relay = PublishRelay<Int>()
        return Disposables.create(
          relay.subscribe(onNext: { observer.onNext($0) }), source.bind(to: relay))
      }
    },
    "bindOptionalPublishRelay": { _, _, s in
      passing(s[0]) { source, observer in
        let relay = PublishRelay<Int?>()
        return Disposables.create(forwarding(observer, relay), source.bind(to: relay))
      }
    },
    "bindBehaviorRelay": { _, _, s in
      passing(s[0]) { source, observer in
        let relay = BehaviorRelay(value: 0)
        return Disposables.create(
          relay.skip(1).subscribe(onNext: { observer.onNext($0) }), source.bind(to: relay))
      }
    },
    "bindOptionalBehaviorRelay": { _, _, s in
      passing(s[0]) { source, observer in
        let relay = BehaviorRelay<Int?>(value: nil)
        return Disposables.create(forwarding(observer, relay), source.bind(to: relay))
      }
    },
    "bindReplayRelay": { _, _, s in
      passing(s[0]) { source, observer in
        let relay = ReplayRelay<Int>.create(bufferSize: 1)
        return Disposables.create(
          relay.subscribe(onNext: { observer.onNext($0) }), source.bind(to: relay))
      }
    },
    "bindOptionalReplayRelay": { _, _, s in
      passing(s[0]) { source, observer in
        let relay = ReplayRelay<Int?>.createUnbound()
        return Disposables.create(forwarding(observer, relay), source.bind(to: relay))
      }
    },
    "binder": { iteration, _, s in
      let canary = iteration.canary
      return passing(s[0]) { source, observer in
        source.subscribe(
          Binder(canary, scheduler: AtOnceScheduler()) { canary, token in
            canary.touch()
            observer.onNext(token)
          })
      }
    },
    "subscribeWith": { iteration, _, s in
      let canary = iteration.canary
      return Observable.create { observer in
        s[0].subscribe(
          with: canary, onNext: { observer.onNext($1) }, onError: { observer.onError($1) },
          onCompleted: { _ in observer.onCompleted() }, onDisposed: { $0.touch() })
      }
    },
    "subscribeEvents": { _, _, s in
      Observable.create { observer in s[0].subscribe { observer.on($0) } }
    },
  ]

  /// What is made of elements, while the end of the source passes by itself: relays and binders take none.
  private static func passing(
    _ source: Observable<Int>,
    _ bind: @escaping @Sendable (Observable<Int>, AnyObserver<Int>) -> any Disposable
  ) -> Observable<Int> {
    Observable.create { observer in
      let elements = source.do(
        onError: { observer.onError($0) }, onCompleted: { observer.onCompleted() })
      return bind(elements.catch { _ in .never() }, observer)
    }
  }

  private static func forwarding<Relay: ObservableType>(
    _ observer: AnyObserver<Int>, _ relay: Relay
  ) -> any Disposable where Relay.Element == Int? {
    relay.asObservable().subscribe(onNext: { if let token = $0 { observer.onNext(token) } })
  }
}

/// Says so many times yes.
final class Attempts: Sendable {
  private let left: Atomic<Int>
  init(_ count: Int) { left = Atomic(count) }
  // Relaxed: the attempts of a sequence follow each other.
  func next() -> Bool { left.wrappingSubtract(1, ordering: .relaxed).oldValue > 0 }
}
