@testable import RxFuzzKit

extension InvariantExample {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q
  private static let x = TraceBuilder.x

  static let disposal: [InvariantExample] = [
    .trace(
      .disp1,
      violating: .of(Scenes.twoDisposers) {
        $0.action(1, p) { $0.record(.disposedCallback, p, 1) }
        $0.action(2, q) { $0.record(.disposedCallback, q, 1) }
      },
      lawful: .of(Scenes.twoDisposers) {
        $0.action(1, p) { $0.record(.disposedCallback, p, 1) }
        $0.action(2, q)
      }),
    .trace(
      .disp2,
      violating: .of(Scenes.nextAgainstDispose) {
        $0.enter(1, p)
        $0.enter(3, q)
        $0.endState.hung = true
      },
      lawful: .of(Scenes.nextAgainstDispose) {
        $0.action(1, p) { $0.next(1, by: 1, p) }
        $0.action(3, q)
      }),
    .trace(
      .disp3,
      violating: .of(disposeOnQueue) {
        $0.action(1, p)
        $0.next(1, by: 1, x) { $0.action(3, x) }
        $0.action(2, p)
        $0.next(2, by: 2, x)
      },
      lawful: .of(disposeOnQueue) {
        $0.action(1, p)
        $0.next(1, by: 1, x) { $0.action(3, x) }
        $0.action(2, p)
      }),
    .trace(
      .disp4,
      violating: .of(Scenes.nextAgainstDispose) {
        $0.action(3, q)
        $0.action(1, p) { $0.next(1, by: 1, p) }
      },
      lawful: .of(Scenes.nextAgainstDispose) {
        $0.enter(1, p)
        $0.action(3, q)
        $0.next(1, by: 1, p)
        $0.exit(1, p)
      }),
    .trace(
      .disp5,
      violating: .of(Scenes.twoDisposers) {
        $0.attached(1)
        $0.action(1, p) { $0.detached(1, p) }
        $0.action(2, q) { $0.detached(1, q) }
      },
      lawful: .of(Scenes.twoDisposers) {
        $0.attached(1)
        $0.action(1, p)
        $0.action(2, q) { $0.detached(1, q) }
        $0.raceEnd()
        $0.tornDown()
      }),
    .trace(
      .disp6,
      violating: .of(Scenes.subscribeAgainstDispose) {
        $0.enter(1, p)
        $0.action(2, q)
        $0.attached(1, p)
        $0.exit(1, p)
        $0.raceEnd()
        $0.tornDown()
      },
      lawful: .of(Scenes.subscribeAgainstDispose) {
        $0.enter(1, p)
        $0.action(2, q)
        $0.attached(1, p)
        $0.detached(1, p)
        $0.exit(1, p)
        $0.raceEnd()
        $0.tornDown()
      }),
    .process(
      .disp7,
      violating: ProcessEnd(
        errorText: "Core/SinkDisposer.swift:31: Fatal error: sink set twice", signal: 4,
        doubleSetMessages: ["sink set twice"]),
      lawful: ProcessEnd(
        errorText: "Core/Take.swift:9: Fatal error: negative count", signal: 4,
        doubleSetMessages: ["sink set twice"])),
    .trace(
      .disp8,
      violating: .of(Scenes.nextAgainstDispose) {
        $0.enter(1, p)
        $0.action(3, q)
        $0.next(1, by: 1, p)
        $0.next(1, by: 1, p)
        $0.exit(1, p)
      },
      lawful: .of(Scenes.nextAgainstDispose) {
        $0.enter(1, p)
        $0.action(3, q)
        $0.next(1, by: 1, p)
        $0.exit(1, p)
      }),
    .trace(
      .time1,
      violating: .of(Scenes.nextAgainstDispose) {
        $0.raceEnd()
        $0.tornDown()
        $0.next(0, by: 0, x)
      },
      lawful: .of(Scenes.nextAgainstDispose) {
        $0.next(0, by: 0, x)
        $0.raceEnd()
        $0.tornDown()
      }),
  ]

  private static let disposeOnQueue = Scenes.scenario(
    on: Scenes.observed, [.next(feed: 0, payload: 1), .next(feed: 0, payload: 2)],
    reactions: [
      Reaction(
        subscription: 1, trigger: .next(ordinal: 1), actions: [.dispose(subscription: 1)])
    ])
}
