@testable import RxFuzzKit

/// Writes a trace by hand, one record after another.
struct TraceBuilder {
  static let driver: UInt8 = 0
  static let p: UInt8 = 1
  static let q: UInt8 = 2
  static let r: UInt8 = 3
  static let x: UInt8 = 16

  private let scenario: Scenario
  private var records: [TraceRecord] = []
  var endState = Trace.EndState()

  /// The trace of a scenario that was raced to the end, teardown included.
  static func trace(of scenario: Scenario, _ write: (inout TraceBuilder) -> Void) -> Trace {
    var builder = TraceBuilder(scenario: scenario)
    write(&builder)
    return Trace(scenario: scenario, records: builder.records, endState: builder.endState)
  }

  private init(scenario: Scenario) { self.scenario = scenario }

  mutating func record(_ kind: TraceRecord.Kind, _ lane: UInt8, _ subject: Int, _ value: Int = 0) {
    records.append(TraceRecord(kind, lane: lane, subject: subject, value: value))
  }

  /// An action from its entry to its exit, and what happens in between.
  mutating func action(
    _ ordinal: Int, _ lane: UInt8, _ body: (inout TraceBuilder) -> Void = { _ in }
  ) {
    enter(ordinal, lane)
    body(&self)
    exit(ordinal, lane)
  }
  mutating func enter(_ ordinal: Int, _ lane: UInt8) { record(.actionEnter, lane, ordinal) }
  mutating func exit(_ ordinal: Int, _ lane: UInt8) { record(.actionExit, lane, ordinal) }

  /// A whole delivery of an element that the action `emission` emitted.
  mutating func next(
    _ payload: Int, by emission: Int, to subscription: Int = 1, _ lane: UInt8,
    _ body: (inout TraceBuilder) -> Void = { _ in }
  ) {
    let token = Token.make(payload: payload, emission: emission)
    record(.nextEnter, lane, subscription, token)
    body(&self)
    record(.nextExit, lane, subscription, token)
  }
  mutating func completed(
    to subscription: Int = 1, _ lane: UInt8, _ body: (inout TraceBuilder) -> Void = { _ in }
  ) {
    record(.completedEnter, lane, subscription)
    body(&self)
    record(.completedExit, lane, subscription)
  }
  mutating func error(to subscription: Int = 1, code: Int = 0, _ lane: UInt8) {
    record(.errorEnter, lane, subscription, code)
    record(.errorExit, lane, subscription, code)
  }
  mutating func attached(_ number: Int, feed: Int = 0, _ lane: UInt8 = driver) {
    record(.attached, lane, number, feed)
  }
  mutating func detached(_ number: Int, feed: Int = 0, _ lane: UInt8 = driver) {
    record(.detached, lane, number, feed)
  }
  mutating func raceEnd() { record(.raceEnd, Self.driver, 0) }
  mutating func tornDown() { record(.tornDown, Self.driver, 0) }
}
