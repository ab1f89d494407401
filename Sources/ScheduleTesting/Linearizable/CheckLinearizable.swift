/// Tests that a type's operations seem to happen one at a time, whichever threads call them.
///
/// ```swift
/// try checkLinearizable(Stack.init) {
///   Operation("push", Gen.ints) { $0.push($1) }
///   Operation("pop") { $0.pop() }
/// }
/// ```
///
/// Scenarios of two or three lanes are drawn, and each is run in schedules under control and freely. What the lanes were
/// answered must be what the same type answers when one thread performs the operations in some order, one that keeps the
/// order of those that did not overlap. The first scenario that breaks this is made smaller: it ends in few operations, drawn
/// as lanes with their answers. Everything that `race` finds is found here, too.
///
/// Operations must end and must not answer by chance; one that waits for another lane for good is reported as a deadlock.
/// Thread-safety: as `race`.
/// - `make`: makes what is tested, the same each time.
/// - `scenarios`: how many are drawn, by default 60; iterations and schedules are shared out among them.
/// - `iterations`: as `race`, and so are `schedules`, `time` and `seed`.
/// - Throws: as `race`.
@discardableResult
public func checkLinearizable<Subject>(
  _ make: @escaping () -> Subject, scenarios: Int? = nil, iterations: Int? = nil,
  schedules: Int? = nil, time: Duration? = nil, seed: UInt64? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column,
  @OperationBuilder<Subject, Subject> operations: () -> [Operation<Subject, Subject>]
) throws -> TestReport {
  try checkLinearizable(
    make, model: make, scenarios: scenarios, iterations: iterations, schedules: schedules,
    time: time, seed: seed, fileID: fileID, filePath: filePath, line: line, column: column,
    operations: operations)
}

/// The same, held against a model: another type that says what the operations answer one at a time.
///
/// ```swift
/// try checkLinearizable(LockFreeStack.init, model: [Int].init) {
///   Operation("push", Gen.ints, { $0.push($1) }, model: { $0.append($1) })
///   Operation("pop", { $0.pop() }, model: { $0.popLast() })
/// }
/// ```
/// - `make`: makes what is tested, the same each time.
/// - `model`: makes the model in its first state.
/// - `scenarios`: as above, and so are the others.
/// - Throws: as `race`.
@discardableResult
public func checkLinearizable<Subject, Model>(
  _ make: @escaping () -> Subject, model: @escaping () -> Model, scenarios: Int? = nil,
  iterations: Int? = nil, schedules: Int? = nil, time: Duration? = nil, seed: UInt64? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column,
  @OperationBuilder<Subject, Model> operations: () -> [Operation<Subject, Model>]
) throws -> TestReport {
  let place = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
  let environment = TestEnvironment()
  let budget = try TestBudget(
    iterations: iterations, schedules: schedules, time: time, seed: seed, environment: environment)
  let replay = try ReplayText.requested(at: place, environment)
  let run = TestRun("checkLinearizable", at: place, budget)
  let listed = operations()
  return try run.run {
    let test = LinearTest(
      run, scenarios: scenarios ?? LinearTest<Subject, Model>.scenariosDefault, make: make,
      model: model, operations: listed)
    if let replay { test.repeats(replay) } else { test.search() }
  }
}
