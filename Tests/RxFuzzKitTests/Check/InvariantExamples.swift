import Testing

@testable import RxFuzzKit

/// What must fail a judge, and what must pass it.
struct InvariantExample: Sendable {
  enum Evidence: Sendable {
    case traces(violating: Trace, lawful: Trace)
    case processes(violating: ProcessEnd, lawful: ProcessEnd)
  }
  let name: InvariantName
  let evidence: Evidence

  static func trace(_ name: InvariantName, violating: Trace, lawful: Trace) -> InvariantExample {
    InvariantExample(name: name, evidence: .traces(violating: violating, lawful: lawful))
  }
  static func process(
    _ name: InvariantName, violating: ProcessEnd, lawful: ProcessEnd
  ) -> InvariantExample {
    InvariantExample(name: name, evidence: .processes(violating: violating, lawful: lawful))
  }

  static let all: [InvariantExample] = delivery + disposal + modelled + sources + endings
}

/// The scenarios that examples use.
enum Scenes {
  static func scenario(
    on chain: Chain = Chain("feed", [0]), before: [Action] = [], _ queues: [Action]...,
    reactions: [Reaction] = []
  ) -> Scenario {
    Scenario(
      library: "Example", chain: chain, before: before, queues: queues, reactions: reactions)
  }
  static let feed = Chain("feed", [0])
  static let subject = Chain("subject", [0])
  static let merged = Chain("merge", inputs: [Chain("feed", [0]), Chain("feed", [1])])
  static let mergedSubjects = Chain(
    "merge", inputs: [Chain("subject", [0]), Chain("subject", [1])])
  static let observed = Chain("observeOn", [0], inputs: [Chain("subject", [0])])

  static let nextAgainstDispose = scenario(
    [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)], [.dispose(subscription: 1)])
  static let endAgainstDispose = scenario(
    [.next(feed: 0, payload: 1), .completed(feed: 0)], [.dispose(subscription: 1)])
  static let twoSources = scenario(
    on: merged, [.next(feed: 0, payload: 1), .completed(feed: 0)],
    [.next(feed: 1, payload: 2), .completed(feed: 1)])
  static let twoDisposers = scenario([.dispose(subscription: 1)], [.dispose(subscription: 1)])
  static let subscribeAgainstDispose = scenario(
    [.subscribe(subscription: 1)], [.dispose(subscription: 1)])
}

extension InvariantExample {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private static let x = TraceBuilder.x

  static let delivery: [InvariantExample] = [
    .trace(
      .gram1,
      violating: .of(Scenes.endAgainstDispose) {
        $0.attached(1)
        $0.action(2, p) { $0.completed(p) { $0.next(1, by: 1, p) } }
      },
      lawful: .of(Scenes.endAgainstDispose) {
        $0.attached(1)
        $0.action(1, p) { $0.next(1, by: 1, p) }
        $0.action(2, p) { $0.completed(p) }
      }),
    .trace(
      .term1,
      violating: .of(Scenes.endAgainstDispose) {
        $0.action(2, p) {
          $0.completed(p)
          $0.error(p)
        }
      },
      lawful: .of(Scenes.endAgainstDispose) { $0.action(2, p) { $0.completed(p) } }),
    .trace(
      .term2,
      violating: .of(Scenes.endAgainstDispose) {
        $0.action(2, p) { $0.completed(p) }
        $0.action(1, p) { $0.next(1, by: 1, p) }
      },
      lawful: .of(Scenes.endAgainstDispose) {
        $0.action(1, p) { $0.next(1, by: 1, p) }
        $0.action(2, p) { $0.completed(p) }
      }),
    .trace(
      .ser1,
      violating: .of(Scenes.twoSources) {
        $0.enter(3, q)
        $0.action(1, p) { $0.next(1, by: 1, p) { $0.next(2, by: 3, q) } }
        $0.exit(3, q)
      },
      lawful: .of(Scenes.twoSources) {
        $0.enter(3, q)
        $0.enter(1, p)
        $0.next(1, by: 1, p) { $0.exit(3, q) }
        $0.next(2, by: 3, p)
        $0.exit(1, p)
      }),
    .trace(
      .reent1,
      violating: .of(reentrant) {
        $0.action(1, p) { $0.next(1, by: 1, p) { $0.action(2, p) { $0.next(2, by: 2, p) } } }
      },
      lawful: .of(reentrant) {
        $0.action(1, p) {
          $0.next(1, by: 1, p) { $0.action(2, p) }
          $0.next(2, by: 2, p)
        }
      }),
    .trace(
      .sched1,
      violating: .of(Scenes.scenario(on: Scenes.observed, [.next(feed: 0, payload: 1)])) {
        $0.action(1, p) { $0.next(1, by: 1, p) }
      },
      lawful: .of(Scenes.scenario(on: Scenes.observed, [.next(feed: 0, payload: 1)])) {
        $0.action(1, p)
        $0.next(1, by: 1, x)
      }),
    .trace(
      .sched2,
      violating: .of(Scenes.scenario(on: Scenes.observed, [.next(feed: 0, payload: 1)])) {
        $0.action(1, p)
        $0.next(1, by: 1, x)
        $0.endState.overlappedQueue = 0
      },
      lawful: .of(Scenes.scenario(on: Scenes.observed, [.next(feed: 0, payload: 1)])) {
        $0.action(1, p)
        $0.next(1, by: 1, x)
      }),
  ]

  private static let reentrant = Scenes.scenario(
    on: Scenes.subject, [.next(feed: 0, payload: 1)],
    reactions: [
      Reaction(
        subscription: 1, trigger: .next(ordinal: 1), actions: [.next(feed: 0, payload: 2)])
    ])
}

extension Trace {
  static func of(_ scenario: Scenario, _ write: (inout TraceBuilder) -> Void) -> Trace {
    TraceBuilder.trace(of: scenario, write)
  }
}

extension InvariantExample: CustomTestStringConvertible {
  var testDescription: String { name.rawValue }
}
