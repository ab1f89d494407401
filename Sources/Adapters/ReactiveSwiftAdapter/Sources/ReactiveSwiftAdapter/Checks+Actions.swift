import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit
import Synchronization

/// An action that two threads apply: it executes once at a time, says so, and can be applied again when it is done.
final class ActionRun: LibraryCheckRun {
  static let ways = 2
  private let action: ReactiveSwift.Action<Int, Int, FuzzError>
  private let gate: Signal<Int, FuzzError>
  private let opening: Signal<Int, FuzzError>.Observer
  // Relaxed: only numbers, which are read when the race is over.
  private let refused = Atomic<Int>(0)
  private let done = Atomic<Int>(0)
  private let endsAtOnce: Bool

  init(_ way: Int) {
    let (gate, opening) = Signal<Int, FuzzError>.pipe()
    (self.gate, self.opening) = (gate, opening)
    endsAtOnce = way == 2
    action = ReactiveSwift.Action { way == 2 ? Producer(value: $0) : Producer(gate) }
  }

  func perform(queue: Int) {
    action.apply(queue).start { [self] event in
      switch event {
      case .failed(.disabled): refused.wrappingAdd(1, ordering: .relaxed)
      case .completed: done.wrappingAdd(1, ordering: .relaxed)
      case .value, .interrupted, .failed: break
      }
    }
  }

  func fault() -> LibraryCheckFault? {
    opening.sendCompleted()
    let (refused, done) = (
      self.refused.load(ordering: .relaxed), self.done.load(ordering: .relaxed)
    )
    guard refused + done == 2, done > 0, endsAtOnce || done == 1 else {
      return LibraryCheckFault(.val1, "an action does not execute once at a time")
    }
    guard !action.isExecuting.value, action.isEnabled.value else {
      return LibraryCheckFault(.val1, "an action that is done says that it executes")
    }
    return nil
  }
}

/// A property that two threads change: changes are not lost, and what is made of it follows.
final class PropertyRun: LibraryCheckRun {
  static let ways = 4
  private static let changes = 8
  private let property = MutableProperty(0)
  private let seen = CheckedEvents()
  private let mapped: Property<Int>
  private let combined: Property<Int>
  private let switched: Property<Int>
  private let way: Int

  init(_ way: Int) {
    self.way = way
    mapped = property.map { $0 &* 2 }
    combined = Property.combineLatest(property, mapped).map { $0 &+ $1 }
    switched = property.flatMap(.latest) { Property(value: $0) }
    property.producer.promoteError(FuzzError.self).start(seen.observer())
  }

  func perform(queue: Int) {
    for change in 0..<Self.changes {
      // Changes of one thread, read by the other, or by both.
      switch way {
      case 1: property.modify { $0 += 1 }
      case 2: if queue == 0 { property.modify { $0 += 2 } } else { property.withValue { _ in } }
      case 3: if queue == 0 { property.value = change + 1 }
      default: _ = property.swap(change + 1)
      }
      if way == 3, queue == 1 { _ = (mapped.value, combined.value, switched.value) }
    }
  }

  func fault() -> LibraryCheckFault? {
    let last = property.value
    if way < 3, last != 2 * Self.changes {
      return LibraryCheckFault(.val1, "a property loses a change")
    }
    guard mapped.value == 2 * last, combined.value == 3 * last, switched.value == last else {
      return LibraryCheckFault(.val1, "what is made of a property does not follow it")
    }
    let elements = seen.all.elements
    guard elements.last == last else {
      return LibraryCheckFault(.val1, "a property's producer ends up with another value")
    }
    guard way != 1 || elements == Array(0...2 * Self.changes) else {
      return LibraryCheckFault(.ord1, "a property's producer sends changes in another order")
    }
    return nil
  }
}
