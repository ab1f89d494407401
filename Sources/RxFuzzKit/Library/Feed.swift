import ScheduleKit
import Synchronization

/// A source that the script drives: hands the script's events to every attached observer, in the
/// order of attachment, on the calling thread; or to one hot subject of the library.
///
/// An attachment goes on receiving events after it was detached: a source that had not noticed yet would
/// send them too, and it is the library that must not deliver them.
/// Thread-safety: `attach` and `detach` from any thread. Events from the threads that the scenario allows.
public final class Feed: @unchecked Sendable {
  // Safety: slot i of `observers` is written by the one thread that drew i, before bit i of `published`
  // is set with release order, and read after it was loaded with acquire order. `hotObserver` and
  // `hotStream` are written before the race.

  /// Largest number of observers of one feed in one iteration; more make the trace undecided.
  public static let attachmentsMax = 32

  public let number: Int
  private let recorder: Recorder
  private let observers: UnsafeMutablePointer<(any FeedObserver)?>
  private let reserved = Atomic<Int>(0)
  private let published = Atomic<UInt32>(0)
  private let attachments: AttachmentCounter
  private(set) var hotStream: AnyObject?
  private var hotObserver: (any FeedObserver)?

  init(number: Int, recorder: Recorder, attachments: AttachmentCounter) {
    self.number = number
    self.recorder = recorder
    self.attachments = attachments
    observers = .allocate(capacity: Self.attachmentsMax)
    observers.initialize(repeating: nil, count: Self.attachmentsMax)
  }

  deinit {
    observers.deinitialize(count: Self.attachmentsMax)
    observers.deallocate()
  }

  /// Attaches an observer: the subscribe effect, recorded as `attached`.
  /// Returns the attachment's number within the iteration, to be given to `detach`.
  public func attach(_ observer: any FeedObserver) -> Int {
    let attachment = attachments.draw()
    recorder.record(.attached, subject: attachment, value: number)
    // Relaxed: it only gives each caller its own slot.
    let slot = reserved.wrappingAdd(1, ordering: .relaxed).oldValue
    guard slot < Self.attachmentsMax else {
      recorder.lose()
      return attachment
    }
    observers[slot] = observer
    SchedulePoint.touch(identity, writes: true)
    // Release: whoever sees the bit sees the observer. This is the one edge that handing over needs.
    published.bitwiseOr(1 << UInt32(slot), ordering: .releasing)
    return attachment
  }

  /// The resource of that attachment is disposed: recorded as `detached` at every call.
  public func detach(_ attachment: Int) {
    recorder.record(.detached, subject: attachment, value: number)
  }

  /// Sends an element to the observers attached so far.
  func next(_ token: Int) {
    if let hotObserver { return hotObserver.next(token) }
    var rest = attached()
    while rest != 0 {
      observers[rest.trailingZeroBitCount]?.next(token)
      rest &= rest &- 1
    }
  }

  /// Sends an error to the observers attached so far.
  func error(_ error: FuzzError) {
    if let hotObserver { return hotObserver.error(error) }
    var rest = attached()
    while rest != 0 {
      observers[rest.trailingZeroBitCount]?.error(error)
      rest &= rest &- 1
    }
  }

  /// Sends completed to the observers attached so far.
  func completed() {
    if let hotObserver { return hotObserver.completed() }
    var rest = attached()
    while rest != 0 {
      observers[rest.trailingZeroBitCount]?.completed()
      rest &= rest &- 1
    }
  }

  /// From now on events go to `observer` alone. Only before the race.
  func becomeHot(stream: AnyObject, observer: any FeedObserver) {
    hotStream = stream
    hotObserver = observer
  }

  /// Drops every observer. Only after the race.
  func reset() {
    hotStream = nil
    hotObserver = nil
    let used = min(reserved.load(ordering: .relaxed), Self.attachmentsMax)
    guard used > 0 else { return }
    for slot in 0..<used { observers[slot] = nil }
    reserved.store(0, ordering: .relaxed)
    published.store(0, ordering: .relaxed)
  }

  // Acquire: pairs with the release in `attach`.
  private func attached() -> UInt32 {
    SchedulePoint.touch(identity, writes: false)
    return published.load(ordering: .acquiring)
  }

  /// By which explore, which does not see the kit's own atomics, knows the feed.
  private var identity: UnsafeRawPointer { UnsafeRawPointer(observers) }
}

/// Numbers the attachments of one iteration, from 1, over all of its feeds.
final class AttachmentCounter: Sendable {
  private let drawn = Atomic<Int>(0)
  // Relaxed: a number orders nothing.
  func draw() -> Int { drawn.wrappingAdd(1, ordering: .relaxed).newValue }
  func reset() { drawn.store(0, ordering: .relaxed) }
}
