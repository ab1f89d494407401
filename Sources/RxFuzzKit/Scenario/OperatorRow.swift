/// One row of the operator catalogue. Everything generic over operators reads this and nothing else.
public struct OperatorRow: Sendable {
  /// Facts that the generator and the judges need.
  public struct Traits: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// A leaf whose events come from the script's actions, one observer for each subscription.
    public static let feed = Traits(rawValue: 1 << 0)
    /// A hot leaf: the library's own subject, which may be driven from several queues.
    public static let hot = Traits(rawValue: 1 << 1)
    /// Several inputs meet here.
    public static let combines = Traits(rawValue: 1 << 2)
    /// Delivers on another queue than the one that emits.
    public static let asynchronous = Traits(rawValue: 1 << 3)
    /// Driven by a timer.
    public static let timed = Traits(rawValue: 1 << 4)
    /// One upstream connection shared by all subscribers.
    public static let shares = Traits(rawValue: 1 << 5)
    /// May subscribe an input again.
    public static let resubscribes = Traits(rawValue: 1 << 6)
    /// The payloads of its first input choose among the others.
    public static let chooses = Traits(rawValue: 1 << 7)
    /// Its second input says when what is shared is connected.
    public static let connects = Traits(rawValue: 1 << 8)
    /// Its closure throws.
    public static let `throws` = Traits(rawValue: 1 << 9)
    /// Subscribes every input once and at once, unless a dispose comes first, and keeps it until it ends.
    public static let hearsOut = Traits(rawValue: 1 << 10)
    /// A leaf that passes no terminal event on.
    public static let endless = Traits(rawValue: 1 << 11)
    /// Somebody's own operator: it may work on queues that nobody else knows, and leave work to a clock that does nothing any
    /// more when it comes.
    public static let unspecified = Traits(rawValue: 1 << 12)
  }

  public let name: String
  public let parameters: [ParameterKind]
  /// How many input graphs it takes; 0 for a source.
  public let inputs: ClosedRange<Int>
  /// Relative frequency in generated graphs.
  public let weight: Int
  public let traits: Traits
  public let model: OperatorModel
  /// The graph of other rows that means the same, from its parameters and inputs; nil where `model` says what it means.
  let standsFor: (@Sendable (_ parameters: [Int], _ inputs: [Chain]) -> Chain)?

  public init(
    _ name: String, _ parameters: [ParameterKind] = [], inputs: ClosedRange<Int> = 1...1,
    weight: Int = 4, traits: Traits = [], model: OperatorModel
  ) {
    self.init(
      name, parameters, inputs: inputs, weight: weight, traits: traits, model: model,
      standsFor: nil)
  }

  init(
    _ name: String, _ parameters: [ParameterKind] = [], inputs: ClosedRange<Int> = 1...1,
    weight: Int = 4, traits: Traits = [], model: OperatorModel = .withoutModel,
    standsFor: (@Sendable ([Int], [Chain]) -> Chain)?
  ) {
    self.name = name
    self.parameters = parameters
    self.inputs = inputs
    self.weight = weight
    self.traits = traits
    self.model = model
    self.standsFor = standsFor
  }

  /// The same row with another meaning.
  func modelled(by model: OperatorModel) -> OperatorRow {
    OperatorRow(
      name, parameters, inputs: inputs, weight: weight, traits: traits, model: model,
      standsFor: standsFor)
  }
}
