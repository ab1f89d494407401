import Foundation
@preconcurrency import OpenCombine
import RxFuzzKit

/// Things that are told case by case: how demand is reckoned with, what erases types, prints, and what happens from inside a
/// subscriber.
final class PlainRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  static let ways = groups.count
  typealias Case = (name: String, due: String, act: @Sendable () -> String)
  private static let groups: [[Case]] = [
    demands + WrittenDown.cases + texts + erasers + unfailing + assignments + sinks, reentries,
  ]

  private let way: Int
  private var faults = CheckedFaults()

  init(_ way: Int) { self.way = way }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    for (name, due, act) in Self.groups[way - 1] {
      let got = act()
      if got != due { faults.add(.val1, "\(name): \(got) instead of \(due)") }
    }
  }

  func fault() -> LibraryCheckFault? { faults.fault }

  static func log<Source: Publisher>(_ source: Source) -> String
  where Source.Output == Int, Source.Failure == FuzzError {
    let subscriber = CheckedSubscriber()
    source.subscribe(subscriber)
    return subscriber.text
  }

  private static let demands: [Case] = [
    (
      "demand", "3 2 1 0 6 unlimited unlimited unlimited true true false",
      {
        let (one, two) = (Subscribers.Demand.max(1), Subscribers.Demand.max(2))
        func word(_ demand: Subscribers.Demand) -> String {
          demand.max.map(String.init) ?? "unlimited"
        }
        var sum = two
        sum -= one
        return [
          word(one + two), word(one + 1), word(sum), word(one - 1), word(two * 3),
          word(.unlimited - two), word(.unlimited + one), word(.unlimited * 2),
          "\(one < two)", "\(two < .unlimited)", "\(Subscribers.Demand.unlimited < two)",
        ].joined(separator: " ")
      }
    ),
    (
      "demand beyond all bounds", "unlimited unlimited true",
      {
        let most = Subscribers.Demand.max(.max)
        let (sum, product) = (most + most, most * 2)
        return "\(sum) \(product) \(sum == .unlimited)"
      }
    ),
  ]

  private final class Page: TextOutputStream {
    var text = ""
    func write(_ string: String) { text += string }
  }

  private static let texts: [Case] = [
    (
      "what is printed",
      "p: request unlimited, p: receive value: (1), "
        + "p: request max: (0) (synchronous), p: receive finished",
      {
        let page = Page()
        let subscriber = CheckedSubscriber()
        CheckedOperators.numbers(1).print("p", to: page).subscribe(subscriber)
        return page.text.split(separator: "\n").dropFirst().joined(separator: ", ")
      }
    ),
    (
      "a record", "1 2 . | 1 !7 | 1 2 .",
      {
        let whole = Record<Int, FuzzError>(output: [1, 2], completion: .finished)
        let failing = Record<Int, FuzzError> { recording in
          recording.receive(1)
          recording.receive(completion: .failure(FuzzError(code: 7)))
        }
        let copy = Record<Int, FuzzError>(recording: whole.recording)
        return [whole, failing, copy].map { log($0) }.joined(separator: " | ")
      }
    ),
  ]

  private static let erasers: [Case] = [
    (
      "erased subscribers", "1 2 . | 1 2 .",
      {
        let erased = CheckedSubscriber()
        CheckedOperators.numbers(1, 2).subscribe(AnySubscriber(erased))
        let subject = PassthroughSubject<Int, FuzzError>()
        let behind = CheckedSubscriber()
        subject.subscribe(behind)
        CheckedOperators.numbers(1, 2).subscribe(AnySubscriber(subject))
        return "\(erased.text) | \(behind.text)"
      }
    ),
    (
      "subjects that are fed", "1 2 . | 0 1 2 .",
      {
        let (plain, valued) = (
          PassthroughSubject<Int, FuzzError>(), CurrentValueSubject<Int, FuzzError>(0)
        )
        let (first, second) = (CheckedSubscriber(), CheckedSubscriber())
        plain.subscribe(first)
        valued.subscribe(second)
        let feeds = [
          CheckedOperators.numbers(1, 2).subscribe(plain),
          CheckedOperators.numbers(1, 2).subscribe(valued),
        ]
        return withExtendedLifetime(feeds) { "\(first.text) | \(second.text)" }
      }
    ),
    (
      "a subject that goes lets go of what feeds it", "false true",
      {
        let source = CheckedSource([1], nil, sendsAtOnce: false)
        var before = true
        do {
          let subject = PassthroughSubject<Int, FuzzError>()
          subject.send(subscription: Noted(source))
          before = source.isLetGo && !source.connections.isEmpty
        }
        return "\(before) \(source.isLetGo)"
      }
    ),
  ]

  /// Subscribes to a source; it is cancelled with it.
  private final class Noted: Subscription {
    private let source: CheckedSource
    private let subscriber = CheckedSubscriber()
    init(_ source: CheckedSource) {
      self.source = source
      source.subscribe(subscriber)
    }
    func request(_ demand: Subscribers.Demand) {}
    func cancel() { subscriber.cancel() }
  }

  private final class Model {
    @Published var number = 0
  }

  private static var assignments: [Case] {
    #if HAS_ASSIGNPUBLISHED
      return [
        (
          "a published variable that a publisher is assigned to", "0 1 2 | false true",
          {
            let source = CheckedSource([1, 2], nil, sendsAtOnce: false)
            var model: Model? = Model()
            var seen: [String] = []
            let watching = model?.$number.sink { seen.append("\($0)") }
            source.replaceError(with: 0).assign(to: &model!.$number)
            source.run()
            watching?.cancel()
            let before = source.isLetGo
            model = nil
            return "\(seen.joined(separator: " ")) | \(before) \(source.isLetGo)"
          }
        )
      ]
    #else
      return []
    #endif
  }

  private static var unfailing: [Case] {
    #if HAS_UNFAILING
      return [
        (
          "publishers that do not fail", "1 1 2 2 . | 1 1 2 2 .",
          {
            let numbers = Publishers.Sequence<[Int], Never>(sequence: [1, 2])
            let inner = numbers.setFailureType(to: FuzzError.self)
              .flatMap { number in Just(number).append(number).setFailureType(to: FuzzError.self) }
            let merged = numbers.flatMap { number in
              Publishers.Sequence<[Int], FuzzError>(sequence: [number, number])
            }
            return "\(log(inner)) | \(log(merged))"
          }
        )
      ]
    #else
      return []
    #endif
  }

  private static let reentries: [Case] = [
    (
      "a subject whose subscriber sends", "1 2 3 . | 3",
      {
        let subject = PassthroughSubject<Int, FuzzError>()
        var first: [String] = []
        let acting = subject.sink(
          receiveCompletion: { _ in first.append(".") },
          receiveValue: { number in
            first.append("\(number)")
            if number < 3 { subject.send(number + 1) }
          })
        let second = CheckedSubscriber()
        subject.subscribe(second)
        subject.send(1)
        subject.send(completion: .finished)
        acting.cancel()
        return "\(first.joined(separator: " ")) | \(second.elements)"
      }
    ),
    (
      "a subject whose subscriber ends it", "1 . | true | .",
      {
        let subject = PassthroughSubject<Int, FuzzError>()
        var first: [String] = []
        let acting = subject.sink(
          receiveCompletion: { _ in first.append(".") },
          receiveValue: { number in
            first.append("\(number)")
            subject.send(completion: .finished)
            subject.send(2)
          })
        let second = CheckedSubscriber()
        subject.subscribe(second)
        subject.send(1)
        let late = CheckedSubscriber()
        subject.subscribe(late)
        acting.cancel()
        return "\(first.joined(separator: " ")) | \(second.text.hasSuffix(".")) | \(late.text)"
      }
    ),
    (
      "a subject whose subscriber cancels and brings others", "true | 2",
      {
        let subject = PassthroughSubject<Int, FuzzError>()
        let (leaving, coming) = (CheckedSubscriber(), CheckedSubscriber())
        let acting = subject.first().sink(
          receiveCompletion: { _ in },
          receiveValue: { _ in
            leaving.cancel()
            subject.subscribe(coming)
          })
        subject.subscribe(leaving)
        subject.send(1)
        subject.send(2)
        acting.cancel()
        return "\(leaving.elements < 2) | \(coming.text)"
      }
    ),
    (
      "a value that is set from inside", "0 1 2 | 2",
      {
        let subject = CurrentValueSubject<Int, FuzzError>(0)
        var seen: [String] = []
        let acting = subject.sink(
          receiveCompletion: { _ in },
          receiveValue: { number in
            seen.append("\(number)")
            if number < 2 { subject.value = number + 1 }
          })
        acting.cancel()
        return "\(seen.joined(separator: " ")) | \(subject.value)"
      }
    ),
    (
      "a source that is asked from inside", "1 2 3 .",
      {
        let asking = AskingSubscriber()
        CheckedOperators.numbers(1, 2, 3).subscribe(asking)
        return asking.log.joined(separator: " ")
      }
    ),
    (
      "a list that is left from inside", "1 | 1 2",
      {
        let early = CheckedSubscriber(departure: .atElement(1))
        CheckedOperators.numbers(1, 2, 3).subscribe(early)
        let later = CheckedSubscriber(demand: .max(1), departure: .atElement(2))
        CheckedOperators.numbers(1, 2, 3).subscribe(later)
        return "\(early.text) | \(later.text)"
      }
    ),
  ]

  /// Asks for one element inside of each, and says so once it has returned.
  private final class AskingSubscriber: Subscriber {
    typealias Input = Int
    typealias Failure = FuzzError
    private var subscription: (any Subscription)?
    private var isInside = false
    private(set) var log: [String] = []
    func receive(subscription: any Subscription) {
      self.subscription = subscription
      subscription.request(.max(1))
    }
    func receive(_ input: Int) -> Subscribers.Demand {
      log.append(isInside ? "inside" : "\(input)")
      isInside = true
      subscription?.request(.max(1))
      isInside = false
      return .none
    }
    func receive(completion: Subscribers.Completion<FuzzError>) {
      log.append(isInside ? "end inside" : ".")
    }
  }

  private static let sinks: [Case] = [
    (
      "a failure that is replaced when it is asked for", "nothing | 4 .",
      {
        let source = CheckedSource([], .failure(FuzzError(code: 7)), sendsAtOnce: false)
        let subscriber = CheckedSubscriber(demand: .none)
        source.replaceError(with: 4).setFailureType(to: FuzzError.self).subscribe(subscriber)
        source.run()
        let before = subscriber.text.isEmpty ? "nothing" : subscriber.text
        subscriber.ask(1)
        return "\(before) | \(subscriber.text)"
      }
    ),
    (
      "what handleEvents tells", "subscription request 1 value 1 request 1 value 2 request 1 end",
      {
        var received: [String] = []
        let subscriber = CheckedSubscriber(demand: .max(1))
        CheckedOperators.numbers(1, 2).handleEvents(
          receiveSubscription: { _ in received.append("subscription") },
          receiveOutput: { received.append("value \($0)") },
          receiveCompletion: { _ in received.append("end") },
          receiveCancel: { received.append("cancel") },
          receiveRequest: { received.append("request \($0.max ?? -1)") }
        ).subscribe(subscriber)
        return received.joined(separator: " ")
      }
    ),
    (
      "a sink that is cancelled from inside", "1 | true",
      {
        let source = CheckedSource([1, 2, 3], nil, sendsAtOnce: false)
        var seen: [String] = []
        var own: AnyCancellable?
        own = source.sink(
          receiveCompletion: { _ in seen.append(".") },
          receiveValue: { number in
            seen.append("\(number)")
            own?.cancel()
          })
        source.run()
        return "\(seen.joined(separator: " ")) | \(source.isLetGo)"
      }
    ),
    (
      "subscribers that are cancelled let their source go", "false true | false true | false true",
      {
        func word(_ subscribe: (CheckedSource) -> AnyCancellable) -> String {
          let source = CheckedSource([1], nil, sendsAtOnce: false)
          let cancellable = subscribe(source)
          let before = source.isLetGo
          cancellable.cancel()
          return "\(before) \(source.isLetGo)"
        }
        let subject = PassthroughSubject<Int, FuzzError>()
        return [
          word { $0.sink(receiveCompletion: { _ in }, receiveValue: { _ in }) },
          word { $0.replaceError(with: 0).assign(to: \.token, on: PublishedVariable(0)) },
          word { $0.subscribe(subject) },
        ].joined(separator: " | ")
      }
    ),
    (
      "cancellables that are kept", "true true | 2",
      {
        let sources = (0..<2).map { _ in CheckedSource([], nil, sendsAtOnce: false) }
        var set = Set<AnyCancellable>()
        var list: [AnyCancellable] = []
        sources[0].sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &set)
        sources[1].sink(receiveCompletion: { _ in }, receiveValue: { _ in }).store(in: &list)
        let count = set.count + list.count
        set = []
        list = []
        return "\(sources[0].isLetGo) \(sources[1].isLetGo) | \(count)"
      }
    ),
    (
      "many attempts", "200 true",
      {
        #if HAS_RETRY
          var depths: [UInt] = []
          let failing = Deferred { () -> Fail<Int, FuzzError> in
            var here = 0
            withUnsafePointer(to: &here) { depths.append(UInt(bitPattern: $0)) }
            return Fail(error: FuzzError(code: 1))
          }
          _ = log(failing.retry(199))
          let last = depths.suffix(100)
          let isFlat = (last.max() ?? 0) - (last.min() ?? 0) < 4096
          return "\(depths.count) \(isFlat)"
        #else
          return "200 true"
        #endif
      }
    ),
  ]
}
