@testable import RxFuzzKit

extension InvariantExample {
  private static let p = TraceBuilder.p
  private static let q = TraceBuilder.q

  static let sources: [InvariantExample] = [
    .trace(
      .sub1,
      violating: .of(Scenes.twoSources) {
        $0.attached(1, feed: 0)
        $0.attached(2, feed: 0)
      },
      lawful: .of(Scenes.twoSources) {
        $0.attached(1, feed: 0)
        $0.attached(2, feed: 1)
        $0.raceEnd()
        $0.tornDown()
      }),
    .trace(
      .subj1,
      violating: .of(lateSubscriber) {
        $0.action(1, p)
        $0.action(2, p)
        $0.action(3, q) { $0.next(1, by: 1, q) }
      },
      lawful: .of(lateSubscriber) {
        $0.action(1, p)
        $0.action(2, p)
        $0.action(3, q) { $0.completed(q) }
      }),
  ]

  static let endings: [InvariantExample] = [
    .trace(
      .leak1,
      violating: .of(Scenes.nextAgainstDispose) { $0.endState.capturesAlive = true },
      lawful: .of(Scenes.nextAgainstDispose) { $0.tornDown() }),
    .trace(
      .grow1,
      violating: .of(Scenes.nextAgainstDispose) {
        $0.endState.objectsGrown = 1
        $0.endState.bytesGrown = 48
      },
      // An array that has doubled its capacity within one span.
      lawful: .of(Scenes.nextAgainstDispose) { $0.endState.bytesGrown = 2 }),
    .trace(
      .live1,
      violating: .of(Scenes.nextAgainstDispose) {
        $0.action(3, q)
        $0.enter(1, p)
        $0.endState.hung = true
      },
      lawful: .of(Scenes.nextAgainstDispose) {
        $0.action(3, q)
        $0.action(1, p)
      }),
    .trace(
      .live2,
      violating: .of(Scenes.nextAgainstDispose) {
        $0.action(3, q)
        $0.enter(1, p)
        $0.endState.hung = true
        $0.endState.isAtWork = true
      },
      lawful: .of(Scenes.nextAgainstDispose) {
        $0.action(3, q)
        $0.enter(1, p)
        $0.endState.hung = true
      }),
    .process(
      .ser2,
      violating: ProcessEnd(
        errorText: """
          WARNING: ThreadSanitizer: data race (pid=4321)
            Write of size 8 at 0x7b0400001234 by thread T3:
          SUMMARY: ThreadSanitizer: data race Sources/Kit/canary.c:19 in csr_canary_write
          """),
      lawful: ProcessEnd(
        errorText: """
          WARNING: ThreadSanitizer: data race (pid=4321)
            Write of size 8 at 0x7b0400001234 by thread T3:
          SUMMARY: ThreadSanitizer: data race Sources/Core/Sink.swift:40 in Sink.forward(_:)
          """)),
    .process(
      .race1,
      violating: ProcessEnd(
        errorText: """
          WARNING: ThreadSanitizer: data race (pid=4321)
            Write of size 8 at 0x7b0400001234 by thread T3:
          SUMMARY: ThreadSanitizer: data race Sources/Core/Sink.swift:40 in Sink.forward(_:)
          """),
      lawful: ProcessEnd(errorText: "rxfuzz: 1000 races")),
    .trace(
      .share1,
      violating: .of(newcomer) {
        $0.attached(1)
        $0.enter(1, p)
        $0.action(2, q) { $0.attached(2, q) }
        $0.detached(1, p)
        $0.exit(1, p)
        $0.raceEnd()
      },
      lawful: .of(newcomer) {
        $0.attached(1)
        $0.enter(1, p)
        $0.detached(1, p)
        $0.action(2, q) { $0.attached(2, q) }
        $0.exit(1, p)
        $0.raceEnd()
      }),
    .process(
      .crash1, violating: ProcessEnd(errorText: "", signal: 11),
      lawful: ProcessEnd(errorText: "rxfuzz: 1000 races")),
  ]

  private static let newcomer = Scenes.scenario(
    on: Chain("share", inputs: [Scenes.feed]), [.dispose(subscription: 1)],
    [.subscribe(subscription: 2)])
  private static let lateSubscriber = Scenes.scenario(
    on: Scenes.subject, [.next(feed: 0, payload: 1), .completed(feed: 0)],
    [.subscribe(subscription: 1)])
}
