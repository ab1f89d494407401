/// What makes a scenario lawful: a library that breaks under a lawful scenario is at fault, not the script.
///
/// A `feed` is an unserialised source, as the observer of a `create` closure is: its elements come from
/// one queue, and its terminal event never runs beside them. Two queues may both end a feed that neither
/// of them drives, since at most one terminal event may get through. A `subject` is serialised by the
/// library, where the library promises so, and any queue or observer may drive it.
/// The script before the race runs alone, so it may drive anything.
public enum ScenarioValidation {
  /// The first fault found, or nil for a lawful scenario.
  ///
  /// - `subjectsSerialise`: false where the library leaves its subjects unserialised; they
  ///   are then held to the law of feeds.
  /// - `observersSend`: false where an observer may end a subject from inside a callback, and send it no element.
  /// - Complexity: O(nodes + actions).
  public static func validate(
    _ scenario: Scenario, subjectsSerialise: Bool = true, observersSend: Bool = true
  ) -> ScenarioFault? {
    do throws(ScenarioFault) {
      try checkLibrary(scenario.library)
      try ChainValidation.check(scenario.chain)
      try checkHold(scenario.holdSpins)
      try checkHolders(scenario.holders)
      try checkSizes(scenario)
      let feeds = scenario.feeds
      let serialised = subjectsSerialise ? scenario.subjects : []
      for (action, place) in placedActions(scenario) {
        try checkNumbers(action, at: place, feeds: feeds, holders: scenario.holders)
        guard case .reaction = place else { continue }
        try checkReacting(action, at: place, serialised: serialised)
        if !observersSend, case .next = action {
          throw ScenarioFault(place, "an observer may send no element in \(scenario.library)")
        }
      }
      try TimeValidation.check(scenario, placed: placedActions(scenario))
      try checkOnce(scenario)
      try checkReactions(scenario)
      try checkFeeds(scenario, serialised: serialised)
      return nil
    } catch {
      return error
    }
  }

  /// Whether the name can be printed as one word and used as a folder's name.
  static func isLibraryName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 64 else { return false }
    func isWordByte(_ byte: UInt8) -> Bool {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: false
      }
    }
    return isWordByte(first)
      && name.utf8.allSatisfy {
        isWordByte($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
      }
  }
}

extension ScenarioValidation {
  private static func checkLibrary(_ name: String) throws(ScenarioFault) {
    guard isLibraryName(name) else {
      throw ScenarioFault(
        .library, "`\(name)` is no library name: letters, digits, - and _, at most 64 of them")
    }
  }

  private static func checkHold(_ spins: Int) throws(ScenarioFault) {
    guard (0...ScenarioLimits.holdSpinsMax).contains(spins) else {
      throw ScenarioFault(.hold, "hold is \(spins), not 0 to \(ScenarioLimits.holdSpinsMax)")
    }
  }

  private static func checkHolders(_ holders: [Int: Holder]) throws(ScenarioFault) {
    for number in holders.keys.sorted() {
      try checkSubscription(number, at: .holder(number))
    }
  }

  private static func checkSubscription(
    _ number: Int, at place: ScenarioFault.Place
  ) throws(ScenarioFault) {
    guard (1...ScenarioLimits.subscriptionsMax).contains(number) else {
      throw ScenarioFault(
        place, "subscription \(number) is not 1 to \(ScenarioLimits.subscriptionsMax)")
    }
  }

  private static func checkSizes(_ scenario: Scenario) throws(ScenarioFault) {
    let actionsMax = ScenarioLimits.actionsPerQueueMax
    guard (1...ScenarioLimits.queuesMax).contains(scenario.queues.count) else {
      throw ScenarioFault(
        .queues, "\(scenario.queues.count) queues race, not 1 to \(ScenarioLimits.queuesMax)")
    }
    if scenario.before.count > actionsMax {
      throw ScenarioFault(
        .before(actionsMax), "more than \(actionsMax) actions come before the race")
    }
    for (index, actions) in scenario.queues.enumerated() {
      if actions.isEmpty {
        throw ScenarioFault(.queues, "queue \(Letters.queue(index)) has no action")
      }
      if actions.count > actionsMax {
        throw ScenarioFault(
          .queue(index, action: actionsMax),
          "queue \(Letters.queue(index)) has more than \(actionsMax) actions")
      }
    }
    if scenario.reactions.count > ScenarioLimits.reactionsMax {
      throw ScenarioFault(
        .reaction(ScenarioLimits.reactionsMax, action: nil),
        "there are more than \(ScenarioLimits.reactionsMax) reactions")
    }
  }

  private static func checkNumbers(
    _ action: Action, at place: ScenarioFault.Place, feeds: [Int], holders: [Int: Holder]
  ) throws(ScenarioFault) {
    if let feed = action.feed, !feeds.contains(feed) {
      let named = feeds.map { Letters.feed($0) }.joined(separator: ", ")
      throw ScenarioFault(
        place,
        "the chain has no feed \(Letters.feed(feed)); "
          + (feeds.isEmpty ? "it has none" : "it has \(named)"))
    }
    if let subscription = action.subscription { try checkSubscription(subscription, at: place) }
    switch action {
    case .next(_, let payload):
      guard (0...ScenarioLimits.payloadMax).contains(payload) else {
        throw ScenarioFault(place, "payload \(payload) is not 0 to \(ScenarioLimits.payloadMax)")
      }
    case .drop(let subscription):
      guard holders[subscription] == .bag else {
        throw ScenarioFault(
          place, "drop \(subscription) needs `holder \(subscription) bag`: only a bag is dropped")
      }
    case .error, .completed, .dispose, .subscribe, .advance: break
    }
  }

