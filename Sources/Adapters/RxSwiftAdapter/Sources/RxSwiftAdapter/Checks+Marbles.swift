import Foundation
import RxFuzzKit
@preconcurrency import RxSwift
import Synchronization

/// A sequential script against one graph, and the whole story that it must have: what is subscribed, heard and released,
/// in which order, and when.
///
/// A script has words: `a1` sends 1 from the source a, `a|` and `a!` end it, `+5` lets five nanoseconds pass, `~5` lets
/// them pass without the work that is due, `.` disposes. A story has words of its own: `a+` and `a-` for a source that
/// is subscribed and released, an element or `|` or `!`, each with `@` and the time unless that is zero.
struct Marbles: Sendable {
  let script: String
  /// What is done, from inside, when the observer hears that word, or a source is released: `b-`.
  var reactions: [String: String] = [:]
  let story: String
  /// The story where the source sends all at once, unless it follows from the other one.
  var storyAtOnce: String?
  /// Whether a source is held as long as the whole, though it has ended.
  var keepsSource = false
  /// Whether the clock is left with work that comes to nothing when all is over.
  var leavesWork = false
  /// Where the graph stands, for people.
  let place: String
  let graph: @Sendable (MarbleStage) -> Observable<String>

  init(
    _ script: String, _ reactions: [String: String] = [:], is story: String,
    atOnce storyAtOnce: String? = nil, keepsSource: Bool = false, leavesWork: Bool = false,
    file: String = #fileID, line: Int = #line,
    _ graph: @escaping @Sendable (MarbleStage) -> Observable<String>
  ) {
    (self.script, self.reactions, self.story, self.graph) = (script, reactions, story, graph)
    (self.storyAtOnce, self.keepsSource) = (storyAtOnce, keepsSource)
    self.leavesWork = leavesWork
    place = "\(file):\(line)"
  }

  /// What really happens.
  func happened() -> String { play(MarbleStage(reactions: reactions), script) }

  /// What happens there, of a script.
  /// - Parameter inspect: receives what is left when it is over and nobody else holds the graph.
  func play(
    _ stage: MarbleStage, _ script: String, inspect: (any Disposable) -> Void = { _ in }
  ) -> String {
    let subscription = SingleAssignmentDisposable()
    stage.subscription = subscription
    subscription.setDisposable(
      graph(stage).map(stage.held()).subscribe(
        onNext: { stage.hear($0) }, onError: { _ in stage.hear("!") },
        onCompleted: { stage.hear("|") }))
    stage.isSubscribed = true
    stage.performAll(script)
    let story = stage.story
    stage.look()
    if !stage.isOver { subscription.dispose() }
    stage.clear()
    inspect(subscription)
    return story
  }

  /// A part of the rows for each call; so many calls take all of them.
  private static let parts = 4
  // Relaxed: only whose turn it is.
  private static let turns = Atomic<Int>(0)

  /// One case for all of them, which tells all that are wrong, so that one does not hide another.
  static func check(_ rows: [Marbles]) -> CaseRun.Case {
    { faults in
      let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
      let wrong = stride(from: turn % parts, to: rows.count, by: parts).compactMap { index in
        let row = rows[index]
        let heard = row.happened()
        return heard == row.story
          ? nil : "`\(row.script)` is heard as `\(heard)`, not `\(row.story)`, at \(row.place)"
      }
      faults.expect(wrong.isEmpty, .val1, wrong.joined(separator: "; "))
    }
  }
}

