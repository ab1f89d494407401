import RxFuzzKit
import ScheduleTesting

/// Tests an operator of one's own: graphs around it are drawn, their events are raced against each other and against disposal,
/// and every trace is held against the rules of reactive streams.
///
/// ```swift
/// try checkOperator(RxCoreLibrary()) { source in source.everyOther() }
/// ```
///
/// Without a model every rule is kept that needs none: the grammar of events, serial delivery, disposal exactly once, nothing
/// leaked, no deadlock, no data race. With one, what is delivered has to be what some order of the raced events gives:
///
/// ```swift
/// try checkOperator(
///   RxCoreLibrary(), model: .list { $0.enumerated().filter { $0.offset % 2 == 0 }.map(\.element) }
/// ) { source in source.everyOther() }
/// ```
///
/// Elements are numbers of the test's own choice; operators may compute with them, and a model must do the same. The first
/// failure is made smaller, drawn as lanes, and can be repeated by `RXFUZZ_REPLAY`.
/// Thread-safety: as `race`. `build` is called from any thread, for each run.
/// - `library`: the adapter of the library that the operator is written for.
/// - `model`: what the operator does sequentially; nil: nothing is said of values.
/// - `iterations`: as `race`, and so are `schedules`, `time` and `seed`.
/// - `build`: applies the operator.
/// - Throws: as `race`.
@discardableResult
public func checkOperator<Library: TypedLibrary>(
  _ library: Library, model: OperatorModel? = nil, iterations: Int? = nil, schedules: Int? = nil,
  time: Duration? = nil, seed: UInt64? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ build: @escaping @Sendable (Library.Stream) -> Library.Stream
) throws -> TestReport {
  try OperatorCall(
    place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
    iterations: iterations, schedules: schedules, time: time, seed: seed
  ).check(library, row: "own", model: model, library.binding { build($0[0]) })
}

/// The same for an operator of two sources.
@discardableResult
public func checkOperator<Library: TypedLibrary>(
  _ library: Library, model: OperatorModel? = nil, iterations: Int? = nil, schedules: Int? = nil,
  time: Duration? = nil, seed: UInt64? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ build: @escaping @Sendable (Library.Stream, Library.Stream) -> Library.Stream
) throws -> TestReport {
  try OperatorCall(
    place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
    iterations: iterations, schedules: schedules, time: time, seed: seed
  ).check(library, row: "ownOfTwo", model: model, library.binding { build($0[0], $0[1]) })
}

/// The same for an operator of three sources.
@discardableResult
public func checkOperator<Library: TypedLibrary>(
  _ library: Library, model: OperatorModel? = nil, iterations: Int? = nil, schedules: Int? = nil,
  time: Duration? = nil, seed: UInt64? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ build:
    @escaping @Sendable (Library.Stream, Library.Stream, Library.Stream) -> Library.Stream
) throws -> TestReport {
  try OperatorCall(
    place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
    iterations: iterations, schedules: schedules, time: time, seed: seed
  ).check(library, row: "ownOfThree", model: model, library.binding { build($0[0], $0[1], $0[2]) })
}

/// The same for an operator of one source that goes by time: it is given a scheduler, whose clock is mostly a virtual one
/// that the race moves.
///
/// ```swift
/// try checkTimedOperator(RxCoreLibrary(), model: .debounce.given(2, 0)) { source, scheduler in
///   source.myDebounce(.milliseconds(2), scheduler: scheduler)
/// }
/// ```
///
/// Spans of one and two milliseconds are reached most often; the clock moves eight at most at a time. A model that goes by
/// time is one of a row of the catalogue, with that row's parameters; its queue is 0.
@discardableResult
public func checkTimedOperator<Library: TimedLibrary>(
  _ library: Library, model: OperatorModel? = nil, iterations: Int? = nil, schedules: Int? = nil,
  time: Duration? = nil, seed: UInt64? = nil, fileID: StaticString = #fileID,
  filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ build: @escaping @Sendable (Library.Stream, Library.TimeScheduler) -> Library.Stream
) throws -> TestReport {
  try OperatorCall(
    place: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column),
    iterations: iterations, schedules: schedules, time: time, seed: seed
  ).check(library, row: "ownTimed", model: model, library.binding(timed: build))
}

/// One call of `checkOperator`.
private struct OperatorCall {
  let place: SourcePlace
  let iterations: Int?
  let schedules: Int?
  let time: Duration?
  let seed: UInt64?

  func check(
    _ base: some LibraryUnderTest, row: String, model: OperatorModel?, _ binding: OperatorBinding
  ) throws -> TestReport {
    let environment = TestEnvironment()
    let budget = try TestBudget(
      iterations: iterations, schedules: schedules, time: time, seed: seed,
      environment: environment)
    let replay = try ReplayText.requested(at: place, environment)
    let run = TestRun("checkOperator", at: place, budget)
    let library = OperatorLibrary(base, row: row, binding: binding, model: model)
    return try run.run {
      let test = OperatorTest(run, library: library, row: row)
      if let replay { test.repeats(replay) } else { test.search() }
    }
  }
}
