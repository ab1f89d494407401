import RxCore
import RxFuzzKit

/// What the closures of a trait's subscription are told: each end once, and then that it is over.
enum TraitCases {
  static let all: [CaseRun.Case] = [single, maybe, completable, infallible]

  private static let message = "a closure of a trait's subscription is not called once"

  /// The words of each form of subscribing to a source.
  private static func expect(
    _ expected: [String], _ forms: [(CheckedLines) -> any Disposable], _ faults: CheckedFaults
  ) {
    for form in forms {
      let lines = CheckedLines()
      let subscription = form(lines)
      subscription.dispose()
      // A form with one closure does not say that it is over.
      let said = lines.all
      faults.expect(
        said == expected || said == Array(expected.dropLast()), .val1, message)
    }
  }

  private static func single(_ faults: CheckedFaults) {
    for (source, word) in [(Single.just(1), "1"), (.error(FuzzError(code: 1)), "error 1")] {
      expect(
        [word, "disposed"],
        [
          { lines in
            source.subscribe { event in
              switch event {
              case .success(let element): lines.say("\(element)")
              case .failure(let error): lines.say(CheckedEvents.word(error))
              }
            }
          },
          { lines in
            source.subscribe(
              onSuccess: { lines.say("\($0)") }, onFailure: { lines.say(CheckedEvents.word($0)) },
              onDisposed: { lines.say("disposed") })
          },
          { lines in
            source.subscribe(
              with: lines, onSuccess: { $0.say("\($1)") },
              onFailure: { $0.say(CheckedEvents.word($1)) }, onDisposed: { $0.say("disposed") })
          },
        ], faults)
    }
  }

  private static func maybe(_ faults: CheckedFaults) {
    for (source, word) in [
      (Maybe.just(1), "1"), (.error(FuzzError(code: 1)), "error 1"), (.empty(), "completed"),
    ] {
      expect(
        [word, "disposed"],
        [
          { lines in
            source.subscribe { event in
              switch event {
              case .success(let element): lines.say("\(element)")
              case .error(let error): lines.say(CheckedEvents.word(error))
              case .completed: lines.say("completed")
              }
            }
          },
          { lines in
            source.subscribe(
              onSuccess: { lines.say("\($0)") }, onError: { lines.say(CheckedEvents.word($0)) },
              onCompleted: { lines.say("completed") }, onDisposed: { lines.say("disposed") })
          },
          { lines in
            source.subscribe(
              with: lines, onSuccess: { $0.say("\($1)") },
              onError: { $0.say(CheckedEvents.word($1)) }, onCompleted: { $0.say("completed") },
              onDisposed: { $0.say("disposed") })
          },
        ], faults)
    }
  }

  private static func completable(_ faults: CheckedFaults) {
    for (source, word) in [
      (Completable.empty(), "completed"), (.error(FuzzError(code: 1)), "error 1"),
    ] {
      expect(
        [word, "disposed"],
        [
          { lines in
            source.subscribe { event in
              switch event {
              case .error(let error): lines.say(CheckedEvents.word(error))
              case .completed: lines.say("completed")
              }
            }
          },
          { lines in
            source.subscribe(
              onCompleted: { lines.say("completed") },
              onError: { lines.say(CheckedEvents.word($0)) },
              onDisposed: { lines.say("disposed") })
          },
          { lines in
            source.subscribe(
              with: lines, onCompleted: { $0.say("completed") },
              onError: { $0.say(CheckedEvents.word($1)) }, onDisposed: { $0.say("disposed") })
          },
        ], faults)
    }
  }

  private static func infallible(_ faults: CheckedFaults) {
    let source = Infallible.of(1, 2)
    expect(
      ["1", "2", "completed", "disposed"],
      [
        { lines in
          source.subscribe { event in
            switch event {
            case .next(let element): lines.say("\(element)")
            case .completed: lines.say("completed")
            }
          }
        },
        { lines in
          source.subscribe(
            onNext: { lines.say("\($0)") }, onCompleted: { lines.say("completed") },
            onDisposed: { lines.say("disposed") })
        },
        { lines in
          source.subscribe(
            with: lines, onNext: { $0.say("\($1)") }, onCompleted: { $0.say("completed") },
            onDisposed: { $0.say("disposed") })
        },
      ], faults)
  }
}

/// What was said, in order. Thread-safety: any thread.
private final class CheckedLines: Sendable {
  private let lines = CheckedState<[String]>([])
  func say(_ line: String) { lines.withLock { $0.append(line) } }
  var all: [String] { lines.withLock { $0 } }
}
