import Dispatch
import RxCore
import RxFuzzKit

/// RxCore as a library under test, through its public API only.
///
/// It promises every invariant. Thread-safety: a value without state; all members may be called from any thread.
public struct RxCoreLibrary: TimedLibrary {
  /// Streams cross the adapter's boundary as they are.
  public typealias Stream = Observable<Int>

  private let countsResources: Bool

  /// - Parameter countsResources: whether LEAK-1 reads `Resources.total`, which counts for the whole process; false
  ///   where other code uses RxCore in the same process meanwhile, which leaves out checks, too. Canaries in closures are counted either way.
  public init(countsResources: Bool = true) { self.countsResources = countsResources }

  public let name = "RxCore"
  public let promises = Set(InvariantName.allCases)
  public let promiseNotes: [String] = []
  #if RXCORE_INSTRUMENTED
    public let isInstrumented = true
  #else
    public let isInstrumented = false
  #endif
  /// They set hooks of the process, and wait for tasks of Swift.
  public var checks: [LibraryCheck] { countsResources ? Checks.all : [] }
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

  public func hasPrimitive(_ kind: PrimitiveKind) -> Bool { true }
  public func hasScheduler(_ kind: SchedulerKind) -> Bool { true }
  public var hasVirtualClocks: Bool { true }
  public func makePrimitive(
    _ kind: PrimitiveKind, resources: [@Sendable () -> Void]
  ) -> (any PrimitiveUnderTest)? {
    Primitives.make(kind, resources: resources)
  }

  public func makeScheduler(
    _ kind: SchedulerKind, on queue: DispatchQueue
  ) -> (@Sendable (@escaping @Sendable () -> Void) -> @Sendable () -> Void)? {
    Primitives.makeScheduler(kind, on: queue)
  }

  public func timeScheduler(_ number: Int, in iteration: Iteration) -> any SchedulerType {
    Bindings.clock(iteration, number)
  }

  public func makeVirtualClock() -> (any VirtualClockUnderTest)? { VirtualClock() }

  /// Counted in debug builds only.
  public func liveResources() -> Int? {
    #if DEBUG
      countsResources ? Resources.total : nil
    #else
      nil
    #endif
  }
}
