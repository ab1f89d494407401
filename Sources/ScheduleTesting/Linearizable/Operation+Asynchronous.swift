import ScheduleKit

extension Operation {
  /// An asynchronous operation with an argument, such as a call of an actor, and what it does to the model. Lanes are Swift tasks
  /// where a test names any such.
  /// - `when`: in which states of the model it can go on; by default in all.
  public init<Argument, Answer, ModelAnswer>(
    _ name: String, _ argument: Gen<Argument>, when condition: ((Model) -> Bool)? = nil,
    _ body: @escaping (Subject, Argument) async throws -> Answer,
    model: @escaping (inout Model, Argument) throws -> ModelAnswer
  ) {
    self.init(
      name, argument, words: { "\($0)" }, condition, body,
      { state, value in OperationAnswer { try model(&state, value) } })
  }

  /// An asynchronous operation with two arguments, and what it does to the model.
  /// - `when`: in which states of the model it can go on; by default in all.
  public init<First, Second, Answer, ModelAnswer>(
    _ name: String, _ first: Gen<First>, _ second: Gen<Second>,
    when condition: ((Model) -> Bool)? = nil,
    _ body: @escaping (Subject, First, Second) async throws -> Answer,
    model: @escaping (inout Model, First, Second) throws -> ModelAnswer
  ) {
    self.init(
      name, first.and(second), words: { "\($0.0), \($0.1)" }, condition,
      { try await body($0, $1.0, $1.1) },
      { state, pair in OperationAnswer { try model(&state, pair.0, pair.1) } })
  }

  /// An asynchronous operation without argument, and what it does to the model.
  /// - `when`: in which states of the model it can go on; by default in all.
  public init<Answer, ModelAnswer>(
    _ name: String, when condition: ((Model) -> Bool)? = nil,
    _ body: @escaping (Subject) async throws -> Answer,
    model: @escaping (inout Model) throws -> ModelAnswer
  ) {
    self.init(
      name, Gen { _ in }, words: { "" }, condition, { subject, _ in try await body(subject) },
      { state, _ in OperationAnswer { try model(&state) } })
  }

  /// - Parameter words: how pictures spell the argument.
  private init<Argument, Answer>(
    _ name: String, _ argument: Gen<Argument>, words: @escaping (Argument) -> String,
    _ condition: ((Model) -> Bool)?, _ body: @escaping (Subject, Argument) async throws -> Answer,
    _ specify: @escaping (inout Model, Argument) -> OperationAnswer
  ) {
    self.name = name
    self.condition = condition
    isAsynchronous = true
    call = { generator in
      let value = argument.draw(&generator)
      let perform: (Subject) async -> OperationAnswer = { subject in
        await OperationAnswer(asynchronously: { try await body(subject, value) })
      }
      return OperationCall(
        canGoOn: condition ?? { _ in true }, words: "\(name)(\(words(value)))",
        perform: { subject in BlockingTask.run { await perform(subject) } },
        performAsynchronously: perform,
        specify: { state in specify(&state, value) })
    }
  }
}

extension Operation where Subject == Model {
  /// An asynchronous operation with an argument; the tested type itself, used by one task, is the model.
  /// - `when`: in which states it can go on; by default in all.
  public init<Argument, Answer>(
    _ name: String, _ argument: Gen<Argument>, when condition: ((Subject) -> Bool)? = nil,
    _ body: @escaping (Subject, Argument) async throws -> Answer
  ) {
    self.init(
      name, argument, words: { "\($0)" }, condition, body,
      { state, value in Self.answer(state) { try await body($0, value) } })
  }

  /// An asynchronous operation with two arguments; the tested type itself, used by one task, is the model.
  /// - `when`: in which states it can go on; by default in all.
  public init<First, Second, Answer>(
    _ name: String, _ first: Gen<First>, _ second: Gen<Second>,
    when condition: ((Subject) -> Bool)? = nil,
    _ body: @escaping (Subject, First, Second) async throws -> Answer
  ) {
    self.init(
      name, first.and(second), words: { "\($0.0), \($0.1)" }, condition,
      { try await body($0, $1.0, $1.1) },
      { state, pair in Self.answer(state) { try await body($0, pair.0, pair.1) } })
  }

  /// An asynchronous operation without argument; the tested type itself, used by one task, is the model.
  /// - `when`: in which states it can go on; by default in all.
  public init<Answer>(
    _ name: String, when condition: ((Subject) -> Bool)? = nil,
    _ body: @escaping (Subject) async throws -> Answer
  ) {
    self.init(
      name, Gen { _ in }, words: { "" }, condition, { subject, _ in try await body(subject) },
      { state, _ in Self.answer(state, body) })
  }

  /// What the tested type answers who waits for it and is alone.
  private static func answer<Answer>(
    _ subject: Subject, _ body: @escaping (Subject) async throws -> Answer
  ) -> OperationAnswer {
    BlockingTask.run { await OperationAnswer(asynchronously: { try await body(subject) }) }
  }
}
