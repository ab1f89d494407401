@testable import RxFuzzKit

extension InvariantExample {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q

  static let modelled: [InvariantExample] = [
    .trace(
      .comp1,
      violating: .of(Scenes.twoSources) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.action(2, p) { $0.detached(1, p) }
        $0.action(4, q) { $0.detached(2, feed: 1, q) }
        $0.raceEnd()
      },
      lawful: .of(Scenes.twoSources) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.action(2, p) { $0.detached(1, p) }
        $0.action(4, q) {
          $0.completed(q)
          $0.detached(2, feed: 1, q)
        }
        $0.raceEnd()
      }),
    .trace(
      .err1,
      violating: .of(failing) {
        $0.attached(1)
        $0.action(1, p)
      },
      lawful: .of(failing) {
        $0.attached(1)
        $0.action(1, p) { $0.error(code: 1, p) }
      }),
    .trace(
      .val1,
      violating: .of(Scenes.nextAgainstDispose) {
        $0.attached(1)
        $0.action(1, p)
        $0.action(2, p) { $0.next(2, by: 2, p) }
      },
      lawful: .of(Scenes.nextAgainstDispose) {
        $0.attached(1)
        $0.enter(3, q)
        $0.action(1, p) { $0.next(1, by: 1, p) }
        $0.action(2, p)
        $0.exit(3, q)
      }),
    .trace(
      .ord1,
      violating: .of(threeElements) {
        $0.enter(1, p)
        $0.enter(2, q)
        $0.next(1, by: 1, p) {
          $0.exit(2, q)
          $0.action(3, q)
        }
        $0.next(3, by: 3, p)
        $0.next(2, by: 2, p)
        $0.exit(1, p)
      },
      lawful: .of(threeElements) {
        $0.enter(1, p)
        $0.enter(2, q)
        $0.next(1, by: 1, p) {
          $0.exit(2, q)
          $0.action(3, q)
        }
        $0.next(2, by: 2, p)
        $0.next(3, by: 3, p)
        $0.exit(1, p)
      }),
    .trace(
      .ref1,
      violating: .of(Scenes.twoSources) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.action(2, p) { $0.completed(p) }
      },
      lawful: .of(Scenes.twoSources) {
        $0.attached(1)
        $0.attached(2, feed: 1)
        $0.action(2, p) { $0.detached(1, p) }
        $0.action(4, q) { $0.completed(q) }
      }),
    .trace(
      .iso1,
      violating: .of(twoSubscribers) {
        $0.action(2, q)
        $0.action(1, p)
      },
      lawful: .of(twoSubscribers) {
        $0.action(2, q)
        $0.action(1, p) { $0.next(1, by: 1, to: 2, p) }
      }),
  ]

  private static let failing = Scenes.scenario([.error(feed: 0)])
  private static let threeElements = Scenes.scenario(
    on: Scenes.subject, [.next(feed: 0, payload: 1)],
    [.next(feed: 0, payload: 2), .next(feed: 0, payload: 3)])
  private static let twoSubscribers = Scenes.scenario(
    on: Scenes.subject, [.next(feed: 0, payload: 1)], [.dispose(subscription: 1)],
    reactions: [Reaction(subscription: 2, trigger: .next(ordinal: 9), actions: [])])
}
