import Foundation
@preconcurrency import ReactiveSwift
import RxFuzzKit

/// What the operators of the families leave out: side effects in their order, other ways to make a producer, and to wait for one.
extension CheckedCases {
  static let effects: [Case] = [
    Case("producers that cannot fail", "1 . | 1 2 . | 1 2 3 . | . | 4 .") {
      typealias Never = SignalProducer<Int, Swift.Never>
      return [
        Never(value: 1), Never([1, 2]), Never(values: 1, 2, 3), Never.empty, Never { 4 },
      ].map { observe($0).text }.joined(separator: " | ")
    },
    Case("on", "starting 1 event 1 value . event completed terminated end disposed started") {
      let log = CheckedLog()
      Producer([1]).on(
        starting: { log.note("starting") }, started: { log.note("started") },
        event: {
          log.note($0)
          log.note("event")
        }, completed: { log.note("completed") }, terminated: { log.note("terminated") },
        disposed: { log.note("disposed") },
        value: { log.note("\($0) value") }
      ).startWithCompleted { log.note("end") }
      return log.text
    },
    Case("on, interrupted", "starting started interrupted terminated end disposed") {
      let log = CheckedLog()
      Producer.never.on(
        starting: { log.note("starting") }, started: { log.note("started") },
        failed: { _ in log.note("failed") }, completed: { log.note("completed") },
        interrupted: { log.note("interrupted") }, terminated: { log.note("terminated") },
        disposed: { log.note("disposed") }
      ).startWithInterrupted { log.note("end") }.dispose()
      return log.text
    },
    Case("on of a signal, failed", "value !7 failed terminated disposed") {
      let log = CheckedLog()
      let (signal, input) = Signal<Int, FuzzError>.pipe()
      signal.on(
        failed: { _ in log.note("failed") }, completed: { log.note("completed") },
        terminated: { log.note("terminated") }, disposed: { log.note("disposed") },
        value: { _ in log.note("value") }
      ).observeFailed { log.note("!\($0.code)") }
      input.send(value: 1)
      input.send(error: FuzzError(code: 7))
      let words = log.text.split(separator: " ").filter { $0 != "!7" }.joined(separator: " ")
      return words.replacingOccurrences(of: "value ", with: "value !7 ")
    },
    Case("logEvents", "starting value completed terminated disposed started | value disposed") {
      let (log, some) = (CheckedLog(), CheckedLog())
      Producer(value: 1).logEvents(identifier: "") { _, event, _, _, _ in
        log.note(event.prefix { $0 != " " }.description)
      }.start()
      Producer(value: 1).logEvents(identifier: "", events: [.value, .disposed]) {
        _, event, _, _, _ in some.note(event.prefix { $0 != " " }.description)
      }.start()
      return "\(log.text) | \(some.text)"
    },
    Case(
      "logEvents of a signal",
      "value failed terminated disposed | completed terminated disposed | interrupted terminated disposed"
    ) {
      func logged(_ send: (Signal<Int, FuzzError>.Observer) -> Void) -> String {
        let log = CheckedLog()
        let (signal, input) = Signal<Int, FuzzError>.pipe()
        signal.logEvents(identifier: "") { _, event, _, _, _ in
          log.note(event.prefix { $0 != " " }.description)
        }.observe { _ in }
        send(input)
        return log.text
      }
      return [
        logged {
          $0.send(value: 1)
          $0.send(error: FuzzError(code: 7))
        }, logged { $0.sendCompleted() }, logged { $0.sendInterrupted() },
      ].joined(separator: " | ")
    },
    Case("startWithSignal that is interrupted at once", "x | 0 | 5") {
      let (log, starts) = (CheckedLog(), CheckedLog())
      let given = Producer { observer, _ in
        starts.note("1")
        observer.send(value: 1)
      }.startWithSignal { signal, handle -> Int in
        signal.observe { log.note($0) }
        handle.dispose()
        return 5
      }
      return "\(log.text) | \(starts.count) | \(given)"
    },
    Case("a list that is left", "1 2 . | 3 | 1 2 . | 3") {
      // Who has had enough reads no further.
      func read(_ leave: (Producer) -> Producer) -> String {
        let (log, drawn) = (CheckedLog(), CheckedLog())
        leave(
          Producer(
            (1...100).lazy.map { number -> Int in
              drawn.note("1")
              return number
            })
        ).start { log.note($0) }
        return "\(log.text) | \(drawn.count <= 3 ? 3 : drawn.count)"
      }
      let first = read { $0.take(first: 2) }
      return "\(first) | \(read { $0.take(while: { $0 < 3 }) })"
    },
  ]

