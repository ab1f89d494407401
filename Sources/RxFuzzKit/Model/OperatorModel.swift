/// The sequential meaning of one operator: what it does with one event at a time.
///
/// A row of the catalogue names its model; the machine that explains traces is generic over them. All
/// closures are pure and take the parameters that the graph gives to the row.
public struct OperatorModel: Sendable {
  /// How a node takes part in a graph.
  enum Role: Sendable {
    /// A leaf that the script drives, with one observer for each attachment.
    case feed
    /// A leaf that the script drives, shared by all places that name it; it serialises its events.
    case subject(SubjectMemory)
    /// A leaf that emits these events by itself while it is being subscribed.
    case cold(@Sendable ([Int]) -> [ModelEvent])
    /// A leaf that emits 0, 1, 2 ... by itself on the queue of its last parameter; a limit, and completed
    /// after it, or none.
    case timed(elementsMax: Int?)
    /// Turns events of its inputs into events of its own.
    case stage(OperatorStage)
    /// Passes events on through a first-in first-out queue that its queue parameter drains.
    case handOver
    /// Subscribes its input on the queue of its parameter.
    case elsewhere
    /// Has one of its inputs subscribed at a time; the end of one may be followed by another.
    case succession(Succession)
    /// Subscribes the input that an element of its first input stands for, for each of them.
    case flattening(Flattening)
    /// Subscribes its first input again after an error, if its second has emitted.
    case retryWhen(retriesMax: Int)
    /// Has one connection to its input for all who subscribe.
    case sharing(Sharing)
    /// The same, made by the first element of its second input, and closed by who made or found it then.
    case connecting
    /// Turns events of its input into events of its own, and acts on the queue of its parameter when its clock
    /// says so.
    case clocked(ClockedStage)
    /// A leaf that emits these events by itself, one after the other, on the queue of its parameter.
    case scheduled(@Sendable ([Int]) -> [ModelEvent])
    /// Does what this language cannot say; a trace of a graph that holds it is undecided, never passed.
    case withoutModel

    /// How events of several threads meet there, where that is not as everywhere in the library.
    var meeting: LibrarySemantics.Meeting? {
      switch self {
      case .stage(let stage): stage.meeting
      case .clocked(let stage): stage.meeting
      case .feed, .subject, .cold, .timed, .handOver, .elsewhere, .succession, .flattening,
        .retryWhen, .sharing, .connecting, .scheduled, .withoutModel:
        nil
      }
    }

    /// Its subscribers share a connection.
    var hasConnections: Bool {
      switch self {
      case .sharing, .connecting: true
      case .feed, .subject, .cold, .timed, .stage, .handOver, .elsewhere, .succession, .flattening,
        .retryWhen, .clocked, .scheduled, .withoutModel:
        false
      }
    }
  }
  let role: Role

  init(_ role: Role) { self.role = role }

  /// True if events from several threads are put in a row here.
  var serialises: Bool {
    if case .stage(let stage) = role { return stage.serialises }
    return false
  }
}
