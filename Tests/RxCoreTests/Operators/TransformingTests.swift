import RxCore
import Testing

@Suite("Transforming and filtering")
struct TransformingTests {
  private let source = Observable.of(1, 2, 3, 4)

  @Test("map transforms, and what it throws ends the sequence")
  func map() {
    #expect(
      source.map { "<\($0)>" }.recorded() == ["<1>", "<2>", "<3>", "<4>", "completed", "disposed"])
    let failing = source.map { if $0 == 2 { throw Failure() } else { $0 } }
    #expect(failing.recorded() == ["1", "error", "disposed"])
  }

  @Test("filter passes on what fulfils the predicate, and what it throws ends the sequence")
  func filter() {
    #expect(
      source.filter { $0.isMultiple(of: 2) }.recorded() == ["2", "4", "completed", "disposed"])
    let failing = source.filter { if $0 == 3 { throw Failure() } else { true } }
    #expect(failing.recorded() == ["1", "2", "error", "disposed"])
  }

  @Test("scan accumulates for each subscription anew, and what it throws ends the sequence")
  func scan() {
    let sums = source.scan(10) { $0 + $1 }
    #expect(sums.recorded() == ["11", "13", "16", "20", "completed", "disposed"])
    #expect(sums.recorded() == ["11", "13", "16", "20", "completed", "disposed"])
    let failing = source.scan(0) { if $1 == 2 { throw Failure() } else { $0 + $1 } }
    #expect(failing.recorded() == ["1", "error", "disposed"])
  }

  @Test("skip leaves out exactly the first elements", arguments: [-1, 0, 1, 4, 9])
  func skip(count: Int) {
    let rest = [1, 2, 3, 4].dropFirst(max(0, count)).map { "\($0)" }
    #expect(source.skip(count).recorded() == rest + ["completed", "disposed"])
  }

  @Test("take passes on exactly the first elements", arguments: [0, 1, 3, 4, 9])
  func take(count: Int) {
    let first = [1, 2, 3, 4].prefix(count).map { "\($0)" }
    #expect(source.take(count).recorded() == first + ["completed", "disposed"])
  }

  @Test("take of none does not subscribe")
  func takeNone() {
    let source = ManualSource<Int>()
    #expect(source.observable.take(0).recorded() == ["completed", "disposed"])
    #expect(source.notes.values.isEmpty)
  }

  @Test("take is exact when the last delivery emits again")
  func takeReentrant() {
    let source = ManualSource<Int>()
    let log = Log<Int>()
    _ = source.observable.take(2).subscribe(onNext: {
      log.add($0)
      source.next($0 + 1)
    })
    source.next(1)
    #expect(log.values == [1, 2])
    #expect(source.notes.values == ["subscribed", "released"])
  }

  @Test("do calls its closures around events, subscription and disposal")
  func sideEffects() {
    let log = Log<String>()
    let effects = Observable.just(1).do(
      onNext: { log.add("on \($0)") }, afterNext: { log.add("after \($0)") },
      onCompleted: { log.add("on completed") }, afterCompleted: { log.add("after completed") },
      onSubscribe: { log.add("subscribe") }, onSubscribed: { log.add("subscribed") },
      onDispose: { log.add("dispose") })
    _ = effects.record(in: log)
    #expect(
      log.values == [
        "subscribe", "on 1", "1", "after 1", "on completed", "completed", "disposed",
        "after completed", "subscribed", "dispose",
      ])
  }

  @Test("what a closure of do throws becomes the error")
  func sideEffectsThrow() {
    let source = Observable.just(1)
    let ended = ["error", "disposed"]
    #expect(source.do(onNext: { _ in throw Failure() }).recorded() == ended)
    #expect(source.do(afterNext: { _ in throw Failure() }).recorded() == ["1"] + ended)
    #expect(source.do(onCompleted: { throw Failure() }).recorded() == ["1"] + ended)
    let log = Log<String>()
    let failing = Observable<Int>.error(Failure()).do(
      onError: { _ in log.add("on") }, afterError: { _ in log.add("after") })
    _ = failing.record(in: log)
    #expect(log.values == ["on", "error", "disposed", "after"])
  }

  @Test("debug writes a line for each thing that happens")
  func debug() async {
    await #expect(processExitsWith: .success) {
      let log = Log<String>()
      Hooks.debugOutput = { log.add(String($0.split(separator: ": ", maxSplits: 1)[1])) }
      _ = Observable.just(String(repeating: "x", count: 60)).debug("name", trimOutput: true)
        .recorded()
      _ = Observable<Int>.error(Failure()).debug("name").recorded()
      let trimmed = String(repeating: "x", count: 20)
      precondition(
        log.values == [
          "name -> subscribed", "name -> Event next(\(trimmed)...\(trimmed))",
          "name -> Event completed", "name -> isDisposed", "name -> subscribed",
          "name -> Event error(Failure())", "name -> isDisposed",
        ], "\(log.values)")
    }
  }
}
