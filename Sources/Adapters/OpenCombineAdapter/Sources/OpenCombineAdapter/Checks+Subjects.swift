@preconcurrency import OpenCombine
import RxFuzzKit

/// Subjects, futures and published variables, as their subscribers see them.
final class SubjectRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  static let ways = cases.count
  private let way: Int
  private var found: LibraryCheckFault?

  init(_ way: Int) { self.way = way }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let (name, due, act) = Self.cases[way - 1]
    let got = act()
    if got != due {
      found = LibraryCheckFault(.subj1, "\(name) tells \(got) instead of \(due)")
    }
  }

  func fault() -> LibraryCheckFault? { found }

  private typealias Case = (name: String, due: String, act: @Sendable () -> String)

  private static func observe<Source: Publisher>(
    _ source: Source, demand: Subscribers.Demand = .unlimited,
    _ departure: CheckedSubscriber.Departure = .never
  ) -> CheckedSubscriber where Source.Output == Int, Source.Failure == FuzzError {
    let subscriber = CheckedSubscriber(demand: demand, departure: departure)
    source.subscribe(subscriber)
    return subscriber
  }

  private static func text(_ subscribers: CheckedSubscriber...) -> String {
    subscribers.map(\.text).joined(separator: " | ")
  }

  private static let cases: [Case] = subjects + sequences + futures + variables + objects

  private static let subjects: [Case] = [
    (
      "a passthrough subject", "1 2 3 . | 2 3 . | .",
      {
        let subject = PassthroughSubject<Int, FuzzError>()
        let first = observe(subject)
        subject.send(1)
        let second = observe(subject)
        subject.send(2)
        subject.send(3)
        subject.send(completion: .finished)
        subject.send(4)
        return text(first, second, observe(subject))
      }
    ),
    (
      "a subject with a value", "0 1 2 3 . | 1 2 3 . | .",
      {
        let subject = CurrentValueSubject<Int, FuzzError>(0)
        let first = observe(subject)
        subject.send(1)
        let second = observe(subject)
        subject.value = 2
        subject.value += 1
        subject.send(completion: .finished)
        subject.send(4)
        return text(first, second, observe(subject))
      }
    ),
    (
      "a subject that fails", "1 !7 | !7 | 0 !7 | !7",
      {
        let plain = PassthroughSubject<Int, FuzzError>()
        let valued = CurrentValueSubject<Int, FuzzError>(0)
        let (first, second) = (observe(plain), observe(valued))
        plain.send(1)
        plain.send(completion: .failure(FuzzError(code: 7)))
        plain.send(completion: .finished)
        valued.send(completion: .failure(FuzzError(code: 7)))
        return text(first, observe(plain), second, observe(valued))
      }
    ),
    (
      "a subject with a subscriber that leaves", "1 | 1 2 3 | 0 1 | 0 1 2 3",
      {
        let plain = PassthroughSubject<Int, FuzzError>()
        let valued = CurrentValueSubject<Int, FuzzError>(0)
        let all = [
          observe(plain, .atElement(1)), observe(plain), observe(valued, .atElement(2)),
          observe(valued),
        ]
        for number in 1...3 {
          plain.send(number)
          valued.send(number)
        }
        return all.map(\.text).joined(separator: " | ")
      }
    ),
    (
      "a subject with a subscriber that asks for nothing", "1 | 0",
      {
        let plain = PassthroughSubject<Int, FuzzError>()
        let valued = CurrentValueSubject<Int, FuzzError>(0)
        let first = DemandingSubscriber(first: 1, answer: 0)
        let second = observe(valued, demand: .max(1), .atElement(1))
        plain.subscribe(first)
        for number in 1...3 {
          plain.send(number)
          valued.send(number)
        }
        return "\(first.seen.fault ?? "\(first.seen.got)") | \(second.text)"
      }
    ),
    (
      "a subject whose subscriber asks for one more at each element", "3 | 4",
      {
        let plain = PassthroughSubject<Int, FuzzError>()
        let valued = CurrentValueSubject<Int, FuzzError>(0)
        let all = (0..<2).map { _ in DemandingSubscriber(first: 1, answer: 1) }
        plain.subscribe(all[0])
        valued.subscribe(all[1])
        for number in 1...3 {
          plain.send(number)
          valued.send(number)
        }
        return all.map { $0.seen.fault ?? "\($0.seen.got)" }.joined(separator: " | ")
      }
    ),
    (
      "a subject that is fed by a publisher", "1 2 3 . | true | 1 2 | true",
      {
        let whole = CheckedSource([1, 2, 3], .finished, sendsAtOnce: false)
        let subject = PassthroughSubject<Int, FuzzError>()
        let first = observe(subject)
        let connection = whole.subscribe(subject)
        whole.run()
        let part = CheckedSource([1, 2], nil, sendsAtOnce: false)
        let other = PassthroughSubject<Int, FuzzError>()
        let second = observe(other)
        let connected = part.subscribe(other)
        part.run()
        connected.cancel()
        connection.cancel()
        return "\(first.text) | \(whole.isLetGo) | \(second.text) | \(part.isLetGo)"
      }
    ),
    (
      "a multicast of two", "1 2 . | 1 2 . | true",
      {
        let source = CheckedSource([1, 2], .finished, sendsAtOnce: false)
        let shared = source.multicast(subject: PassthroughSubject<Int, FuzzError>())
        let (first, second) = (observe(shared), observe(shared))
        source.run()
        let connection = shared.connect()
        source.run()
        connection.cancel()
        return "\(text(first, second)) | \(source.isLetGo)"
      }
    ),
    (
      "what is shared", "1 2 | 1 2 | 1 | true",
      {
        let source = CheckedSource([1, 2], nil, sendsAtOnce: false)
        let shared = source.share()
        let (first, second) = (observe(shared), observe(shared))
        source.run()
        first.cancel()
        let isHeld = !source.isLetGo
        second.cancel()
        return "\(text(first, second)) | \(source.connections.count) | \(isHeld && source.isLetGo)"
      }
    ),
  ]

  private static let sequences: [Case] = [
    (
      "a sequence that can be read once", "1 2 3 .",
      {
        var rest = [1, 2, 3]
        let once = AnySequence { AnyIterator { rest.isEmpty ? nil : rest.removeFirst() } }
        return observe(Publishers.Sequence<AnySequence<Int>, FuzzError>(sequence: once)).text
      }
    )
  ]

  private static let futures: [Case] = [
    (
      "a future", "1 . | 1 . | ",
      {
        let promise = PromiseFeed()
        let first = observe(promise.future)
        let gone = observe(promise.future)
        gone.cancel()
        promise.next(1)
        promise.next(2)
        return text(first, observe(promise.future), gone)
      }
    ),
    (
      "a future that fails", "!7 | !7",
      {
        let promise = PromiseFeed()
        let first = observe(promise.future)
        promise.error(FuzzError(code: 7))
        promise.next(2)
        return text(first, observe(promise.future))
      }
    ),
    (
      "a future that is asked later", "0 | 1 true | true",
      {
        let promise = PromiseFeed()
        let late = LateSubscriber()
        promise.future.subscribe(late)
        promise.next(1)
        let before = late.got
        late.subscription?.request(.max(1))
        late.subscription?.request(.max(1))
        return "\(before) | \(late.got) \(late.isOver) | \(late.subscription != nil)"
      }
    ),
    (
      "a future that has been kept", "true",
      {
        weak var gone: Future<Int, FuzzError>?
        let late = LateSubscriber()
        do {
          let promise = PromiseFeed()
          gone = promise.future
          promise.future.subscribe(late)
          late.subscription?.request(.max(1))
          promise.next(1)
        }
        // The subscription outlives the future.
        return "\(late.isOver && gone == nil)"
      }
    ),
  ]

  private static let variables: [Case] = [
    (
      "a published variable", "0 1 2 | 1 2 | 0 1",
      {
        let variable = PublishedVariable(0)
        var before: [Int] = []
        let first = observe(variable.$token.setFailureType(to: FuzzError.self))
        // A subscriber is told before the variable changes.
        let noted = variable.$token.dropFirst().sink { _ in before.append(variable.token) }
        variable.token = 1
        let second = observe(variable.$token.setFailureType(to: FuzzError.self))
        variable.token = 2
        noted.cancel()
        variable.token = variable.token
        return "\(first.text.prefix(5)) | \(second.text.prefix(3)) | "
          + before.map(String.init).joined(separator: " ")
      }
    )
  ]

  private static var objects: [Case] {
    #if HAS_OBJECTS
      [
        (
          "an observed object", "2 | 2",
          {
            let object = CheckedObject()
            var tellings = 0
            let first = object.objectWillChange.sink { tellings += 1 }
            object.first = 1
            object.second = 1
            first.cancel()
            object.first = 2
            return "\(tellings) | \(object.first)"
          }
        )
      ]
    #else
      []
    #endif
  }
}

/// A subscriber that asks for nothing by itself.
final class LateSubscriber: Subscriber {
  typealias Input = Int
  typealias Failure = FuzzError
  private(set) var subscription: (any Subscription)?
  private(set) var got = 0
  private(set) var isOver = false
  func receive(subscription: any Subscription) { self.subscription = subscription }
  func receive(_ input: Int) -> Subscribers.Demand {
    got += 1
    return .none
  }
  func receive(completion: Subscribers.Completion<FuzzError>) { isOver = true }
}

#if HAS_OBJECTS
  /// An object with two published variables.
  final class CheckedObject: ObservableObject {
    @Published var first = 0
    @Published var second = 0
  }
#endif
