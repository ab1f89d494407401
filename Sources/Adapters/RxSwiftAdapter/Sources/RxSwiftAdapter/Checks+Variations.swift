import Foundation
import RxFuzzKit
@preconcurrency import RxSwift
import Synchronization

/// The same scripts against the same graphs in other ways, of which the story follows from the story that they have.
extension Marbles {
  /// A part of the rows for each call; so many calls take all of them.
  private static let partsOfVariations = 8
  // Relaxed: only whose turn it is.
  private static let turnsOfVariations = Atomic<Int>(0)

  /// One case for all of them, in all these ways.
  static func checkVariations(_ rows: [Marbles]) -> CaseRun.Case {
    { faults in
      let turn = turnsOfVariations.wrappingAdd(1, ordering: .relaxed).oldValue
      for index in stride(
        from: turn % partsOfVariations, to: rows.count, by: partsOfVariations)
      {
        let row = rows[index]
        row.checkBurst(faults)
        row.checkDisposals(faults)
        row.checkRelease(faults)
        row.checkSources(faults)
        row.checkEndInside(faults)
      }
    }
  }

  /// A source that sends all while it is being subscribed and hears of no disposal meanwhile, and so goes on after the
  /// end: nobody calls a closure for what comes then.
  private func checkBurst(_ faults: CheckedFaults) {
    let asked = script.split(separator: " ")
    let own = story.split(separator: " ")
    guard reactions.isEmpty, asked.allSatisfy({ $0.first == "a" }),
      own.filter({ $0 == "a+" }).count == 1
    else { return }
    let isOver = own.contains("|") || own.contains("!")
    // An end of the source's own, where the story has its end without it, would keep back what comes then.
    let open = asked.dropLast(asked.last == "a|" || asked.last == "a!" ? 1 : 0).joined(
      separator: " ")
    let isEnded = isOver && (storyAtOnce != nil || play(MarbleStage(), open) != story)
    let stage = MarbleStage(
      burst: isOver ? (isEnded ? script : open) + " a1 a2 a3 a| a!" : script)
    let heard = Self.untilEnd(play(stage, ""))
    let expected = Self.untilEnd(storyAtOnce ?? story)
    if heard != expected {
      faults.expect(
        false, .val1,
        "`\(script)` at once is heard as `\(heard.joined(separator: " "))`, at \(place)")
    }
  }

  /// What is told up to the end, but for releases.
  private static func untilEnd(_ story: String) -> [Substring] {
    var words: [Substring] = []
    for word in story.split(separator: " ") where word.last != "-" {
      words.append(word)
      if word == "|" || word == "!" { break }
    }
    return words
  }

  /// It is disposed from inside, at whatever the observer hears, a closure is called for, or a source notes: nothing is
  /// heard after that, what was subscribed is released, at once and not by what comes later, and nothing is held.
  private func checkDisposals(_ faults: CheckedFaults) {
    guard reactions.isEmpty else { return }
    for count in 1...Self.disposalsMax {
      let stage = MarbleStage(wordsMax: count)
      var isHeld = false
      _ = play(stage, script) { subscription in
        isHeld = !stage.lives.areOver
        withExtendedLifetime(subscription) {}
      }
      guard let settled = stage.wordsSettled else { return }
      let names = stage.words.prefix(settled).map { $0.prefix { $0 != "@" } }
      let balance = names.reduce(into: [:] as [Substring: Int]) { balance, name in
        guard name.count == 2 else { return }
        if name.last == "+" { balance[name.prefix(1), default: 0] += 1 }
        if name.last == "-" { balance[name.prefix(1), default: 0] -= 1 }
      }
      let isLate = stage.words[settled...].contains { $0.prefix { $0 != "@" }.last == "+" }
      if stage.isDisturbed || isLate || isHeld || balance.values.contains(where: { $0 != 0 }) {
        faults.expect(
          false, .disp5,
          "`\(script)` disposed at its word \(count) is heard as `\(stage.words.joined(separator: " "))`, at \(place)"
        )
      }
    }
  }

  /// What is over holds nothing, and leaves nothing on the clock, though whoever has subscribed still holds the
  /// subscription.
  private func checkRelease(_ faults: CheckedFaults) {
    guard !leavesWork else { return }
    let stage = MarbleStage(reactions: reactions)
    _ = play(stage, script) { subscription in
      if !stage.lives.areOver {
        faults.expect(false, .leak1, "`\(script)` is held when it is over, at \(place)")
      }
      if !stage.isIdle {
        faults.expect(false, .leak1, "`\(script)` leaves work on the clock, at \(place)")
      }
      withExtendedLifetime(subscription) {}
    }
  }

  /// A source that has ended is held no longer, though the whole goes on.
  private func checkSources(_ faults: CheckedFaults) {
    guard !keepsSource else { return }
    let stage = MarbleStage(reactions: reactions, watches: true)
    _ = play(stage, script)
    if stage.holdsReleased {
      faults.expect(false, .leak1, "a source of `\(script)` is held when it is over, at \(place)")
    }
  }

  /// The source ends from inside the delivery of the last element, and not after it: the same is heard.
  private func checkEndInside(_ faults: CheckedFaults) {
    let asked = script.split(separator: " ")
    guard reactions.isEmpty, !keepsSource, let end = asked.last, end == "a|" || end == "a!" else {
      return
    }
    let open = asked.dropLast().joined(separator: " ")
    let stage = MarbleStage()
    let before = play(stage, open).split(separator: " ")
    // What the last element leads to is heard at once, once, and followed by nothing that waits for the end alone.
    guard let last = before.last, String(last) == stage.lastHeard,
      before.filter({ $0 == last }).count == 1,
      play(MarbleStage(), asked.dropLast(2).joined(separator: " ")).split(separator: " ")
        .count < before.count
    else { return }
    let heard = play(MarbleStage(reactions: [String(last): String(end)]), open)
    // A source that is told from inside may be released a little earlier or later.
    func events(_ story: String) -> [Substring] {
      story.split(separator: " ").filter { $0.last != "-" }
    }
    if events(heard) != events(story) {
      faults.expect(
        false, .val1,
        "`\(script)` with the end inside of \(last) is heard as `\(heard)`, not `\(story)`, at \(place)"
      )
    }
  }

  /// Words at which an observer disposes.
  private static let disposalsMax = 12
}

/// A scheduler whose time passes at once: what is to be done later is done before the call returns. Used by one thread.
final class HurriedScheduler: SchedulerType, @unchecked Sendable {
  // Safety: `seconds` belongs to the one thread that schedules.
  private var seconds = 1
  var now: RxTime { Date(timeIntervalSince1970: Double(seconds)) }

  func schedule<State>(_ state: State, action: @escaping (State) -> any Disposable)
    -> any Disposable
  { action(state) }

  func scheduleRelative<State>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping (State) -> any Disposable
  ) -> any Disposable {
    if case .seconds(let count) = dueTime { seconds += max(0, count) }
    return action(state)
  }
}