/// Where marbles are played: three sources, a clock and what has happened. Used by one thread.
final class MarbleStage: @unchecked Sendable {
  // Safety: each belongs to the one thread that plays.
  let clock = CheckedClock()
  let hurry = HurriedScheduler()
  private let reactions: [String: String]
  /// What the source a sends to everybody who subscribes to it, before it returns.
  private let burst: String
  /// At that word of those since it is subscribed the whole is disposed from inside, whoever says it; 0 is never.
  private let wordsMax: Int
  private var wordsSaid = 0
  private(set) var words: [String] = []
  /// How many words there were each time when a word of the script had been performed.
  private var groups: [Int] = []
  /// How many words there were when it was disposed from inside.
  private(set) var wordsAtDisposal: Int?
  /// How many there were when the word of the script had been performed at which it was disposed, and nothing waited.
  private(set) var wordsSettled: Int?
  /// What the observer has heard last.
  private(set) var lastHeard: String?
  /// Whether it has heard anything after that.
  private(set) var isDisturbed = false
  private var observers: [Character: [AnyObserver<Int>]] = [:]
  fileprivate var subscription: (any Disposable)?
  fileprivate var isSubscribed = false
  /// What the graph holds.
  let lives = CheckedLives()
  /// Whether the observer has heard an end.
  private(set) var isOver = false
  /// An operator that says more goes on for ever: it is disposed, and not listened to.
  private static let wordsOfStoryMax = 1_000

  /// What is held on the way from sources, by those who are subscribed.
  let sourceLives = CheckedLives()
  private(set) var subscriptionCount = 0
  private(set) var holdsReleased = false
  private let watches: Bool

  init(
    reactions: [String: String] = [:], burst: String = "", wordsMax: Int = 0, watches: Bool = false
  ) {
    (self.reactions, self.burst, self.wordsMax) = (reactions, burst, wordsMax)
    self.watches = watches
  }

  var a: Observable<Int> { watched("a") }
  var b: Observable<Int> { watched("b") }
  var c: Observable<Int> { watched("c") }

  /// Goes on sending to those that have gone, and from inside a delivery, too.
  func source(_ name: Character) -> Observable<Int> {
    Observable.create { [self] observer in
      note("\(name)+")
      observers[name, default: []].append(observer)
      subscriptionCount += 1
      if name == "a" { perform(burst) }
      return Disposables.create {
        self.subscriptionCount -= 1
        self.note("\(name)-")
        self.react(to: "\(name)-")
      }
    }
  }

  /// The same, and something that each subscription to it holds on its way.
  private func watched(_ name: Character) -> Observable<Int> {
    guard watches else { return source(name) }
    return Observable.deferred { [self] in
      let life = CheckedLife(sourceLives)
      return source(name).map { element in withExtendedLifetime(life) { element } }
    }
  }

  /// The source b for 1, c for 2, and an error for others; each holds something as long as anybody may subscribe it.
  func inner(_ number: Int) -> Observable<String> {
    let life = CheckedLife(lives)
    return switch number {
    case 1: b.map { element in withExtendedLifetime(life) { "b\(element)" } }
    case 2: c.map { element in withExtendedLifetime(life) { "c\(element)" } }
    default: .error(FuzzError(code: number))
    }
  }

  /// Writes down that a closure was called; the one for 2 throws.
  func call<Result>(_ element: Int, _ result: Result) throws -> Result {
    note("f\(element)")
    if element == 2 { throw FuzzError(code: 2) }
    return result
  }

  /// Passes words on, and is held.
  fileprivate func held() -> @Sendable (String) -> String {
    let life = CheckedLife(lives)
    return { word in withExtendedLifetime(life) { word } }
  }

  func note(_ word: String) {
    guard words.count < Self.wordsOfStoryMax else { return subscription?.dispose() ?? () }
    let time = second
    words.append(time == 0 ? word : "\(word)@\(time)")
    guard isSubscribed, wordsMax > 0 else { return }
    wordsSaid += 1
    if wordsSaid == wordsMax {
      wordsAtDisposal = words.count
      subscription?.dispose()
    }
  }

  fileprivate func hear(_ word: String) {
    lastHeard = word
    if wordsAtDisposal != nil { isDisturbed = true }
    if word == "|" || word == "!" { isOver = true }
    note(word)
    react(to: word)
  }

  /// What stands for that word is done from inside.
  private func react(to word: String) {
    if let reaction = reactions[word] { perform(reaction) }
  }

