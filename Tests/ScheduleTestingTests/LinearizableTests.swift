import Foundation
import ScheduleTesting
import Testing

/// A stack whose push reads and writes under the lock, but not in one go.
private final class TornStack {
  private let lock = Lock()
  private var elements: [Int] = []

  func push(_ element: Int) {
    let seen = lock.locked { elements }
    lock.locked { elements = seen + [element] }
  }

  func pop() -> Int? { lock.locked { elements.popLast() } }
}

/// A table that looks and then changes, each under the lock.
private final class TornTable {
  private let lock = Lock()
  private var values: [String: Int] = [:]

  func add(_ value: Int, _ key: String) -> Int {
    let sum = lock.locked { values[key] ?? 0 } + value
    lock.locked { values[key] = sum }
    return sum
  }
}

/// The same in one go.
private final class LockedStack {
  private let lock = Lock()
  private var elements: [Int] = []
  func push(_ element: Int) { lock.locked { elements.append(element) } }
  func pop() -> Int? { lock.locked { elements.popLast() } }
}

/// Room for one element; who finds it full or empty waits.
private final class Slot: @unchecked Sendable {
  // Safety: `condition` guards `element`.
  private let condition = NSCondition()
  private var element: Int?
  private let waitsOnce: Bool

  init(waitsOnce: Bool) { self.waitsOnce = waitsOnce }

  var isEmpty: Bool { condition.withLock { element == nil } }

  func put(_ new: Int) {
    condition.withLock {
      wait { element != nil }
      element = new
      condition.broadcast()
    }
  }

  func take() -> Int? {
    condition.withLock {
      wait { element == nil }
      defer { element = nil }
      condition.broadcast()
      return element
    }
  }

  private func wait(_ isBusy: () -> Bool) {
    if waitsOnce {
      if isBusy() { condition.wait() }
    } else {
      while isBusy() { condition.wait() }
    }
  }
}

/// Money of which one takes what is there. A torn one waits between the look and the taking.
private actor Purse {
  private var sum = 5
  private let isTorn: Bool
  init(isTorn: Bool) { self.isTorn = isTorn }

  func take(_ part: Int) async -> Bool {
    guard sum >= part else { return false }
    if isTorn { await Task.yield() }
    sum -= part
    return true
  }

  func give(_ part: Int, twice: Bool) { sum += twice ? 2 * part : part }
  var isEmpty: Bool { sum == 0 }
}

/// The same for one at a time.
private struct Sum {
  var sum = 5
  mutating func take(_ part: Int) -> Bool {
    guard sum >= part else { return false }
    sum -= part
    return true
  }
}

extension TestingSuites {
  @Suite("checkLinearizable")
  struct LinearizableTests {
    @Test("a torn stack is found, in few operations, with the answers of its lanes")
    func torn() throws {
      let report = try failing {
        try checkLinearizable(TornStack.init) {
          Operation("push", Gen.ints) { $0.push($1) }
          Operation("pop") { $0.pop() }
        }
      }.report
      let failure = try #require(report.failure)
      print(failure)
      #expect(failure.rule == "linearizability")
      #expect(failure.description.contains("push("))
      #expect(failure.replay?.contains(" lanes:") == true)
      // Two lanes, and no more than what shows it.
      #expect(failure.description.split(separator: "\n").filter { $0.contains("push(") }.count <= 3)
    }

    @Test("a locked stack is silent, and the same seed draws the same scenarios")
    func locked() throws {
      let report = try checkLinearizable(LockedStack.init, scenarios: 20, iterations: 1_500) {
        Operation("push", Gen.ints) { $0.push($1) }
        Operation("pop") { $0.pop() }
      }
      #expect(report.failure == nil)
      #expect(report.scenarios == 20)
      #expect(report.distinctSchedules > 20 && report.races > 0)
    }

    @Test("an operation has two arguments")
    func twoArguments() throws {
      let words = try failing {
        try checkLinearizable(TornTable.init) {
          Operation("add", Gen.ints, Gen.letters) { $0.add($1, $2) }
        }
      }.report.failure?.description
      #expect(words?.contains(/add\([1-9], [a-d]\) → [1-9]/) == true)
    }

    @Test(
      "operations that wait are tested where they say when they can go on",
      arguments: [true, false])
    func waiting(waitsOnce: Bool) throws {
      let make = { Slot(waitsOnce: waitsOnce) }
      func check() throws -> TestReport {
        try checkLinearizable(make, scenarios: 40, iterations: 640) {
          Operation("put", Gen.ints, when: { $0.isEmpty }) { $0.put($1) }
          Operation("take", when: { !$0.isEmpty }) { $0.take() }
        }
      }
      if waitsOnce {
        let report = try failing { try check() }.report
        #expect(report.failure?.rule == "linearizability" || report.failure?.rule == "deadlock")
      } else {
        let report = try check()
        #expect(report.failure == nil && report.scenarios == 40)
      }
    }

    @Test("operations that could never go on are a fault")
    func stuck() throws {
      let report = try failing {
        let make = { Slot(waitsOnce: false) }
        return try checkLinearizable(make, scenarios: 3) {
          Operation("take", when: { !$0.isEmpty }) { $0.take() }
        }
      }.report
      #expect(report.failure?.rule == "nothing")
      #expect(report.failure?.message.hasPrefix("no scenario was drawn") == true)
    }

    @Test(
      "operations that suspend are held against the type itself, or against a model",
      arguments: [true, false], [true, false])
    func asynchronous(isTorn: Bool, hasModel: Bool) throws {
      let make = { Purse(isTorn: isTorn) }
      func check() throws -> TestReport {
        if hasModel {
          return try checkLinearizable(make, model: Sum.init, scenarios: 20, iterations: 640) {
            Operation(
              "take", Gen.ints(in: 2...5), { await $0.take($1) }, model: { $0.take($1) })
            Operation(
              "give", Gen.ints(in: 1...3), Gen.bools, { await $0.give($1, twice: $2) },
              model: { $0.sum += $2 ? 2 * $1 : $1 })
            Operation("isEmpty", { await $0.isEmpty }, model: { $0.sum == 0 })
          }
        }
        return try checkLinearizable(make, scenarios: 20, iterations: 640) {
          Operation("take", Gen.ints(in: 2...5)) { await $0.take($1) }
          Operation("give", Gen.ints(in: 1...3), Gen.bools) { await $0.give($1, twice: $2) }
          Operation("isEmpty") { await $0.isEmpty }
        }
      }
      guard isTorn else {
        let report = try check()
        return #expect(report.failure == nil && report.scenarios == 20 && report.races > 0)
      }
      let failure = try failing { try check() }.report.failure
      #expect(failure?.rule == "linearizability")
      #expect(failure?.description.contains("take(") == true)
    }

    @Test("a model of another type is held against it")
    func model() throws {
      let lawful = try checkLinearizable(
        LockedStack.init, model: [Int].init, scenarios: 10, iterations: 640
      ) {
        Operation("push", Gen.ints, { $0.push($1) }, model: { $0.append($1) })
        Operation("pop", { $0.pop() }, model: { $0.popLast() })
      }
      #expect(lawful.failure == nil)
      let wrong = try failing {
        try checkLinearizable(LockedStack.init, model: [Int].init, scenarios: 20, iterations: 0) {
          Operation("push", Gen.ints, { $0.push($1) }, model: { $0.insert($1, at: 0) })
          Operation("pop", { $0.pop() }, model: { $0.popLast() })
        }
      }
      #expect(wrong.report.failure?.rule == "linearizability")
    }
  }
}
