import ScheduleKit
import ScheduleTesting
import Synchronization

/// A few threads of atomic operations without branches, as the literature on memory models writes them.
struct LitmusProgram: CustomStringConvertible {
  enum Order: CaseIterable {
    case relaxed, acquire, release, acquireRelease, sequential
  }

  /// One operation. Locations are small numbers, and begin with 0.
  enum Step: CustomStringConvertible {
    case store(Int, value: Int, Order)
    case load(Int, Order)
    case add(Int, Int, Order)
    /// From 0 to the value, else only a relaxed load.
    case claim(Int, value: Int, Order)
    case fence(Order)

    var description: String {
      switch self {
      case .store(let place, let value, let order): "\(Self.names[place]) = \(value) \(order)"
      case .load(let place, let order): "read \(Self.names[place]) \(order)"
      case .add(let place, let value, let order): "\(Self.names[place]) += \(value) \(order)"
      case .claim(let place, let value, let order):
        "\(Self.names[place]) = \(value) if 0 \(order)"
      case .fence(let order): "fence \(order)"
      }
    }
    private static let names = ["x", "y", "z"]

    var order: Order {
      switch self {
      case .store(_, _, let order), .load(_, let order), .add(_, _, let order),
        .claim(_, _, let order), .fence(let order):
        order
      }
    }

    var location: Int? {
      switch self {
      case .store(let place, _, _), .load(let place, _), .add(let place, _, _),
        .claim(let place, _, _):
        place
      case .fence: nil
      }
    }
  }

  static let locations = 3
  let threads: [[Step]]

  /// Whether some operations are sequentially consistent and others are not.
  var mixesSequential: Bool {
    let orders = threads.joined().map(\.order)
    return orders.contains(.sequential) && !orders.allSatisfy { $0 == .sequential }
  }

  var description: String {
    threads.map { $0.map(\.description).joined(separator: "; ") }.joined(separator: " || ")
  }

  /// What the threads have read, one after the other, and what the locations hold in the end.
  static func outcome(_ results: [[Int]], _ memory: [Int]) -> String {
    results.map { $0.map(String.init).joined(separator: ",") }.joined(separator: "|") + "="
      + memory.map(String.init).joined(separator: ",")
  }

  /// The outcomes that schedules under control have, with every value that loads may take.
  func explored(_ memory: MemoryModel) throws -> Set<String> {
    let report = try explore(memory: memory) { r in
      let shared = Shared()
      let results = threads.map { _ in Results() }
      for (thread, steps) in zip(results, threads) {
        r.thread { for step in steps { shared.perform(step, thread) } }
      }
      r.afterwards {
        let left = SchedulePoint.leave()
        r.outcome(Self.outcome(results.map(\.values), shared.now))
        SchedulePoint.reenter(left)
      }
    }
    return Set(
      report.outcomes.dropFirst().compactMap { $0.split(separator: " ").first.map(String.init) })
  }
}

private final class Results {
  var values: [Int] = []
}

private final class Shared {
  private let x = Atomic(0)
  private let y = Atomic(0)
  private let z = Atomic(0)

  var now: [Int] {
    [x.load(ordering: .relaxed), y.load(ordering: .relaxed), z.load(ordering: .relaxed)]
  }

  func perform(_ step: LitmusProgram.Step, _ results: Results) {
    switch step {
    case .fence(let order): fence(order)
    case .store(0, let value, let order), .add(0, let value, let order),
      .claim(0, let value, let order):
      Self.perform(step, x, value, order, results)
    case .store(1, let value, let order), .add(1, let value, let order),
      .claim(1, let value, let order):
      Self.perform(step, y, value, order, results)
    case .store(_, let value, let order), .add(_, let value, let order),
      .claim(_, let value, let order):
      Self.perform(step, z, value, order, results)
    case .load(0, let order): Self.perform(step, x, 0, order, results)
    case .load(1, let order): Self.perform(step, y, 0, order, results)
    case .load(_, let order): Self.perform(step, z, 0, order, results)
    }
  }

  private static func perform(
    _ step: LitmusProgram.Step, _ atomic: borrowing Atomic<Int>, _ value: Int,
    _ order: LitmusProgram.Order, _ results: Results
  ) {
    switch step {
    case .store: store(atomic, value, order)
    case .load: results.values.append(load(atomic, order))
    case .add: results.values.append(add(atomic, value, order))
    case .claim: results.values.append(claim(atomic, value, order))
    case .fence: break
    }
  }

  // The orderings of this module are constants of the source.
  private static func store(
    _ atomic: borrowing Atomic<Int>, _ value: Int, _ order: LitmusProgram.Order
  ) {
    switch order {
    case .relaxed, .acquire: atomic.store(value, ordering: .relaxed)
    case .release, .acquireRelease: atomic.store(value, ordering: .releasing)
    case .sequential: atomic.store(value, ordering: .sequentiallyConsistent)
    }
  }

  private static func load(
    _ atomic: borrowing Atomic<Int>, _ order: LitmusProgram.Order
  ) -> Int {
    switch order {
    case .relaxed, .release: atomic.load(ordering: .relaxed)
    case .acquire, .acquireRelease: atomic.load(ordering: .acquiring)
    case .sequential: atomic.load(ordering: .sequentiallyConsistent)
    }
  }

  private static func add(
    _ atomic: borrowing Atomic<Int>, _ value: Int, _ order: LitmusProgram.Order
  ) -> Int {
    switch order {
    case .relaxed: atomic.wrappingAdd(value, ordering: .relaxed).oldValue
    case .acquire: atomic.wrappingAdd(value, ordering: .acquiring).oldValue
    case .release: atomic.wrappingAdd(value, ordering: .releasing).oldValue
    case .acquireRelease: atomic.wrappingAdd(value, ordering: .acquiringAndReleasing).oldValue
    case .sequential: atomic.wrappingAdd(value, ordering: .sequentiallyConsistent).oldValue
    }
  }

  private static func claim(
    _ atomic: borrowing Atomic<Int>, _ value: Int, _ order: LitmusProgram.Order
  ) -> Int {
    switch order {
    case .relaxed:
      atomic.compareExchange(
        expected: 0, desired: value, successOrdering: .relaxed, failureOrdering: .relaxed
      ).original
    case .acquire:
      atomic.compareExchange(
        expected: 0, desired: value, successOrdering: .acquiring, failureOrdering: .relaxed
      ).original
    case .release:
      atomic.compareExchange(
        expected: 0, desired: value, successOrdering: .releasing, failureOrdering: .relaxed
      ).original
    case .acquireRelease:
      atomic.compareExchange(
        expected: 0, desired: value, successOrdering: .acquiringAndReleasing,
        failureOrdering: .relaxed
      ).original
    case .sequential:
      atomic.compareExchange(
        expected: 0, desired: value, successOrdering: .sequentiallyConsistent,
        failureOrdering: .relaxed
      ).original
    }
  }

  private func fence(_ order: LitmusProgram.Order) {
    switch order {
    case .relaxed: break
    case .acquire: atomicMemoryFence(ordering: .acquiring)
    case .release: atomicMemoryFence(ordering: .releasing)
    case .acquireRelease: atomicMemoryFence(ordering: .acquiringAndReleasing)
    case .sequential: atomicMemoryFence(ordering: .sequentiallyConsistent)
    }
  }
}