  private static func checkReacting(
    _ action: Action, at place: ScenarioFault.Place, serialised: [Int]
  ) throws(ScenarioFault) {
    guard let feed = action.feed, !serialised.contains(feed) else { return }
    throw ScenarioFault(
      place, "an observer may not drive \(Letters.feed(feed)): only a serialised subject allows it")
  }

  /// A subscription is made at most once, and a bag's last reference is released at most once.
  private static func checkOnce(_ scenario: Scenario) throws(ScenarioFault) {
    var subscribed: Set<Int> = []
    var dropped: Set<Int> = []
    for (action, place) in placedActions(scenario) {
      switch action {
      case .subscribe(let number) where !subscribed.insert(number).inserted:
        throw ScenarioFault(place, "subscription \(number) is subscribed twice")
      case .drop(let number) where !dropped.insert(number).inserted:
        throw ScenarioFault(place, "the bag of subscription \(number) is dropped twice")
      default: break
      }
    }
  }

  private static func checkReactions(_ scenario: Scenario) throws(ScenarioFault) {
    for (index, reaction) in scenario.reactions.enumerated() {
      let place = ScenarioFault.Place.reaction(index, action: nil)
      try checkSubscription(reaction.subscription, at: place)
      if let ordinal = reaction.trigger.ordinal,
        !(1...ScenarioLimits.triggerOrdinalMax).contains(ordinal)
      {
        let (first, last) = (
          reaction.trigger.at(1), reaction.trigger.at(ScenarioLimits.triggerOrdinalMax)
        )
        throw ScenarioFault(place, "\(reaction.trigger) is not \(first) to \(last)")
      }
      guard (1...ScenarioLimits.actionsPerReactionMax).contains(reaction.actions.count) else {
        throw ScenarioFault(
          place,
          "a reaction has \(reaction.actions.count) actions, "
            + "not 1 to \(ScenarioLimits.actionsPerReactionMax)")
      }
      if let position = reaction.actions.firstIndex(
        of: .subscribe(subscription: reaction.subscription))
      {
        throw ScenarioFault(
          .reaction(index, action: position),
          "subscription \(reaction.subscription) would be made only inside its own callback")
      }
      let isRepeated = scenario.reactions[..<index].contains {
        $0.subscription == reaction.subscription && $0.trigger == reaction.trigger
      }
      if isRepeated {
        throw ScenarioFault(
          place, "subscription \(reaction.subscription) has two reactions to the same event")
      }
    }
  }

  /// The law of unserialised sources, for the queues that race.
  private static func checkFeeds(
    _ scenario: Scenario, serialised: [Int]
  ) throws(ScenarioFault) {
    let driver = try drivers(in: scenario) { action in
      guard case .next(let feed, _) = action, !serialised.contains(feed) else { return nil }
      return feed
    } refusal: { feed, first in
      "feed \(Letters.feed(feed)) is driven by queue \(Letters.queue(first)) already, "
        + "and a feed has one driver"
    }
    for (queue, actions) in scenario.queues.enumerated() {
      for (position, action) in actions.enumerated() {
        guard let feed = action.feed, let owner = driver[feed], owner != queue else { continue }
        throw ScenarioFault(
          .queue(queue, action: position),
          "feed \(Letters.feed(feed)) would end while queue \(Letters.queue(owner)) drives it")
      }
    }
  }

  /// Which racing queue drives each thing that has one driver at most.
  /// - Parameters:
  ///   - driven: what an action drives, or nil.
  ///   - refusal: why a second queue may not, given the thing and the first queue.
  static func drivers(
    in scenario: Scenario, of driven: (Action) -> Int?,
    refusal: (_ thing: Int, _ first: Int) -> String
  ) throws(ScenarioFault) -> [Int: Int] {
    var drivers: [Int: Int] = [:]
    for (queue, actions) in scenario.queues.enumerated() {
      for (position, action) in actions.enumerated() {
        guard let thing = driven(action) else { continue }
        let first = drivers[thing, default: queue]
        guard first == queue else {
          throw ScenarioFault(.queue(queue, action: position), refusal(thing, first))
        }
        drivers[thing] = queue
      }
    }
    return drivers
  }

  /// Every action with its place, in the order of `Scenario.actions`.
  private static func placedActions(
    _ scenario: Scenario
  ) -> [(action: Action, place: ScenarioFault.Place)] {
    var placed: [(action: Action, place: ScenarioFault.Place)] = []
    for (position, action) in scenario.before.enumerated() {
      placed.append((action, .before(position)))
    }
    for (queue, actions) in scenario.queues.enumerated() {
      for (position, action) in actions.enumerated() {
        placed.append((action, .queue(queue, action: position)))
      }
    }
    for (index, reaction) in scenario.reactions.enumerated() {
      for (position, action) in reaction.actions.enumerated() {
        placed.append((action, .reaction(index, action: position)))
      }
    }
    return placed
  }
}