  /// The script itself, from outside.
  fileprivate func performAll(_ script: String) {
    groups.append(words.count)
    for word in script.split(separator: " ") {
      perform(word: word)
      groups.append(words.count)
      // What is released by the clock, as `subscribe(on:)` does, has its time.
      if wordsAtDisposal != nil, wordsSettled == nil,
        isIdle
      {
        wordsSettled = words.count
      }
    }
  }

  fileprivate func perform(_ script: String) {
    for word in script.split(separator: " ") { perform(word: word) }
  }

  private func perform(word: Substring) {
    let rest = word.dropFirst()
    switch word.first {
    case "+":
      clock.advanceTo(clock.clock.addingTimeInterval(Double(Int(rest) ?? 0)))
    case "~": clock.sleep(Double(Int(rest) ?? 0))
    case ".": subscription?.dispose()
    case let name?:
      for observer in observers[name] ?? [] {
        switch rest {
        case "|": observer.onCompleted()
        case "!": observer.onError(FuzzError(code: 1))
        default: observer.onNext(Int(rest) ?? 0)
        }
      }
    case nil: break
    }
  }

  private var second: Int { Int(clock.clock.timeIntervalSince1970.rounded()) }

  /// Whether no work waits for its time.
  var isIdle: Bool { clock.isIdle }

  /// All words; where a source is released among those that one word of the script leads to at one time makes no difference.
  fileprivate var story: String {
    var story: [String] = []
    var start = 0
    for end in groups + [words.count] where end > start {
      let group = words[start..<end]
      start = end
      for time in Self.times(of: group) {
        let own = group.filter { Self.time(of: $0) == time }
        story += own.filter { !Self.isRelease($0) } + own.filter(Self.isRelease).sorted()
      }
    }
    return story.joined(separator: " ")
  }

  private static func isRelease(_ word: String) -> Bool { word.prefix { $0 != "@" }.last == "-" }
  private static func time(of word: String) -> Substring { word.drop { $0 != "@" } }

  /// The times of these words, in their order.
  private static func times(of words: ArraySlice<String>) -> [Substring] {
    words.reduce(into: []) { times, word in
      let time = time(of: word)
      if !times.contains(time) { times.append(time) }
    }
  }

  /// Lets go of the observers, and notes whether anything is held of a source that has been released.
  fileprivate func look() {
    observers = [:]
    holdsReleased = sourceLives.count != subscriptionCount
  }

  /// Lets go of everybody; they hold it in turn.
  fileprivate func clear() {
    observers = [:]
    subscription = nil
  }
}

extension MarbleStage {
  /// Writes down when each of the closures beside the events is called.
  func done(_ source: Observable<Int>) -> Observable<Int> {
    source.do(
      onNext: { self.note("on\($0)") }, afterNext: { self.note("after\($0)") },
      onError: { _ in self.note("on!") }, afterError: { _ in self.note("after!") },
      onCompleted: { self.note("on|") }, afterCompleted: { self.note("after|") },
      onSubscribe: { self.note("asks") }, onSubscribed: { self.note("has") },
      onDispose: { self.note("gone") })
  }

  /// The source a for as long as a resource lives.
  func using() -> Observable<Int> {
    .using(
      { MarbleResource(self) }, observableFactory: { (_: MarbleResource) in self.a })
  }

  /// What is in which window, and how each one ends.
  func windows(_ windows: Observable<Observable<Int>>) -> Observable<String> {
    windows.enumerated().flatMap { window in
      let number = window.index
      self.note("w\(number)+")
      return Observable.concat(
        window.element.map { "w\(number):\($0)" }, Observable.just("w\(number)|")
      ).catch { _ in Observable.just("w\(number)!") }
    }
  }
}

/// Writes down when it is made and disposed.
final class MarbleResource: Disposable {
  private let stage: MarbleStage

  init(_ stage: MarbleStage) {
    self.stage = stage
    stage.note("r+")
  }

  func dispose() { stage.note("r-") }
}
