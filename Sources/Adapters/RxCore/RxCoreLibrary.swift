import RxCore
import RxFuzzKit

/// RxCore as a library under test, through its public API only.
///
/// It promises every invariant. Thread-safety: a value without state; all members may be called from any thread.
public struct RxCoreLibrary: LibraryUnderTest {
  public init() {}

  public let name = "RxCore"
  public let promises = Set(InvariantName.allCases)
  public let promiseNotes: [String] = []
  public let doubleSetMessages = [
    "Sink and subscription were already set", "The single-assignment disposable was already set",
  ]

  public func binding(forRow name: String) -> OperatorBinding? { Bindings.table[name] }

  public func makeHandle(_ holder: Holder) -> any SubscriptionHandle {
    switch holder {
    case .slot: SlotHandle()
    case .bag: BagHandle()
    case .serial: SerialHandle()
    case .composite: CompositeHandle()
    }
  }

  /// Counted in debug builds only.
  public func liveResources() -> Int? {
    #if DEBUG
      Resources.total
    #else
      nil
    #endif
  }
}
