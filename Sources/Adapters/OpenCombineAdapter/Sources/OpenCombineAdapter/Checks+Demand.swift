@preconcurrency import OpenCombine
import RxFuzzKit

/// Elements for subscribers that ask for few at a time, from two threads, each behind one operator: no more than they ask
/// for, and all of them. `replaceEmpty` asks its source for everything, as Combine's does.
final class DemandRun: LibraryCheckRun {
  /// Without and with demand in answer to each element.
  static let ways = 2
  private struct Case: Sendable {
    let name: String
    /// How many elements come.
    let count: Int
    let build: @Sendable (AnyPublisher<Int, FuzzError>) -> AnyPublisher<Int, FuzzError>
    init(
      _ name: String, _ count: Int,
      _ build: @escaping @Sendable (AnyPublisher<Int, FuzzError>) -> AnyPublisher<Int, FuzzError>
    ) { (self.name, self.count, self.build) = (name, count, build) }
  }
  private static let elements = 6

  private let subscribers: [DemandingSubscriber]

  init(_ way: Int) {
    subscribers = Self.cases.map { one in
      let subscriber = DemandingSubscriber(first: 1, answer: way - 1)
      one.build(Self.source).subscribe(subscriber)
      return subscriber
    }
  }

  func perform(queue: Int) {
    for subscriber in subscribers {
      for _ in 0...Self.elements + 1 { subscriber.ask(1) }
    }
  }

  func fault() -> LibraryCheckFault? {
    for (one, subscriber) in zip(Self.cases, subscribers) {
      let seen = subscriber.seen
      subscriber.cancel()
      if let fault = seen.fault { return LibraryCheckFault(.val1, "\(fault), \(one.name)") }
      if seen.got != one.count {
        return LibraryCheckFault(.val1, "elements that were asked for never came, \(one.name)")
      }
      if !seen.isOver {
        return LibraryCheckFault(.comp1, "a sequence that is over never completes, \(one.name)")
      }
    }
    return nil
  }

  private static let source = AnyPublisher(
    Publishers.Sequence<[Int], FuzzError>(sequence: Array(1...elements)))

  private static let cases: [Case] = [
    Case("sequence", 6) { $0 },
    Case("map", 6) { AnyPublisher($0.map { $0 }) },
    Case("tryMap", 6) { AnyPublisher($0.tryMap { $0 }.mapError(Bindings.fuzzError)) },
    Case("filter", 3) { AnyPublisher($0.filter { $0 % 2 == 0 }) },
    Case("compactMap", 3) { AnyPublisher($0.compactMap { $0 % 2 == 0 ? $0 : nil }) },
    Case("scan", 6) { AnyPublisher($0.scan(0, +)) },
    Case("removeDuplicates", 6) { AnyPublisher($0.removeDuplicates()) },
    Case("dropFirst", 4) { AnyPublisher($0.dropFirst(2)) },
    Case("drop(while:)", 4) { AnyPublisher($0.drop(while: { $0 < 3 })) },
    Case("prefix", 3) { AnyPublisher($0.prefix(3)) },
    Case("prefix(while:)", 3) { AnyPublisher($0.prefix(while: { $0 < 4 })) },
    Case("first", 1) { AnyPublisher($0.first()) },
    Case("last", 1) { AnyPublisher($0.last()) },
    Case("output(at:)", 1) { AnyPublisher($0.output(at: 2)) },
    Case("count", 1) { AnyPublisher($0.count()) },
    Case("reduce", 1) { AnyPublisher($0.reduce(0, +)) },
    Case("collect", 1) { AnyPublisher($0.collect().map { $0.count }) },
    Case("collect of a count", 3) { AnyPublisher($0.collect(2).map { $0.count }) },
    Case("ignoreOutput", 0) { AnyPublisher($0.ignoreOutput().map { (never: Never) -> Int in }) },
    Case("replaceError", 6) {
      AnyPublisher($0.replaceError(with: 0).setFailureType(to: FuzzError.self))
    },
    Case("handleEvents", 6) { AnyPublisher($0.handleEvents(receiveOutput: { _ in })) },
    Case("append", 8) { AnyPublisher($0.append(7, 8)) },
    Case("prepend", 8) { AnyPublisher($0.prepend(7, 8)) },
    Case("flatMap", 6) { AnyPublisher($0.flatMap { Just($0).setFailureType(to: FuzzError.self) }) },
    Case("buffer by request", 6) {
      AnyPublisher($0.buffer(size: 100, prefetch: .byRequest, whenFull: .dropNewest))
    },
    Case("buffer kept full", 6) {
      AnyPublisher($0.buffer(size: 100, prefetch: .keepFull, whenFull: .dropNewest))
    },
  ]
}

/// A subject with a value, which keeps its value and its subscribers apart.
final class SubjectValueRun: LibraryCheckRun {
  static let ways = 4
  private let subject = CurrentValueSubject<Int, FuzzError>(0)
  private let subscriber = DemandingSubscriber(first: 1, answer: 0)
  private let way: Int

  init(_ way: Int) {
    self.way = way
    if way > 1 { subject.subscribe(subscriber) }
  }

  func perform(queue: Int) {
    guard queue == 0 else {
      // Raced with elements: what is asked for comes, and no more.
      if way == 4 { subscriber.ask(1) }
      return
    }
    switch way {
    case 1:
      subject.send(completion: .finished)
      subject.value = 1
      subject.send(2)
    case 2:
      subscriber.cancel()
      subject.send(1)
    default: for value in 1...3 { subject.send(value) }
    }
  }

  func fault() -> LibraryCheckFault? {
    let seen = subscriber.seen
    if let fault = seen.fault { return LibraryCheckFault(.val1, fault) }
    switch way {
    case 1:
      // The value can be set when nobody is sent it any more.
      return subject.value == 1
        ? nil : LibraryCheckFault(.val1, "a subject that is over does not keep what it is set to")
    case 2:
      return seen.got == 1
        ? nil : LibraryCheckFault(.disp4, "a subject sends to a subscriber that has cancelled")
    default:
      // The newest value waits for who has not asked for it.
      subscriber.ask(1)
      let last = subscriber.seen
      if let fault = last.fault { return LibraryCheckFault(.val1, fault) }
      return last.got >= 2
        ? nil : LibraryCheckFault(.val1, "a subject forgets the value that nobody had asked for")
    }
  }
}

/// A future whose promise is kept, or broken, by one thread, while another one asks for its element, or cancels.
final class FutureRun: LibraryCheckRun {
  static let ways = 4
  private let promise = PromiseFeed()
  private let subscriber = DemandingSubscriber(first: 0, answer: 0)
  private let isBroken: Bool
  private let isCancelled: Bool

  init(_ way: Int) {
    (isBroken, isCancelled) = (way.isMultiple(of: 2), way > 2)
    promise.future.subscribe(subscriber)
  }

  func perform(queue: Int) {
    if queue == 0 {
      if isBroken { promise.error(FuzzError(code: 1)) } else { promise.next(1) }
    } else {
      subscriber.ask(1)
      if isCancelled { subscriber.cancel() }
    }
  }

  func fault() -> LibraryCheckFault? {
    let seen = subscriber.seen
    if let fault = seen.fault { return LibraryCheckFault(.val1, "\(fault), Future") }
    if isCancelled { return nil }
    return seen.isOver && seen.got == (isBroken ? 0 : 1)
      ? nil : LibraryCheckFault(.comp1, "a future that is kept is never told")
  }
}
