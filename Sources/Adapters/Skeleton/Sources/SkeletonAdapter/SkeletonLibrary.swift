import RxFuzzKit

/// The library of this package as one under test.
public struct SkeletonLibrary: LibraryUnderTest {
  public init() {}

  public let name = "Skeleton"

  /// Everything, but that no callback nests: sources meet under a recursive lock.
  public let promises = Set(InvariantName.allCases).subtracting([.reent1])
  public let promiseNotes = ["REENT-1: an event sent from inside a callback nests"]

  /// What libraries lawfully do in different ways; RxCore's way where nothing is said.
  public let semantics: LibrarySemantics = {
    var semantics = LibrarySemantics()
    semantics.meeting = .recursiveLock
    return semantics
  }()

  public func binding(forRow name: String) -> OperatorBinding? { Bindings.table[name] }
  public func makeHandle(_ holder: Holder) -> any SubscriptionHandle { LifeHandle() }
  public func liveResources() -> Int? { nil }
}
