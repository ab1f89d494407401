/// Which engines a run uses, and how it shares its work between them.
public enum EngineChoice: String, Hashable, Sendable, CaseIterable {
  /// Free races on real queues.
  case stress
  /// Controlled schedules only: an iteration is one schedule.
  case explore
  /// Free races; beside them, every scenario of the corpus and one of `exploredEvery` generated ones is explored.
  case both

  /// Whether it needs schedules to be controlled.
  public var explores: Bool { self != .stress }
  /// Whether it races freely.
  public var races: Bool { self != .explore }

  /// Beside so many generated scenarios that are raced, a primitive is raced on its own for as many times as one
  /// of them, or checks are done.
  public static let primitivesEvery: UInt64 = 4
  /// Schedules of a primitive's script in a run of both engines: enough to see what no order keeps apart.
  static let schedulesOfPrimitive = 8
  /// Iterations of generated scenarios between two turns of the primitives.
  static let primitivesPeriod = primitivesEvery * UInt64(ScenarioGenerator.iterationsPerScenario)
  /// The turn of primitives that comes next where all those of so many iterations were raced.
  static func primitivesTurn(after iterations: UInt64) -> UInt64 {
    (iterations + primitivesPeriod - 1) / primitivesPeriod
  }
  /// In a run of both engines, one of so many generated scenarios is explored. With `schedulesOfGenerated`
  /// schedules for each, a release build spends an eighth of its time on that. Of the survey at the start of a run it is one
  /// of three.
  public static let exploredEvery: UInt64 = 8
  /// Schedules of a generated scenario in a run of both engines.
  public static let schedulesOfGenerated: UInt64 = 32
  /// Schedules of a corpus file in a run of both engines, after its own schedule was repeated.
  public static let schedulesOfFile: UInt64 = 256
}

/// What one unit of work is done by.
enum WorkEngine: String, Hashable, Sendable {
  case stress
  case explore
}
