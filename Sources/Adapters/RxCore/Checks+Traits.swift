import RxCore
import RxFuzzKit

/// What the closures of a trait's subscription are told: each end once, and then that it is over.
enum TraitCases {
  static let all: [CaseRun.Case] = [single, maybe, completable, infallible]

  private static let message = "a closure of a trait's subscription is not called once"

  private typealias Form = (CheckedList<String>) -> any Disposable

  /// The words of each form of subscribing to a source.
  /// - Parameter ofEvents: has one closure for all events, and so does not say that it is over.
  private static func expect(
    _ expected: [String], ofEvents: Form, _ forms: [Form], _ faults: CheckedFaults
  ) {
    func words(_ form: Form) -> [String] {
      let said = CheckedList<String>()
      form(said).dispose()
      return said.all
    }
    faults.expect(words(ofEvents) == expected, .val1, message)
    for form in forms { faults.expect(words(form) == expected + ["disposed"], .val1, message) }
  }

  private static func single(_ faults: CheckedFaults) {
    for (source, word) in [(Single.just(1), "1"), (.error(FuzzError(code: 1)), "error 1")] {
      expect(
        [word],
        ofEvents: { lines in
          source.subscribe { event in
            switch event {
            case .success(let element): lines.append("\(element)")
            case .failure(let error): lines.append(CheckedEvents.word(error))
            }
          }
        },
        [
          { lines in
            source.subscribe(
              onSuccess: { lines.append("\($0)") },
              onFailure: { lines.append(CheckedEvents.word($0)) },
              onDisposed: { lines.append("disposed") })
          },
          { lines in
            source.subscribe(
              with: lines, onSuccess: { $0.append("\($1)") },
              onFailure: { $0.append(CheckedEvents.word($1)) },
              onDisposed: { $0.append("disposed") })
          },
        ], faults)
    }
  }

  private static func maybe(_ faults: CheckedFaults) {
    for (source, word) in [
      (Maybe.just(1), "1"), (.error(FuzzError(code: 1)), "error 1"), (.empty(), "completed"),
    ] {
      expect(
        [word],
        ofEvents: { lines in
          source.subscribe { event in
            switch event {
            case .success(let element): lines.append("\(element)")
            case .error(let error): lines.append(CheckedEvents.word(error))
            case .completed: lines.append("completed")
            }
          }
        },
        [
          { lines in
            source.subscribe(
              onSuccess: { lines.append("\($0)") },
              onError: { lines.append(CheckedEvents.word($0)) },
              onCompleted: { lines.append("completed") }, onDisposed: { lines.append("disposed") })
          },
          { lines in
            source.subscribe(
              with: lines, onSuccess: { $0.append("\($1)") },
              onError: { $0.append(CheckedEvents.word($1)) },
              onCompleted: { $0.append("completed") },
              onDisposed: { $0.append("disposed") })
          },
        ], faults)
    }
  }

  private static func completable(_ faults: CheckedFaults) {
    for (source, word) in [
      (Completable.empty(), "completed"), (.error(FuzzError(code: 1)), "error 1"),
    ] {
      expect(
        [word],
        ofEvents: { lines in
          source.subscribe { event in
            switch event {
            case .error(let error): lines.append(CheckedEvents.word(error))
            case .completed: lines.append("completed")
            }
          }
        },
        [
          { lines in
            source.subscribe(
              onCompleted: { lines.append("completed") },
              onError: { lines.append(CheckedEvents.word($0)) },
              onDisposed: { lines.append("disposed") })
          },
          { lines in
            source.subscribe(
              with: lines, onCompleted: { $0.append("completed") },
              onError: { $0.append(CheckedEvents.word($1)) }, onDisposed: { $0.append("disposed") })
          },
        ], faults)
    }
  }

  private static func infallible(_ faults: CheckedFaults) {
    let source = Infallible.of(1, 2)
    expect(
      ["1", "2", "completed"],
      ofEvents: { lines in
        source.subscribe { event in
          switch event {
          case .next(let element): lines.append("\(element)")
          case .completed: lines.append("completed")
          }
        }
      },
      [
        { lines in
          source.subscribe(
            onNext: { lines.append("\($0)") }, onCompleted: { lines.append("completed") },
            onDisposed: { lines.append("disposed") })
        },
        { lines in
          source.subscribe(
            with: lines, onNext: { $0.append("\($1)") }, onCompleted: { $0.append("completed") },
            onDisposed: { $0.append("disposed") })
        },
      ], faults)
  }
}
