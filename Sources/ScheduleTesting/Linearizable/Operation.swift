import ScheduleKit

/// Something that can be done to what `checkLinearizable` tests, with arguments that are drawn, and what it does to the model.
///
/// A body must end, by itself or by what another lane's operation does at its end; what it answers must follow from what was done before, not from
/// chance. Answers are compared by `==` where their type has it, and by their description elsewhere; an error that is thrown is an
/// answer, too.
///
/// An operation that waits says by `when:` in which states of the model it can go on, such as `{ !$0.isEmpty }` for one that takes
/// an element. Scenarios are then drawn in which everything can come to its end, whatever the order.
public struct Operation<Subject, Model> {
  /// As pictures call it.
  let name: String
  /// Makes a call with arguments drawn from that generator.
  let call: (inout SeededGenerator) -> OperationCall<Subject, Model>
  /// In which states of the model it can go on; nil: in all.
  let condition: ((Model) -> Bool)?
  /// Whether it may suspend.
  var isAsynchronous = false

  /// An operation with an argument, and what it does to the model.
  /// - `when`: in which states of the model it can go on; by default in all.
  public init<Argument, Answer, ModelAnswer>(
    _ name: String, _ argument: Gen<Argument>, when condition: ((Model) -> Bool)? = nil,
    _ body: @escaping (Subject, Argument) throws -> Answer,
    model: @escaping (inout Model, Argument) throws -> ModelAnswer
  ) {
    self.init(name, argument, words: { "\($0)" }, condition, body, model)
  }

  /// An operation with two arguments, and what it does to the model.
  /// - `when`: in which states of the model it can go on; by default in all.
  public init<First, Second, Answer, ModelAnswer>(
    _ name: String, _ first: Gen<First>, _ second: Gen<Second>,
    when condition: ((Model) -> Bool)? = nil,
    _ body: @escaping (Subject, First, Second) throws -> Answer,
    model: @escaping (inout Model, First, Second) throws -> ModelAnswer
  ) {
    self.init(
      name, first.and(second), words: { "\($0.0), \($0.1)" }, condition,
      { try body($0, $1.0, $1.1) }, { try model(&$0, $1.0, $1.1) })
  }

  /// - Parameter words: how pictures spell the argument.
  private init<Argument, Answer, ModelAnswer>(
    _ name: String, _ argument: Gen<Argument>, words: @escaping (Argument) -> String,
    _ condition: ((Model) -> Bool)?, _ body: @escaping (Subject, Argument) throws -> Answer,
    _ model: @escaping (inout Model, Argument) throws -> ModelAnswer
  ) {
    self.name = name
    self.condition = condition
    call = { generator in
      let value = argument.draw(&generator)
      return OperationCall(
        canGoOn: condition ?? { _ in true }, words: "\(name)(\(words(value)))",
        perform: { subject in OperationAnswer { try body(subject, value) } },
        specify: { state in OperationAnswer { try model(&state, value) } })
    }
  }

  /// An operation without argument, and what it does to the model.
  /// - `when`: in which states of the model it can go on; by default in all.
  public init<Answer, ModelAnswer>(
    _ name: String, when condition: ((Model) -> Bool)? = nil,
    _ body: @escaping (Subject) throws -> Answer,
    model: @escaping (inout Model) throws -> ModelAnswer
  ) {
    self.name = name
    self.condition = condition
    call = { _ in
      OperationCall(
        canGoOn: condition ?? { _ in true }, words: "\(name)()",
        perform: { subject in OperationAnswer { try body(subject) } },
        specify: { state in OperationAnswer { try model(&state) } })
    }
  }
}

extension Operation where Subject == Model {
  /// An operation with an argument; the tested type itself, used by one thread, is the model.
  /// - `when`: in which states it can go on; by default in all.
  public init<Argument, Answer>(
    _ name: String, _ argument: Gen<Argument>, when condition: ((Subject) -> Bool)? = nil,
    _ body: @escaping (Subject, Argument) throws -> Answer
  ) {
    self.init(name, argument, when: condition, body, model: { try body($0, $1) })
  }

  /// An operation with two arguments; the tested type itself, used by one thread, is the model.
  /// - `when`: in which states it can go on; by default in all.
  public init<First, Second, Answer>(
    _ name: String, _ first: Gen<First>, _ second: Gen<Second>,
    when condition: ((Subject) -> Bool)? = nil,
    _ body: @escaping (Subject, First, Second) throws -> Answer
  ) {
    self.init(
      name, first, second, when: condition, body, model: { try body($0, $1, $2) })
  }

  /// An operation without argument; the tested type itself, used by one thread, is the model.
  /// - `when`: in which states it can go on; by default in all.
  public init<Answer>(
    _ name: String, when condition: ((Subject) -> Bool)? = nil,
    _ body: @escaping (Subject) throws -> Answer
  ) {
    self.init(name, when: condition, body, model: { try body($0) })
  }
}

/// An operation with its arguments.
struct OperationCall<Subject, Model> {
  let canGoOn: (Model) -> Bool
  let words: String
  let perform: (Subject) -> OperationAnswer
  /// The same for a Swift task, which may suspend in it; nil where it never does.
  var performAsynchronously: ((Subject) async -> OperationAnswer)?
  let specify: (inout Model) -> OperationAnswer
}

/// What an operation answered.
struct OperationAnswer {
  private let value: Any
  private let isError: Bool

  init<Answer>(_ body: () throws -> Answer) {
    do {
      value = try body()
      isError = false
    } catch {
      value = "\(error)"
      isError = true
    }
  }

  init<Answer>(asynchronously body: () async throws -> Answer) async {
    do {
      value = try await body()
      isError = false
    } catch {
      value = "\(error)"
      isError = true
    }
  }

  /// `→ 3`; empty where there is nothing to say.
  var words: String {
    if isError { return "throws \(value)" }
    if value is Void { return "" }
    let text = "\(value)"
    // As the source spells it: the optional is seen by `nil` alone.
    return text.hasPrefix("Optional(") ? "→ \(text.dropFirst(9).dropLast())" : "→ \(text)"
  }

  func equals(_ other: OperationAnswer) -> Bool {
    guard isError == other.isError else { return false }
    if let value = value as? any Equatable { return Self.same(value, other.value) }
    return "\(value)" == "\(other.value)"
  }

  private static func same<Value: Equatable>(_ value: Value, _ other: Any) -> Bool {
    (other as? Value).map { $0 == value } ?? ("\(value)" == "\(other)")
  }
}

/// Lists operations, one after the other.
@resultBuilder
public enum OperationBuilder<Subject, Model> {
  /// One operation.
  public static func buildExpression(
    _ operation: Operation<Subject, Model>
  ) -> [Operation<Subject, Model>] { [operation] }

  /// All of them.
  public static func buildBlock(
    _ operations: [Operation<Subject, Model>]...
  ) -> [Operation<Subject, Model>] { operations.flatMap { $0 } }
}
