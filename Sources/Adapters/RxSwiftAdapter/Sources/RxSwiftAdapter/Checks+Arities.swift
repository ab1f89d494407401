import RxFuzzKit
@preconcurrency import RxSwift

/// Operators that are written out for each number of sources: of eight they do what they do of three, whichever of them ends,
/// fails or is late.
enum ArityCases {
  typealias Build = ([Observable<Int>]) -> Observable<Int>

  /// What an element of each source makes together: another number in another order.
  static func mixed(_ numbers: [Int]) -> Int { numbers.reduce(0) { 7 * $0 + $1 } }

  static let all: [CaseRun.Case] = [
    { check($0, zips, model: .zip) }, { check($0, infallibleZips, model: .zip, canFail: false) },
    { check($0, latest, model: .latest) },
    { check($0, infallibleLatest, model: .latest, canFail: false) },
    { checkOnce($0, singles) }, { checkOnce($0, maybes) },
    { check($0, zippedTuples, model: .zip) }, { check($0, latestTuples, model: .latest) },
    { check($0, infallibleTuples, model: .latest, canFail: false) },
    { checkOnce($0, singleTuples) }, { checkOnce($0, maybeTuples) },
  ]

  /// What is to come of it.
  private enum Model {
    case zip, latest

    func story(_ count: Int, _ actions: [Action]) -> [String] {
      var (story, queues) = ([String](), Array(repeating: [Int](), count: count))
      var isDone = Array(repeating: false, count: count)
      for action in actions {
        switch action {
        case .next(let index, let element):
          if self == .latest { queues[index] = [] }
          queues[index].append(element)
          if queues.allSatisfy({ !$0.isEmpty }) {
            story.append("\(mixed(queues.map { $0[0] }))")
            if self == .zip { for index in queues.indices { queues[index].removeFirst() } }
          }
        case .completed(let index):
          isDone[index] = true
          if isDone.allSatisfy({ $0 }) { return story + ["|"] }
        case .error: return story + ["!"]
        }
      }
      return story
    }
  }

  private enum Action {
    case next(Int, Int)
    case completed(Int)
    case error(Int)
  }

  /// All send twice, `late` last; it ends first, and the others go on.
  private static func actions(_ count: Int, _ late: Int) -> [Action] {
    let order = (0..<count).filter { $0 != late } + [late]
    let rounds = [1, 2].flatMap { round in order.map { Action.next($0, round << (2 * $0)) } }
    return rounds + [.completed(late)] + order.dropLast().map { .next($0, 3 << (2 * $0)) }
      + order.dropLast().map { .completed($0) }
  }

  private static func check(
    _ faults: CheckedFaults, _ builds: [(Int, Build)], model: Model, canFail: Bool = true
  ) {
    for (count, build) in builds {
      for late in 0..<count {
        var scripts = [actions(count, late)]
        if canFail { scripts.append(Array(scripts[0].prefix(count)) + [.error(late)]) }
        for script in scripts {
          expect(faults, count, build, script, model.story(count, script))
        }
      }
    }
  }

  private static func expect(
    _ faults: CheckedFaults, _ count: Int, _ build: Build, _ script: [Action], _ story: [String]
  ) {
    let subjects = (0..<count).map { _ in PublishSubject<Int>() }
    var heard: [String] = []
    var order: [Int] = []
    let sources = subjects.enumerated().map { number, subject in
      Observable<Int>.deferred {
        order.append(number)
        return subject
      }
    }
    let subscription = build(sources).subscribe(
      onNext: { heard.append("\($0)") }, onError: { _ in heard.append("!") },
      onCompleted: { heard.append("|") })
    faults.expect(
      order == Array(0..<count), .sub1, "\(count) sources are not subscribed once, in their order")
    for action in script {
      switch action {
      case .next(let index, let element): subjects[index].onNext(element)
      case .completed(let index): subjects[index].onCompleted()
      case .error(let index): subjects[index].onError(FuzzError(code: 1))
      }
    }
    faults.expect(
      heard == story, .val1,
      "\(count) sources are heard as \(heard.joined(separator: " ")), not \(story.joined(separator: " "))"
    )
    let isKept = subjects.contains { $0.hasObservers }
    faults.expect(
      !isKept || !(story.last == "|" || story.last == "!"), .disp5,
      "one of \(count) sources is kept when all is over")
    subscription.dispose()
    faults.expect(
      !subjects.contains { $0.hasObservers }, .disp5, "one of \(count) sources is kept for ever")
  }

  /// Each source sends one element, or fails.
  private static func checkOnce(_ faults: CheckedFaults, _ builds: [(Int, Build)]) {
    for (count, build) in builds {
      for failing in -1..<count {
        let order = (0..<count).filter { $0 != failing }
        let script =
          order.flatMap { [Action.next($0, 1 << (2 * $0)), .completed($0)] }
          + (failing < 0 ? [] : [.error(failing)])
        let all = mixed(order.map { 1 << (2 * $0) })
        expect(faults, count, build, script, failing < 0 ? ["\(all)", "|"] : ["!"])
      }
    }
  }
}
