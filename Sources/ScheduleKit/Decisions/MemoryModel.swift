import CScheduleRuntime

/// What values an atomic load may take, and when others see a store. The raw values stand in replay strings and never change.
///
/// Plain accesses are not weakened: where they are not ordered they race, which is an incident of its own.
public enum MemoryModel: UInt64, Hashable, Sendable, CaseIterable {
  /// A load takes the last value that was stored.
  case sequential = 0
  /// Total store order, as on x86-64: a store stays in a buffer of its thread's own until something empties it.
  case totalStoreOrder = 1
  /// What C++ and Swift allow of atomic operations of each ordering, but for loads that see stores which come after them.
  case relaxed = 2

  /// As on the command line and in reports: `sc`, `tso` or `relaxed`.
  public var name: String {
    switch self {
    case .sequential: "sc"
    case .totalStoreOrder: "tso"
    case .relaxed: "relaxed"
    }
  }

  /// The model of that name.
  public init?(named name: some StringProtocol) {
    guard let model = Self.allCases.first(where: { $0.name == name }) else { return nil }
    self = model
  }

  /// What the runtime calls it.
  var runtimeValue: UInt32 {
    switch self {
    case .sequential: CSR_MEMORY_SC.rawValue
    case .totalStoreOrder: CSR_MEMORY_TSO.rawValue
    case .relaxed: CSR_MEMORY_RELAXED.rawValue
    }
  }
}
