#if HAS_NOTIFICATIONCENTER
  import Foundation
  @preconcurrency import OpenCombine
  @preconcurrency import OpenCombineFoundation
  import RxFuzzKit

  /// The publisher of a notification centre: what is posted comes, as much of it as was asked for, and nothing behind a
  /// cancellation, which lets go of the subscriber.
  final class NotificationRun: LibraryCheckRun, @unchecked Sendable {
    // Safety: a centre may be used from any thread; the rest is queue 0's until the race is over.
    private enum Case: CaseIterable {
      case plain
      case twoPost
      case cancelled
    }
    static let ways = Case.allCases.count
    private static let posts = 24
    private static let name = Notification.Name("rxfuzz.check")

    private let which: Case
    private let center = NotificationCenter()
    private let subscriber = DemandingSubscriber(first: 9, answer: 0)
    private var faults = CheckedFaults()

    init(_ way: Int) {
      which = Case.allCases[way - 1]
      if which != .plain { Self.numbers(center).subscribe(subscriber) }
    }

    private static func numbers(_ center: NotificationCenter, object: AnyObject? = nil)
      -> CheckedPublisher
    {
      CheckedPublisher(
        NotificationCenter.OCombine.Publisher(center: center, name: name, object: object)
          .map { $0.userInfo?["number"] as? Int ?? 0 }
          .setFailureType(to: FuzzError.self))
    }

    private static func post(_ center: NotificationCenter, _ number: Int, _ object: Any? = nil) {
      center.post(name: name, object: object, userInfo: ["number": number])
    }

    func perform(queue: Int) {
      switch which {
      case .plain: if queue == 0 { say() }
      case .twoPost: for number in 0..<Self.posts { Self.post(center, number) }
      case .cancelled:
        if queue == 0 {
          for number in 0..<Self.posts { Self.post(center, number) }
        } else {
          subscriber.cancel()
        }
      }
    }

    func fault() -> LibraryCheckFault? {
      guard which != .plain else { return faults.fault }
      let before = subscriber.seen
      if let fault = before.fault { return LibraryCheckFault(.val1, "\(fault), notifications") }
      if which == .twoPost, before.got != 9 {
        return LibraryCheckFault(.val1, "notifications that were asked for never came")
      }
      subscriber.ask(1)
      Self.post(center, 0)
      let after = subscriber.seen
      subscriber.cancel()
      if which == .cancelled, after.got != before.got {
        return LibraryCheckFault(.disp4, "a notification comes to who has cancelled")
      }
      return which == .cancelled || after.got == 10
        ? nil : LibraryCheckFault(.val1, "a notification that was asked for later never came")
    }

    private func expect(_ name: String, _ got: String, _ due: String) {
      if got != due { faults.add(.val1, "\(name): \(got) instead of \(due)") }
    }

    /// One thread alone.
    private func say() {
      let object = NSObject()
      let (all, few, own) = (
        CheckedSubscriber(), PacedSubscriber(asksInside: false), CheckedSubscriber()
      )
      Self.numbers(center).subscribe(all)
      Self.numbers(center).subscribe(few)
      Self.numbers(center, object: object).subscribe(own)
      Self.post(center, 1)
      few.ask(2)
      Self.post(center, 2, object)
      center.post(name: Notification.Name("rxfuzz.other"), object: nil)
      for number in 3...5 { Self.post(center, number) }
      few.ask(1)
      all.cancel()
      Self.post(center, 6)
      Self.post(center, 7)
      expect("notifications", all.text, "1 2 3 4 5")
      expect("notifications for who asks", few.log.joined(separator: " "), "2 3 6")
      expect("notifications of an object", own.text, "2")
      few.cancel()
      own.cancel()
      leave()
    }

    /// Who has cancelled from inside of an element hears no more, and is let go of.
    private func leave() {
      weak var gone: CheckedSubscriber?
      do {
        let subscriber = CheckedSubscriber(departure: .atElement(1))
        gone = subscriber
        Self.numbers(center).subscribe(subscriber)
        Self.post(center, 1)
        Self.post(center, 2)
        expect("notifications for who leaves", subscriber.text, "1")
      }
      if gone != nil { faults.add(.leak1, "notifications keep a subscriber that has cancelled") }
    }
  }

  extension Checks {
    /// The bridges to Foundation, where the version has them.
    static let ofFoundation: [LibraryCheck] =
      [
        LibraryCheck("notification", ways: NotificationRun.ways) { NotificationRun($0) }
      ] + operationQueues + runLoops

    private static var operationQueues: [LibraryCheck] {
      #if HAS_OPERATIONQUEUE
        [
          LibraryCheck("operationQueue", ways: OperationQueueRun.ways, endsProcess: true) {
            OperationQueueRun($0)
          }
        ]
      #else
        []
      #endif
    }

    private static var runLoops: [LibraryCheck] {
      #if HAS_TIMER
        [
          LibraryCheck("runLoop", ways: RunLoopRun.ways) { RunLoopRun($0) },
          LibraryCheck("timer", ways: TimerRun.ways) { TimerRun($0) },
        ]
      #else
        []
      #endif
    }
  }
#else
  extension Checks {
    static let ofFoundation: [LibraryCheck] = []
  }
#endif
