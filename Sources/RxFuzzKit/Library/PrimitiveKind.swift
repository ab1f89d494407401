/// The disposal primitives that a library may have, each with the sequential meaning of what can be done to it.
public enum PrimitiveKind: String, Hashable, Sendable, CaseIterable {
  /// Only says whether it is disposed.
  case boolean
  /// Holds one resource, set at most once.
  case singleAssignment
  /// Holds one resource; a new one takes the place of the old, which is released.
  case serial
  /// Holds any number of resources; one of them can be taken out, and is released.
  case composite
  /// Holds any number of resources until its last reference is dropped.
  case bag
  /// Releases its one resource when it was disposed and so was everything that it lent.
  case refCount
  /// Releases its one resource on a scheduler's queue.
  case scheduled

  /// Whether it has its one resource, number 0, from the start.
  var startsHolding: Bool { self == .refCount || self == .scheduled }
}

/// Something that is done to a primitive. Resources are numbered; those that a script hands over count from 1.
public enum DisposableOperation: Hashable, Sendable {
  /// Hands a resource over.
  case hold(Int)
  /// Takes a resource out, which releases it.
  case remove(Int)
  case dispose
  /// Asks whether it is disposed.
  case ask
  /// Borrows.
  case borrow(Int)
  /// Gives back what was borrowed under that number, if it was borrowed by then.
  case giveBack(Int)
}

extension DisposableOperation: CustomStringConvertible {
  /// For example `hold 2`.
  public var description: String {
    switch self {
    case .hold(let resource): "hold \(resource)"
    case .remove(let resource): "remove \(resource)"
    case .dispose: "dispose"
    case .ask: "ask"
    case .borrow(let loan): "borrow \(loan)"
    case .giveBack(let loan): "give back \(loan)"
    }
  }
}
