/// A reactive library of two rows, `feed` and `merge`, correct or with one planted defect.
///
/// It is written plainly, with a lock around every decision and no lock held while calling out, so that what each
/// defect leaves out is plain, too. Thread-safety: a value without shared state.
struct BrokenLibrary: LibraryUnderTest {
  static let libraryName = "SelfTest"

  let name = BrokenLibrary.libraryName
  /// Those that its two rows are about.
  let promises: Set<InvariantName> = [
    .gram1, .term1, .term2, .ser1, .reent1, .comp1, .val1, .ord1, .ref1, .disp1, .disp2, .disp4,
    .disp5, .disp6, .disp8, .leak1, .live1,
  ]
  let promiseNotes: [String] = []
  private let defect: PlantedDefect

  init(_ defect: PlantedDefect) { self.defect = defect }

  func binding(forRow name: String) -> OperatorBinding? {
    switch name {
    case "feed":
      OperatorBinding { iteration, parameters, _ in
        BrokenStream(feeds: [iteration.feeds[parameters[0]]], canary: iteration.canary)
      }
    case "merge":
      OperatorBinding { iteration, _, inputs in
        BrokenStream(
          feeds: inputs.flatMap { unsafeDowncast($0, to: BrokenStream.self).feeds },
          canary: iteration.canary)
      }
    default: nil
    }
  }

  func makeHandle(_ holder: Holder) -> any SubscriptionHandle { BrokenHandle(defect) }
  func liveResources() -> Int? { nil }
}

/// The one kind of stream: all events of some feeds.
final class BrokenStream: Sendable {
  let feeds: [Feed]
  let canary: Canary

  init(feeds: [Feed], canary: Canary) {
    self.feeds = feeds
    self.canary = canary
  }
}

/// What the user holds.
final class BrokenHandle: SubscriptionHandle {
  private let defect: PlantedDefect
  private let slot: BrokenSlot

  init(_ defect: PlantedDefect) {
    self.defect = defect
    slot = BrokenSlot(defect)
  }

  func subscribe(_ observer: ObserverProbe, to stream: AnyObject) {
    let subscription = BrokenSubscription(
      defect, to: unsafeDowncast(stream, to: BrokenStream.self), observer)
    subscription.start()
    slot.assign { subscription.dispose() }
  }

  func dispose() { slot.dispose() }
  func drop() { dispose() }
}
