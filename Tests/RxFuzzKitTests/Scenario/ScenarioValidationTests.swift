import Testing

@testable import RxFuzzKit

@Suite struct ScenarioValidationTests {
  /// A scenario and what is wrong with it, or nil where it is lawful.
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let scenario: Scenario
    let says: String?
    var testDescription: String { name }
  }

  /// `merge(feed a, subject b)` with two queues that dispose, changed by the case.
  private static func make(
    _ name: String, says: String?, _ change: (inout Scenario) -> Void
  ) -> Case {
    var scenario = Scenario(
      library: "Paper", chain: Chain("merge", inputs: [Chain("feed", [0]), Chain("subject", [1])]),
      queues: [[.dispose(subscription: 1)], [.dispose(subscription: 1)]])
    change(&scenario)
    return Case(name: name, scenario: scenario, says: says)
  }

  /// `subject a |> debounce 1ms x` on virtual time, with two queues that dispose, changed by the case.
  private static func timed(
    _ name: String, says: String?, _ change: (inout Scenario) -> Void
  ) -> Case {
    make(name, says: says) {
      $0.chain = Chain("debounce", [1, 0], inputs: [Chain("subject", [1])])
      $0.isVirtual = true
      change(&$0)
    }
  }

  static let times: [Case] = [
    timed("one queue advances a clock, and the script before the race did", says: nil) {
      $0.before = [.advance(clock: 0, milliseconds: 0)]
      $0.queues[1] = [.advance(clock: 0, milliseconds: 64), .advance(clock: 0, milliseconds: 1)]
    },
    timed("two queues advance a clock", says: "clock x is advanced by queue p already") {
      $0.queues = [[.advance(clock: 0, milliseconds: 1)], [.advance(clock: 0, milliseconds: 1)]]
    },
    timed("a clock that nothing goes by", says: "nothing in the chain goes by the clock y") {
      $0.queues[0] = [.advance(clock: 1, milliseconds: 1)]
    },
    timed("a step too far", says: "65ms is not 0ms to 64ms") {
      $0.queues[0] = [.advance(clock: 0, milliseconds: 65)]
    },
    timed("an observer advances a clock", says: "an observer may not advance a clock") {
      $0.reactions = [
        Reaction(
          subscription: 1, trigger: .error, actions: [.advance(clock: 0, milliseconds: 1)])
      ]
    },
    timed("real time is advanced", says: "`advance` needs `time virtual`") {
      $0.isVirtual = false
      $0.queues[0] = [.advance(clock: 0, milliseconds: 1)]
    },
    timed("a row that hands over to a queue", says: "`observeOn` cannot hand over") {
      $0.chain = Chain("observeOn", [0], inputs: [$0.chain])
    },
  ]

  static let sources: [Case] = [
    make("one queue drives a feed and ends it, and goes on after the end", says: nil) {
      $0.queues[0] = [.next(feed: 0, payload: 1), .completed(feed: 0), .next(feed: 0, payload: 2)]
    },
    make("two queues end a feed that nobody drives", says: nil) {
      $0.queues = [[.completed(feed: 0)], [.error(feed: 0)]]
    },
    make("the script before the race drives a feed that another queue drives later", says: nil) {
      $0.before = [.next(feed: 0, payload: 1)]
      $0.queues[1] = [.next(feed: 0, payload: 2)]
    },
    make("two queues drive a feed", says: "feed a is driven by queue p already") {
      $0.queues = [[.next(feed: 0, payload: 1)], [.next(feed: 0, payload: 2)]]
    },
    make("a feed ends elsewhere before its driver", says: "feed a would end while queue q") {
      $0.queues = [[.error(feed: 0)], [.next(feed: 0, payload: 2)]]
    },
    make("two queues and an observer drive a subject", says: nil) {
      $0.queues = [[.next(feed: 1, payload: 1)], [.completed(feed: 1)]]
      $0.reactions = [
        Reaction(
          subscription: 1, trigger: .next(ordinal: 1), actions: [.next(feed: 1, payload: 2)])
      ]
    },
    make("an observer drives a feed", says: "an observer may not drive a") {
      $0.reactions = [
        Reaction(subscription: 1, trigger: .error, actions: [.completed(feed: 0)])
      ]
    },
    make("an action names a feed that is not there", says: "the chain has no feed c; it has a, b") {
      $0.queues[0] = [.completed(feed: 2)]
    },
    make("a payload that no file can hold", says: "payload -1 is not 0 to 9999") {
      $0.queues[0] = [.next(feed: 0, payload: -1)]
    },
  ]

  static let subscriptions: [Case] = [
    make("subscribed twice", says: "subscription 2 is subscribed twice") {
      $0.before = [.subscribe(subscription: 2)]
      $0.queues[0] = [.subscribe(subscription: 2)]
    },
    make("a number out of range", says: "subscription 9 is not 1 to 8") {
      $0.queues[0] = [.dispose(subscription: 9)]
    },
    make("a slot is dropped", says: "drop 1 needs `holder 1 bag`") {
      $0.queues[0] = [.drop(subscription: 1)]
      $0.holders = [1: .serial]
    },
    make("a bag is dropped and disposed", says: nil) {
      $0.queues[0] = [.drop(subscription: 1)]
      $0.holders = [1: .bag]
    },
    make("a bag is dropped twice", says: "the bag of subscription 1 is dropped twice") {
      $0.queues = [[.drop(subscription: 1)], [.drop(subscription: 1)]]
      $0.holders = [1: .bag]
    },
    make("a holder of nobody", says: "subscription 0 is not 1 to 8") { $0.holders = [0: .bag] },
    make("made inside its own callback", says: "subscription 2 would be made only inside") {
      $0.reactions = [
        Reaction(subscription: 2, trigger: .completed, actions: [.subscribe(subscription: 2)])
      ]
    },
    make("two reactions to one event", says: "subscription 1 has two reactions") {
      let reaction = Reaction(
        subscription: 1, trigger: .completed, actions: [.dispose(subscription: 1)])
      $0.reactions = [reaction, reaction]
    },
    make("a reaction without action", says: "a reaction has 0 actions") {
      $0.reactions = [Reaction(subscription: 1, trigger: .completed, actions: [])]
    },
    make("a reaction to the delivery before the first", says: "next 0 is not next 1") {
      $0.reactions = [
        Reaction(
          subscription: 1, trigger: .next(ordinal: 0), actions: [.dispose(subscription: 1)])
      ]
    },
  ]

  static let shapes: [Case] = [
    make("a folder as a library's name", says: "`..` is no library name") { $0.library = ".." },
    make("no name at all", says: "`` is no library name") { $0.library = "" },
    make("nobody races", says: "0 queues race, not 1 to 4") { $0.queues = [] },
    make("five queues race", says: "5 queues race, not 1 to 4") {
      $0.queues = Array(repeating: [.dispose(subscription: 1)], count: 5)
    },
    make("an idle queue", says: "queue q has no action") { $0.queues[1] = [] },
    make("a script without end", says: "queue p has more than 16 actions") {
      $0.queues[0] = Array(repeating: .dispose(subscription: 1), count: 17)
    },
    make("too much before the race", says: "more than 16 actions come before the race") {
      $0.before = Array(repeating: .dispose(subscription: 1), count: 17)
    },
    make("too many reactions", says: "there are more than 8 reactions") {
      $0.reactions = Array(
        repeating: Reaction(subscription: 1, trigger: .error, actions: []), count: 9)
    },
    make("a negative hold", says: "hold is -1, not 0 to 100000") { $0.holdSpins = -1 },
    make("an unknown row", says: "`teleport` is no operator") { $0.chain = Chain("teleport") },
    make("a wrong arity", says: "map takes 1 input, here it has 0") {
      $0.chain = Chain("map", [1])
    },
    make("a missing parameter", says: "just takes 1 parameter, here it has 0") {
      $0.chain = Chain("just")
    },
    make("a parameter out of range", says: "take needs a count, 0 to 3, not 4") {
      $0.chain = Chain("take", [4], inputs: [Chain("feed", [0])])
    },
    make("a predicate out of range", says: "filter needs one of all, none, even, odd, not 4") {
      $0.chain = Chain("filter", [4], inputs: [Chain("feed", [0])])
    },
    make("one letter for a feed and a subject", says: "a is both a feed and a subject") {
      $0.chain = Chain("merge", inputs: [Chain("feed", [0]), Chain("subject", [0])])
    },
    make("too many nodes", says: "the chain has 94 nodes, at most 64 are read") {
      func tree(_ depth: Int) -> Chain {
        depth == 0
          ? Chain("feed", [0])
          : Chain("merge", inputs: Array(repeating: tree(depth - 1), count: depth == 1 ? 2 : 3))
      }
      $0.chain = Chain("merge", inputs: [tree(3), tree(3), tree(3)])
    },
    make("too deep", says: "the chain is more than 24 operators deep") {
      for _ in 0..<1_000 { $0.chain = Chain("debug", inputs: [$0.chain]) }
    },
  ]

  @Test(arguments: sources + subscriptions + shapes + times)
  func eachFaultIsReported(example: Case) {
    let fault = ScenarioValidation.validate(example.scenario)
    guard let says = example.says else {
      #expect(fault == nil)
      return
    }
    #expect(fault?.message.hasPrefix(says) == true, "\(fault?.message ?? "lawful")")
  }

  @Test func aSubjectThatTheLibraryLeavesUnserialisedIsHeldToTheRulesOfFeeds() {
    let scenario = Self.make("", says: nil) {
      $0.queues = [[.next(feed: 1, payload: 1)], [.completed(feed: 1)]]
    }.scenario
    #expect(ScenarioValidation.validate(scenario) == nil)
    let fault = ScenarioValidation.validate(scenario, subjectsSerialise: false)
    #expect(fault?.place == .queue(1, action: 0))
  }

  @Test func everyRowAcceptsEveryLawfulParameterAndReadsItBack() {
    for row in Catalogue.rows {
      for kind in row.parameters {
        #expect(kind.lawful.lowerBound <= kind.drawn.lowerBound)
        #expect(kind.lawful.upperBound >= kind.drawn.upperBound)
        for value in kind.lawful { #expect(kind.parse(kind.print(value)[...]) == value) }
        #expect(kind.parse(kind.print(kind.lawful.upperBound + 1)[...]) == nil)
        #expect(kind.parse("") == nil)
      }
    }
  }

  @Test func aScenarioKnowsItsSubscriptionsAndFeeds() {
    let scenario = Self.make("", says: nil) {
      $0.queues[0] = [.subscribe(subscription: 3), .dispose(subscription: 2)]
    }.scenario
    #expect(scenario.subscriptions == [1, 2, 3])
    #expect(scenario.impliedSubscriptions == [1, 2])
    #expect(scenario.feeds == [0, 1] && scenario.subjects == [1])
  }

  @Test func theEngineHasRoomForWhatTheRulesAllow() {
    #expect(Iteration.feedsMax >= ScenarioLimits.feedsMax)
    #expect(ScenarioPlan.queuesMax >= ScenarioLimits.queuesMax)
    #expect(SchedulerQueues.queuesMax >= ScenarioLimits.schedulerQueuesMax)
  }
}
