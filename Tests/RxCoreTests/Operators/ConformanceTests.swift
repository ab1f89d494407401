import Foundation
import RxCore
import RxCoreTest
import Testing

/// Every operator with a source, in every situation.
@Suite("Every operator, in virtual time")
struct ConformanceTests {
  @Test(
    "says what is documented of elements, nothing, silence and an error",
    arguments: Conformance.all, Situation.allCases)
  func documented(row: Conformance, situation: Situation) {
    #expect(row.run(situation, disposed: 1_000).text == row.result(of: situation))
  }

  @Test("releases its source at its end", arguments: Conformance.all, Situation.allCases)
  func release(row: Conformance, situation: Situation) {
    let run = row.run(situation, disposed: 1_000)
    guard let end = run.events.last, end.value.isStopEvent else { return }
    for subscription in run.subscriptions { #expect(subscription.unsubscribe <= end.time + 1) }
  }

  /// Before the first event, between events, and behind the last element.
  private static let disposals = [202, 213, 223, 243]

  @Test(
    "says nothing after a disposal at any time, and releases its source",
    arguments: Conformance.all, disposals)
  func disposal(row: Conformance, time: Int) {
    for situation in Situation.allCases {
      let whole = row.run(situation, disposed: 1_000)
      let run = row.run(situation, disposed: time)
      #expect(run.text == Timeline.text(whole.events.filter { $0.time < time }))
      // A tick later where the release is scheduled.
      for subscription in run.subscriptions { #expect(subscription.unsubscribe <= time + 1) }
    }
  }

  @Test("says nothing after a disposal inside the first delivery", arguments: Conformance.all)
  func disposalInside(row: Conformance) {
    let scheduler = TestScheduler(initialClock: 0)
    let source = Timeline.source(Situation.elements.rawValue, on: scheduler)
    let log = Log<String>()
    let slot = SingleAssignmentDisposable()
    scheduler.scheduleAt(200) {
      slot.setDisposable(
        row.build(source.asObservable(), scheduler).subscribe(onNext: {
          log.add($0)
          slot.dispose()
        }))
    }
    scheduler.start()
    #expect(log.values.count <= 1)
    for subscription in source.subscriptions { #expect(subscription.unsubscribe < .max) }
  }

  @Test(
    "keeps the grammar and delivers one at a time when a delivery emits and ends the source",
    arguments: Conformance.all)
  func reentrance(row: Conformance) {
    let scheduler = TestScheduler(initialClock: 0)
    let subject = PublishSubject<Int>()
    let log = Log<String>()
    let emitted = Log<Int>()
    scheduler.scheduleAt(200) {
      _ = row.build(subject, scheduler).subscribe { event in
        log.add("begin")
        if emitted.values.count < 4 {
          emitted.add(0)
          subject.onNext(emitted.values.count)
          if emitted.values.count == 3 { subject.onCompleted() }
        }
        log.add(event.isStopEvent ? "end" : "next")
      }
    }
    scheduler.scheduleAt(210) { for number in 1...3 { subject.onNext(number) } }
    scheduler.scheduleAt(400) { subject.onCompleted() }
    scheduler.start()
    let texts = log.values
    for index in texts.indices {
      #expect((texts[index] == "begin") == index.isMultiple(of: 2), "a delivery inside another")
    }
    let end = texts.firstIndex(of: "end")
    #expect(end == nil || end == texts.count - 1, "a delivery behind the end")
  }

  @Test("knows every operator of the table that has a source")
  func complete() throws {
    var folder = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    let table = folder.appending(path: "Sources/RxCore/RxCore.docc/Operators.md")
    let sections = try String(contentsOf: table, encoding: .utf8).components(separatedBy: "\n## ")
      .filter {
        ["Transforming", "Filtering", "Combining", "Errors", "Side", "Sharing"]
          .contains($0.prefix { $0.isLetter })
      }
    #expect(sections.count == 6)
    let lines = sections.flatMap { $0.split(separator: "\n") }
    let names = lines.compactMap { line -> String? in
      guard let match = line.firstMatch(of: #/^\| `(\w+)\(/#) else { return nil }
      return String(match.1)
    }
    // What needs Foundation is tested with the module that has it.
    let missing = Set(names).subtracting(Conformance.all.map(\.name)).subtracting(["decode"])
    #expect(missing.isEmpty, "\(missing.sorted())")
  }
}
