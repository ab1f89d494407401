/// A race worth running on any graph that offers what it needs: one file each under Templates/.
public struct RaceTemplate: Sendable {
  /// As in reports and coverage, for example `completed ‖ dispose`.
  public let name: String
  /// What a graph must offer.
  public let needs: GraphCapabilities.Needs
  /// What it makes use of where it aims at an operator that has a place for it.
  public let wants: GraphCapabilities.Needs
  /// Relative frequency among the applicable templates.
  public let weight: Int
  private let draw: @Sendable (GraphCapabilities, inout ChoiceStream) -> Race

  /// - Parameter draw: called with grounds that offer what is needed.
  init(
    _ name: String, needs: GraphCapabilities.Needs = [], wants: GraphCapabilities.Needs = [],
    weight: Int = 4,
    draw: @escaping @Sendable (GraphCapabilities, inout ChoiceStream) -> Race
  ) {
    self.name = name
    self.needs = needs
    self.wants = wants
    self.weight = weight
    self.draw = draw
  }

  /// The racing actions, or nil where the template is not applicable.
  public func race(on capabilities: GraphCapabilities, _ choices: inout ChoiceStream) -> Race? {
    needs.isSubset(of: capabilities.offers) ? draw(capabilities, &choices) : nil
  }
}

/// What a template asks for: the scripts of two queues, and what they rest on. Payloads are numbered later.
public struct Race: Hashable, Sendable {
  public var first: [Action]
  public var second: [Action]
  public var reactions: [Reaction]
  public var holders: [Int: Holder]
  /// Done before the race.
  public var before: [Action]
  /// Spin iterations for which observers hold their window open; 0: as it comes.
  public var holdSpins: Int
  /// Its `advance` actions need virtual time.
  public var isVirtual: Bool { (first + second + before).contains { $0.clock != nil } }

  init(
    _ first: [Action], _ second: [Action], reactions: [Reaction] = [],
    holders: [Int: Holder] = [:], before: [Action] = [], holdSpins: Int = 0
  ) {
    self.first = first
    self.second = second
    self.reactions = reactions
    self.holders = holders
    self.before = before
    self.holdSpins = holdSpins
  }

  /// The same race with its queues exchanged.
  var swapped: Race {
    var swapped = self
    (swapped.first, swapped.second) = (second, first)
    return swapped
  }
}