  static let makers: [Case] =
    [
      Case("producers that are made", "1 . | 1 . | !7 | 1 . | !7 | 1 2 3 . | 1 . | !9") {
        func log(_ producer: Producer) -> String {
          let log = CheckedLog()
          producer.start { log.note($0) }
          return log.text
        }
        let failed = Result<Int, FuzzError>.failure(FuzzError(code: 7))
        let throwing = SignalProducer<Int, any Error> { () throws -> Int in
          throw FuzzError(code: 9)
        }.mapError { $0 as? FuzzError ?? FuzzError(code: 0) }
        return [
          log(Producer { 1 }), log(Producer { () -> Result<Int, FuzzError> in .success(1) }),
          log(Producer { () -> Result<Int, FuzzError> in failed }),
          log(Producer(result: .success(1))), log(Producer(result: failed)),
          log(Producer(values: 1, 2, 3)), log(Result<Int, FuzzError>.success(1).producer),
          log(throwing),
        ].joined(separator: " | ")
      },
      Case("what throws", "1 !9 | 1 !9") {
        func log(_ producer: SignalProducer<Int, any Error>) -> String {
          let log = CheckedLog()
          producer.mapError { $0 as? FuzzError ?? FuzzError(code: 0) }.start { log.note($0) }
          return log.text
        }
        let source = SignalProducer<Int, Never>([1, 2, 3])
        let attempted = source.attempt { if $0 == 2 { throw FuzzError(code: 9) } }
        let mapped = source.attemptMap { number throws -> Int in
          if number == 2 { throw FuzzError(code: 9) }
          return number
        }
        return "\(log(attempted)) | \(log(mapped))"
      },
      Case("a producer that is waited for", "1 nil 3 true | nil nil !7 | 2 nil") {
        func word(_ result: Result<Int, FuzzError>?) -> String {
          switch result {
          case .success(let element)?: "\(element)"
          case .failure(let error)?: "!\(error.code)"
          case nil: "nil"
          }
        }
        let list = Producer([1, 2, 3])
        let ends = (try? list.wait().get()) != nil
        let failing = Producer(error: FuzzError(code: 7))
        let later = QueueScheduler(qos: .default, name: "rxfuzz.case")
        return [
          word(list.first()), word(list.single()), word(list.last()), "\(ends) |",
          word(Producer.empty.first()), word(Producer.empty.single()), word(failing.first()), "|",
          word(Producer(value: 2).start(on: later).single()),
          word(list.observe(on: later).single()),
        ].joined(separator: " ")
      },
      Case("a merge of ten", "0 1 2 3 4 5 6 7 8 9 .") {
        let all = (0..<10).map { Producer(value: $0) }
        let log = CheckedLog()
        Producer.merge(
          all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8], all[9]
        ).start { log.note($0) }
        return log.text
      },
      Case("a list of signals that are over", "1 2 . | .") {
        let log = CheckedLog()
        Signal.merge([Signal<Int, FuzzError>]()).observe { log.note($0) }
        let (outer, input) = Signal<[Int], FuzzError>.pipe()
        let flat = CheckedLog()
        outer.flatten().observe { flat.note($0) }
        input.send(value: [1, 2])
        input.sendCompleted()
        return "\(flat.text) | ."
      },
    ] + arities + makersOfVersions

  private static var makersOfVersions: [Case] {
    var all: [Case] = []
    #if HAS_SCANMAP
      all.append(
        Case("scanMap", "10 30 60 .") {
          let log = CheckedLog()
          Producer([1, 2, 3]).scanMap(0) { ($0 + $1, ($0 + $1) * 10) }.start { log.note($0) }
          return log.text
        })
    #endif
    #if HAS_EMPTY_SENTINEL
      all.append(
        Case("joins of none, with a value for it", "9 . | 9 .") {
          let logs = [CheckedLog(), CheckedLog()]
          Producer.zip([Producer](), emptySentinel: [9]).map { $0[0] }.start { logs[0].note($0) }
          Producer.combineLatest([Producer](), emptySentinel: [9]).map { $0[0] }
            .start { logs[1].note($0) }
          return logs.map(\.text).joined(separator: " | ")
        })
    #endif
    #if HAS_REENTRANT
      all += [
        Case("a signal that is sent to by its observer", "1 2 3 . | 1 2 3 .") {
          let (signal, input) = Signal<Int, FuzzError>.reentrantUnserializedPipe()
          let logs = [CheckedLog(), CheckedLog()]
          signal.observe { event in
            logs[0].note(event)
            if event.value == 1 {
              input.send(value: 2)
              input.send(value: 3)
              input.sendCompleted()
            }
          }
          signal.observe { logs[1].note($0) }
          input.send(value: 1)
          return logs.map(\.text).joined(separator: " | ")
        },
        Case("a signal of one thread", "1 2 . | gone | 1 .") {
          let gone = CheckedLog()
          let (signal, input) = Signal<Int, FuzzError>.unserializedPipe(
            disposable: AnyDisposable { gone.note("gone") })
          let log = observe(signal)
          for number in 1...2 { input.send(value: number) }
          input.sendCompleted()
          let other = CheckedLog()
          SignalProducer<Int, FuzzError>.unserialized { observer, _ in
            observer.send(value: 1)
            observer.sendCompleted()
          }.start { other.note($0) }
          return "\(log.text) | \(gone.text) | \(other.text)"
        },
      ]
    #endif
    return all
  }
}
