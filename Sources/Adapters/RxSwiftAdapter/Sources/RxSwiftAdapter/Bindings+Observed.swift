import Foundation
import RxFuzzKit
@preconcurrency import RxSwift
import Synchronization

extension Bindings {
  /// Rows that let the graph see what operators do beside passing events on.
  static let observed: [String: OperatorBinding] = [
    "doCounted": forms(
      "doCounted",
      [
        "observable": counted { source, calls in
          source.do(
            onNext: { _ in calls.element() }, afterNext: { _ in calls.afterElement() },
            onError: { _ in calls.error() }, afterError: { _ in calls.afterEnd() },
            onCompleted: { calls.completion() }, afterCompleted: { calls.afterEnd() },
            onSubscribe: { calls.subscribe() }, onSubscribed: { calls.subscribed() },
            onDispose: { calls.dispose() })
        },
        "single": counted { source, calls in
          source.asSingle().do(
            onSuccess: { _ in calls.element() }, afterSuccess: { _ in calls.afterElement() },
            onError: { _ in calls.error() }, afterError: { _ in calls.afterEnd() },
            onSubscribe: { calls.subscribe() }, onSubscribed: { calls.subscribed() },
            onDispose: { calls.dispose() }
          ).asObservable()
        },
        "maybe": counted { source, calls in
          source.asMaybe().do(
            onNext: { _ in calls.element() }, afterNext: { _ in calls.afterElement() },
            onError: { _ in calls.error() }, afterError: { _ in calls.afterEnd() },
            onCompleted: { calls.completion() }, afterCompleted: { calls.afterEnd() },
            onSubscribe: { calls.subscribe() }, onSubscribed: { calls.subscribed() },
            onDispose: { calls.dispose() }
          ).asObservable()
        },
        "completable": counted { source, calls in
          whole(
            without(source).do(
              onError: { _ in calls.error() }, afterError: { _ in calls.afterEnd() },
              onCompleted: { calls.completion() }, afterCompleted: { calls.afterEnd() },
              onSubscribe: { calls.subscribe() }, onSubscribed: { calls.subscribed() },
              onDispose: { calls.dispose() }))
        },
        "infallible": counted { source, calls in
          safe(source).do(
            onNext: { _ in calls.element() }, afterNext: { _ in calls.afterElement() },
            onCompleted: { calls.completion() }, afterCompleted: { calls.afterEnd() },
            onSubscribe: { calls.subscribe() }, onSubscribed: { calls.subscribed() },
            onDispose: { calls.dispose() }
          ).asObservable()
        },
      ]),
    "groups": unary { iteration, _, input in
      let canary = iteration.canary
      return words(
        of: input.groupBy {
          canary.touch()
          return Token.payload($0) & 1
        }.map { Inner(number: $0.key, elements: $0.asObservable(), isAnnounced: true) },
        endTogether: true)
    },
    "windows": unary { iteration, parameters, input in
      words(
        of: input.window(
          timeSpan: .milliseconds(parameters[0]), count: parameters[1],
          scheduler: clock(iteration, parameters[2])
        )
        .enumerated()
        .map { Inner(number: $0.index, elements: $0.element, isAnnounced: $0.index > 0) })
    },
  ].compactMapValues { $0 }

  /// An inner sequence of which the graph is told.
  private struct Inner {
    let number: Int
    let elements: Observable<Int>
    /// Whether it is said that it begins.
    let isAnnounced: Bool
  }

  /// What inner sequences do, in words of the graph. That one begins is said before anybody subscribes to it.
  /// - Parameter endTogether: whether they end with the whole only, in an order that nobody promises: a dictionary's. It is said
  ///   in the order in which they have begun.
  private static func words(
    of sequences: Observable<Inner>, endTogether: Bool = false
  ) -> Observable<Int> {
    Observable.create { observer in
      let ends = endTogether ? InnerEnds() : nil
      return sequences.do(onNext: {
        ends?.begin($0.number)
        if $0.isAnnounced { observer.onNext(ObservedWords.innerBegun($0.number)) }
      })
      .flatMap { forwarding($0, ends) }
      .subscribe(
        onNext: { observer.onNext($0) },
        onError: {
          ends?.take().forEach(observer.onNext)
          observer.onError($0)
        },
        onCompleted: {
          ends?.take().forEach(observer.onNext)
          observer.onCompleted()
        })
    }
  }

