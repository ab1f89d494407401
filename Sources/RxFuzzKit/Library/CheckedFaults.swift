/// What was expected and did not come true, of which the first counts. Thread-safety: any thread.
public final class CheckedFaults: Sendable {
  private let found = CheckedState<LibraryCheckFault?>(nil)

  /// Nothing is wrong yet.
  public init() {}

  /// The first one; nil where all came true.
  public var first: LibraryCheckFault? { found.withLock { $0 } }

  /// Notes a fault of that rule unless it is true.
  public func expect(_ isTrue: Bool, _ invariant: InvariantName, _ message: String) {
    if !isTrue { add(LibraryCheckFault(invariant, message)) }
  }

  /// What was found wrong, if anything was.
  public func add(_ fault: LibraryCheckFault?) { found.withLock { if $0 == nil { $0 = fault } } }
}

/// Lets what is left to no chance, and takes long, be done once in a process. Thread-safety: any thread.
public enum CheckedTurns {
  private static let taken = CheckedState<Set<String>>([])

  /// Whether it is the first time for that name.
  public static func take(_ name: String) -> Bool { taken.withLock { $0.insert(name).inserted } }
}
