import Foundation
@preconcurrency import OpenCombine
import RxFuzzKit

/// Something that was given to the library, and asks the library for something when the last reference to it goes: so it
/// must go with no lock held, and at the end, not when the subscription is let go.
///
/// Where a lock is held, the thread waits for itself, and the run ends by its watchdog.
final class CapturedRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses them until the race is over.
  static let ways = cases.count
  private enum Place: CaseIterable {
    case sinkValue, sinkCompletion, assign, map, scanned, elementOfSubject,
      cancellable
    case appended, inner, bridged
  }

  /// What a subscription captures, and whether it is cancelled instead of completed. A subject that is cancelled drops its
  /// subscriber under its lock (`PassthroughSubject.Conduit.cancel`, in all versions up to 1c6f02c), and
  /// `handleEvents` its closures: what operators capture is not tried there, since every process would end by it.
  private static let cases: [(Place, isCancelled: Bool)] = Place.allCases.flatMap { place in
    switch place {
    case .map, .scanned: [(place, isCancelled: false)]
    case .sinkValue, .sinkCompletion, .assign, .elementOfSubject, .cancellable, .appended, .inner,
      .bridged:
      [(place, isCancelled: false), (place, isCancelled: true)]
    }
  }

  /// Cancels when it goes.
  private final class Resource {
    private let lastWish: () -> Void
    var element = 0
    init(_ lastWish: @escaping () -> Void) { self.lastWish = lastWish }
    deinit { lastWish() }
  }

  /// Holds the subscription, which exists later than what it is given.
  private final class Slot { var held: AnyCancellable? }

  private let place: Place
  private let isCancelled: Bool
  private let subject = PassthroughSubject<Int, FuzzError>()
  private let slot = Slot()
  private weak var resource: Resource?
  private var isKept = false

  init(_ way: Int) {
    (place, isCancelled) = Self.cases[way - 1]
  }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    slot.held = begin()
    subject.send(1)
    if isCancelled { slot.held?.cancel() } else { subject.send(completion: .finished) }
    isKept = resource != nil
    slot.held = nil
  }

  private func begin() -> AnyCancellable {
    let own = Resource { [subject, slot] in
      slot.held?.cancel()
      subject.send(2)
    }
    resource = own
    return subscribe(with: own)
  }

  private func subscribe(with own: Resource) -> AnyCancellable {
    func ended(_: Subscribers.Completion<FuzzError>) {}
    // Old versions name no primary associated types.
    func plain<Source: Publisher>(_ publisher: Source) -> AnyCancellable
    where Source.Output == Int, Source.Failure == FuzzError {
      publisher.sink(receiveCompletion: ended, receiveValue: { _ in })
    }
    switch place {
    case .sinkValue:
      return subject.sink(receiveCompletion: ended, receiveValue: { own.element = $0 })
    case .sinkCompletion:
      return subject.sink(
        receiveCompletion: { _ in own.element = 0 }, receiveValue: { _ in })
    case .assign:
      return subject.replaceError(with: 0)
        .assign(to: \.element, on: own)
    case .map: return plain(subject.map { $0 + own.element })
    case .scanned:
      return plain(subject.scan(own) { resource, _ in resource }.map { $0.element })
    case .elementOfSubject:
      let elements = PassthroughSubject<Resource, FuzzError>()
      let kept = elements.sink(receiveCompletion: ended, receiveValue: { _ in })
      elements.send(own)
      let others = plain(subject)
      return AnyCancellable {
        others.cancel()
        kept.cancel()
      }
    case .cancellable:
      let source = plain(subject)
      let cancellable = AnyCancellable {
        source.cancel()
        own.element = 1
      }
      if !isCancelled { cancellable.cancel() }
      return cancellable
    case .appended:
      // The second sequence is let go as soon as it is subscribed.
      return plain(
        subject.append(Deferred { Just(own.element) }.setFailureType(to: FuzzError.self)))
    case .inner:
      return plain(
        subject.flatMap { element in
          Just(element).map { $0 + own.element }.setFailureType(to: FuzzError.self)
        })
    case .bridged:
      let other = PassthroughSubject<Int, FuzzError>()
      let received = other.sink(receiveCompletion: ended, receiveValue: { own.element = $0 })
      let sent = subject.subscribe(other)
      return AnyCancellable {
        sent.cancel()
        received.cancel()
      }
    }
  }

  func fault() -> LibraryCheckFault? {
    isKept ? LibraryCheckFault(.leak1, "what was captured outlives the end of a subscription") : nil
  }
}
