/// Why a trace was not judged: what could not be followed, or which named bound was reached.
public enum UndecidedCause: Hashable, Sendable, CustomStringConvertible {
  /// So many records found no slot.
  case recordsLost(Int)
  /// Something happened on a thread that no lane stands for.
  case unknownThread
  /// The model has no meaning for that row.
  case rowWithoutModel(String)
  /// The search looked at more states than `TraceExplainer.statesMax`.
  case statesExceeded
  /// A state of the model grew beyond one of its own bounds.
  case modelOutgrown
  /// A timer may have fired more often than the model follows.
  case timerUnbounded
  /// Nobody has judged it.
  case notJudged

  /// The kinds of causes, as counts are kept of them.
  public enum Kind: Int, CaseIterable, Sendable {
    case recordsLost, unknownThread, rowWithoutModel, statesExceeded, modelOutgrown, timerUnbounded
    case notJudged

    /// As a summary names it.
    public var name: String {
      switch self {
      case .recordsLost: "records lost"
      case .unknownThread: "unknown thread"
      case .rowWithoutModel: "row without a model"
      case .statesExceeded: "state limit reached"
      case .modelOutgrown: "model limit reached"
      case .timerUnbounded: "timer too fast"
      case .notJudged: "not judged"
      }
    }
  }

  public var kind: Kind {
    switch self {
    case .recordsLost: .recordsLost
    case .unknownThread: .unknownThread
    case .rowWithoutModel: .rowWithoutModel
    case .statesExceeded: .statesExceeded
    case .modelOutgrown: .modelOutgrown
    case .timerUnbounded: .timerUnbounded
    case .notJudged: .notJudged
    }
  }

  /// One line.
  public var description: String {
    switch self {
    case .recordsLost(let count): "\(count) records found no slot"
    case .unknownThread: "a record was made on a thread unknown to the engine"
    case .rowWithoutModel(let row): "the model does not say what \(row) does"
    case .statesExceeded: "more than \(TraceExplainer.statesMax) states of the model"
    case .modelOutgrown: "the model outgrew its bounds"
    case .timerUnbounded:
      "a timer may have fired more than \(GraphMachine.timerElementsMax) times"
    case .notJudged: "not judged"
    }
  }
}
