import ScheduleKit
import ScheduleTesting
import Synchronization
import Testing

#if canImport(Glibc)
  import Glibc
#endif

extension TestingSuites {
  @Suite("memory models")
  struct MemoryModelTests {
    typealias Step = LitmusProgram.Step
    typealias Order = LitmusProgram.Order

    /// The programs of the literature, with stores of the one order and loads of the other.
    static func named(_ stores: Order, _ loads: Order) -> [(name: String, program: LitmusProgram)] {
      func store(_ place: Int, _ value: Int = 1) -> Step { .store(place, value: value, stores) }
      func load(_ place: Int) -> Step { .load(place, loads) }
      let (x, y, z) = (0, 1, 2)
      let threads: [(String, [[Step]])] = [
        ("SB", [[store(x), load(y)], [store(y), load(x)]]),
        ("MP", [[store(x), store(y)], [load(y), load(x)]]),
        ("LB", [[load(x), store(y)], [load(y), store(x)]]),
        ("S", [[store(x, 2), store(y)], [load(y), store(x)]]),
        ("R", [[store(x), store(y)], [store(y, 2), load(x)]]),
        ("2+2W", [[store(x), store(y, 2)], [store(y), store(x, 2)]]),
        ("CoRR", [[store(x), store(x, 2)], [load(x), load(x)]]),
        ("CoRR2", [[store(x)], [store(x, 2)], [load(x), load(x)], [load(x), load(x)]]),
        ("CoWR", [[store(x), load(x)], [store(x, 2)]]),
        ("CoRW", [[load(x), store(x)], [store(x, 2)]]),
        ("WRC", [[store(x)], [load(x), store(y)], [load(y), load(x)]]),
        ("ISA2", [[store(x), store(y)], [load(y), store(z)], [load(z), load(x)]]),
        ("RWC", [[store(x)], [load(x), load(y)], [store(y), load(x)]]),
        ("W+RWC", [[store(x), store(z)], [load(z), load(y)], [store(y), load(x)]]),
        ("IRIW", [[store(x)], [store(y)], [load(x), load(y)], [load(y), load(x)]]),
        ("3.SB", [[store(x), load(y)], [store(y), load(z)], [store(z), load(x)]]),
      ]
      return threads.map { ($0.0, LitmusProgram(threads: $0.1)) }
    }

    static let orders: [(Order, Order)] = [
      (.relaxed, .relaxed), (.release, .acquire), (.sequential, .sequential), (.release, .relaxed),
      (.relaxed, .acquire),
    ]
    /// Where only some operations are sequentially consistent, less is explored than C++ allows.
    static let mixedOrders: [(Order, Order)] = [(.sequential, .acquire), (.relaxed, .sequential)]

    @Test(
      "programs of the literature have the outcomes that C++ allows for each order, and no others",
      arguments: orders)
    func relaxed(stores: Order, loads: Order) throws {
      for (name, program) in Self.named(stores, loads) {
        let explored = try program.explored(.relaxed)
        #expect(explored == Axioms.outcomes(of: program), "\(name): \(program)")
      }
    }

    @Test("where orders are mixed, they have none that C++ forbids", arguments: mixedOrders)
    func mixed(stores: Order, loads: Order) throws {
      for (name, program) in Self.named(stores, loads) {
        let explored = try program.explored(.relaxed)
        #expect(explored.isSubset(of: Axioms.outcomes(of: program)), "\(name): \(program)")
      }
    }

    @Test(
      "they have the outcomes of a machine with buffers of stores", arguments: orders + mixedOrders)
    func totalStoreOrder(stores: Order, loads: Order) throws {
      for (name, program) in Self.named(stores, loads) {
        let explored = try program.explored(.totalStoreOrder)
        #expect(explored == StoreBuffers.outcomes(of: program), "\(name): \(program)")
        #expect(explored.isSubset(of: Axioms.outcomes(of: program)), "\(name): \(program)")
      }
    }

    @Test("without a memory model they have those of sequential consistency, whatever their orders")
    func sequential() throws {
      let strict = Self.named(.sequential, .sequential)
      for ((name, program), (_, all)) in zip(Self.named(.relaxed, .relaxed), strict) {
        #expect(try program.explored(.sequential) == Axioms.outcomes(of: all), "\(name)")
      }
    }

    @Test(
      "so do programs that are drawn, of operations of every kind and order",
      arguments: 0..<60 as Range<UInt64>)
    func drawn(seed: UInt64) throws {
      let program = Self.drawn(seed)
      let allowed = Axioms.outcomes(of: program)
      let relaxed = try program.explored(.relaxed)
      #expect(relaxed.isSubset(of: allowed), "\(program): \(relaxed.subtracting(allowed))")
      if !program.mixesSequential {
        #expect(allowed == relaxed, "\(program) lacks \(allowed.subtracting(relaxed))")
      }
      let buffered = try program.explored(.totalStoreOrder)
      #expect(buffered == StoreBuffers.outcomes(of: program), "\(program) under tso")
      #expect(buffered.isSubset(of: allowed), "\(program)")
    }

    @Test("what a weak memory model shows is shrunk, drawn, and repeated by its words")
    func replayed() throws {
      func handOver(_ r: Race) {
        let box = WeakBox()
        r.thread {
          box.value.store(7, ordering: .relaxed)
          box.isFull.store(true, ordering: .relaxed)
        }
        r.thread {
          guard box.isFull.load(ordering: .acquiring) else { return }
          let seen = box.value.load(ordering: .relaxed)
          #expect(seen == 7)
        }
      }
      let strict = try race(iterations: 0, schedules: 300, handOver)
      #expect(strict.failure == nil)
      let buffered = try race(iterations: 0, schedules: 300, memory: .totalStoreOrder, handOver)
      #expect(buffered.failure == nil)
      let (report, _) = try failing {
        try race(iterations: 0, schedules: 300, memory: .relaxed, handOver)
      }
      let failure = try #require(report.failure)
      #expect(failure.rule == "expectation")
      #expect(failure.description.contains("atomic load behind 1"))
      let text = try #require(failure.replay?.split(separator: " ").last)
      #expect(try ScheduleReplay(String(text)).memory == .relaxed)
      try #require(setenv("RXFUZZ_REPLAY", String(text), 1) == 0)
      defer { unsetenv("RXFUZZ_REPLAY") }
      // The words carry the model, so that nothing else has to be said.
      let (again, _) = try failing { try race(iterations: 0, schedules: 300, handOver) }
      #expect(again.failure?.message == failure.message)
      #expect(again.schedules == 1)
    }

    private static func drawn(_ seed: UInt64) -> LitmusProgram {
      var generator = SeededGenerator(seed: seed, stream: 7)
      var value = 0
      func order() -> Order { Order.allCases[generator.below(Order.allCases.count)] }
      func step() -> Step {
        let place = generator.below(2)
        value += 1
        return switch generator.below(8) {
        case 0, 1, 2: .store(place, value: value, order())
        case 3, 4, 5: .load(place, order())
        case 6:
          generator.below(2) == 0
            ? .add(place, 10 * value, order()) : .claim(place, value: value, order())
        default: .fence([.acquire, .release, .sequential, .sequential][generator.below(4)])
        }
      }
      let threads = 2 + generator.below(2)
      return LitmusProgram(
        threads: (0..<threads).map { _ in (0..<(threads == 2 ? 3 : 2)).map { _ in step() } })
    }
  }
}

/// A value, and whether it is there.
private final class WeakBox: Sendable {
  let value = Atomic(0)
  let isFull = Atomic(false)
}