  private static func forwarding(_ inner: Inner, _ ends: InnerEnds?) -> Observable<Int> {
    Observable.create { observer in
      func end(_ word: Int) {
        if let ends { ends.end(inner.number, word) } else { observer.onNext(word) }
        observer.onCompleted()
      }
      return inner.elements.subscribe(
        onNext: { observer.onNext(ObservedWords.inner(inner.number, $0)) },
        onError: { _ in end(ObservedWords.innerFailed(inner.number)) },
        onCompleted: { end(ObservedWords.innerCompleted(inner.number)) })
    }
  }

  /// Adds to each element, and to the end, which handlers have been called.
  private static func counted(
    _ build: @escaping @Sendable (Observable<Int>, HandlerCalls) -> Observable<Int>
  ) -> FormBuild {
    { iteration, _, inputs in
      Observable.create { observer in
        let calls = HandlerCalls(iteration)
        return build(inputs[0], calls).subscribe(
          onNext: { observer.onNext(Token.combining($0, calls.atElement)) },
          onError: {
            observer.onNext(calls.atEnd)
            observer.onError($0)
          },
          onCompleted: {
            observer.onNext(calls.atEnd)
            observer.onCompleted()
          })
      }
    }
  }
}

/// How inner sequences have ended, in the order in which they have begun. Thread-safety: any thread.
private final class InnerEnds: @unchecked Sendable {
  // Safety: `lock` guards both.
  private let lock = NSLock()
  private var order: [Int] = []
  private var words: [Int: Int] = [:]

  func begin(_ number: Int) { lock.withLock { order.append(number) } }
  func end(_ number: Int, _ word: Int) { lock.withLock { words[number] = word } }

  func take() -> [Int] {
    lock.withLock {
      defer { words = [:] }
      return order.compactMap { words[$0] }
    }
  }
}

/// Which handlers of one subscription have been called, and that those that come in pairs do: an element and what is
/// called after it, an end likewise, the beginning of a subscription and that it is done, and that it is disposed.
private final class HandlerCalls: Sendable {
  // Relaxed throughout: the handlers of one subscription follow each other, or a judge sees that they do not.
  private let elements = Atomic<Int>(0)
  private let elementsAfter = Atomic<Int>(0)
  private let errors = Atomic<Int>(0)
  private let completions = Atomic<Int>(0)
  private let subscriptions = Atomic<Int>(0)
  private let openElement = Atomic<Int>(0)
  private let openEnd = Atomic<Int>(0)
  private let openSubscribing = Atomic<Int>(0)
  private let openLife = Atomic<Int>(0)
  private let canary: Canary
  private let resources: ResourceCounts

  init(_ iteration: Iteration) { (canary, resources) = (iteration.canary, iteration.resources) }

  var atElement: Int {
    ObservedWords.handlers(
      elements: elements.load(ordering: .relaxed), after: elementsAfter.load(ordering: .relaxed),
      subscriptions: subscriptions.load(ordering: .relaxed))
  }
  var atEnd: Int {
    ObservedWords.handlersAtEnd(
      errors: errors.load(ordering: .relaxed), completions: completions.load(ordering: .relaxed))
  }

  func subscribe() {
    canary.touch()
    subscriptions.wrappingAdd(1, ordering: .relaxed)
    openSubscribing.store(resources.open(), ordering: .relaxed)
    openLife.store(resources.open(), ordering: .relaxed)
  }
  func subscribed() { close(openSubscribing) }
  func dispose() { close(openLife) }

  func element() {
    canary.touch()
    elements.wrappingAdd(1, ordering: .relaxed)
    openElement.store(resources.open(), ordering: .relaxed)
  }
  func afterElement() {
    elementsAfter.wrappingAdd(1, ordering: .relaxed)
    close(openElement)
  }

  func error() { end(errors) }
  func completion() { end(completions) }
  func afterEnd() { close(openEnd) }

  private func end(_ count: borrowing Atomic<Int>) {
    canary.touch()
    count.wrappingAdd(1, ordering: .relaxed)
    openEnd.store(resources.open(), ordering: .relaxed)
  }

  private func close(_ number: borrowing Atomic<Int>) {
    canary.touch()
    resources.close(number.load(ordering: .relaxed))
  }
}
