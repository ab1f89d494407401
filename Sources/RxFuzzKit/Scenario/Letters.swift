/// The one-letter names that scenarios print: feeds a to h, racing queues p to s, scheduler queues x and y.
public enum Letters {
  /// The letter of a feed, from 0.
  public static func feed(_ number: Int) -> String { letter(number, from: firstFeed) }
  /// The letter of a racing queue, from 0.
  public static func queue(_ number: Int) -> String { letter(number, from: firstQueue) }
  /// The letter of a scheduler queue, from 0.
  public static func schedulerQueue(_ number: Int) -> String {
    letter(number, from: firstSchedulerQueue)
  }

  static func feed(from word: Substring) -> Int? {
    number(word, from: firstFeed, below: ScenarioLimits.feedsMax)
  }
  static func queue(from word: Substring) -> Int? {
    number(word, from: firstQueue, below: ScenarioLimits.queuesMax)
  }
  static func schedulerQueue(from word: Substring) -> Int? {
    number(word, from: firstSchedulerQueue, below: ScenarioLimits.schedulerQueuesMax)
  }

  private static let firstFeed = UInt8(ascii: "a")
  private static let firstQueue = UInt8(ascii: "p")
  private static let firstSchedulerQueue = UInt8(ascii: "x")

  /// A number that has no letter, which only an unlawful scenario holds, prints as itself.
  private static func letter(_ number: Int, from first: UInt8) -> String {
    guard (0...Int(UInt8(ascii: "z") - first)).contains(number) else { return "\(number)" }
    return String(UnicodeScalar(first + UInt8(number)))
  }

  private static func number(_ word: Substring, from first: UInt8, below bound: Int) -> Int? {
    guard let byte = word.utf8.first, word.utf8.count == 1, byte >= first else { return nil }
    let number = Int(byte - first)
    return number < bound ? number : nil
  }
}
