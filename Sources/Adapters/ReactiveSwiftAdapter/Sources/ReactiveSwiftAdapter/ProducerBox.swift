@preconcurrency import ReactiveSwift
import RxFuzzKit

typealias Producer = SignalProducer<Int, FuzzError>

/// A producer in a class, as streams cross the adapter's boundary.
final class ProducerBox: @unchecked Sendable {
  // Safety: it never changes; the producer's own affairs are under test.
  let producer: Producer

  init(_ producer: Producer) { self.producer = producer }
}

/// Sends the script's events to the observer of a producer or of a pipe.
///
/// Thread-safety: it changes nothing; the observer's own affairs are under test.
final class ObserverFeed: FeedObserver, @unchecked Sendable {
  // Safety: `observer` never changes.
  private let observer: Signal<Int, FuzzError>.Observer

  init(_ observer: Signal<Int, FuzzError>.Observer) { self.observer = observer }

  func next(_ token: Int) { observer.send(value: token) }
  func error(_ error: FuzzError) { observer.send(error: error) }
  func completed() { observer.sendCompleted() }
}

/// Sets a property to the script's elements; a property has no end.
///
/// Thread-safety: as the property's.
final class PropertyFeed: FeedObserver, @unchecked Sendable {
  // Safety: `property` never changes; it guards its value by itself, which is under test.
  private let property: MutableProperty<Int>

  init(_ property: MutableProperty<Int>) { self.property = property }

  func next(_ token: Int) { property.value = token }
  func error(_ error: FuzzError) {}
  func completed() {}
}
