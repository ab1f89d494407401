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
  /// Releases its one resource when it is disposed.
  case anonymous
  /// Releases two resources when it is disposed.
  case pair
  /// Releases three resources when it is disposed.
  case triple
  /// Holds the latest resource that it was given, and says which: a subject with a value.
  case latest
  /// The same without an end: a relay with a value.
  case relay
  /// Lends to observers, and says whether it has any: a subject.
  case subject
  /// The same of a subject that sends newcomers what it remembers.
  case replaySubject
  /// The same of a subject that emits its last element.
  case asyncSubject
  /// As a bag, made with one resource, and given more by its builder.
  case builtBag

  /// Kinds of one family are alike, and share the time of one.
  var family: String {
    switch self {
    case .boolean, .singleAssignment, .serial, .composite, .refCount, .scheduled: rawValue
    case .bag, .builtBag: "bag"
    case .anonymous, .pair, .triple: "fixed"
    case .latest, .relay: "latest"
    case .subject, .replaySubject, .asyncSubject: "subject"
    }
  }

  /// How many resources it has from the start, numbered from 0.
  public var resourcesAtStart: Int {
    switch self {
    case .boolean, .singleAssignment, .serial, .composite, .bag, .subject, .replaySubject,
      .asyncSubject:
      0
    case .refCount, .scheduled, .anonymous, .latest, .relay, .builtBag:
      1
    case .pair: 2
    case .triple: 3
    }
  }

  /// Whether it can be given resources, and more than one.
  var takesResources: Bool {
    switch self {
    case .serial, .composite, .bag, .builtBag, .latest, .relay:
      true
    case .boolean, .singleAssignment, .refCount, .scheduled, .anonymous, .pair, .triple, .subject,
      .replaySubject, .asyncSubject:
      false
    }
  }
  /// Whether it says that it is disposed; a subject says whether it has observers instead.
  var canBeAsked: Bool {
    switch self {
    case .bag, .builtBag, .scheduled, .relay:
      false
    case .boolean, .singleAssignment, .serial, .composite, .refCount, .anonymous, .pair, .triple,
      .latest, .subject, .replaySubject, .asyncSubject:
      true
    }
  }
  /// Whether resources that it is given are released inside calls of its own, where it may be asked whether it is
  /// disposed.
  var releasesInCalls: Bool { self == .singleAssignment || self == .serial || self == .composite }
  /// Whether it says which resource it holds.
  var showsResource: Bool { self == .latest || self == .relay }
  var lends: Bool { self == .refCount || isSubject }
  var isSubject: Bool { self == .subject || self == .replaySubject || self == .asyncSubject }
  /// The same, and what the primitive says then, where it says anything.
  func looking(after operations: [DisposableOperation]) -> [DisposableOperation] {
    let looks: [DisposableOperation] = (canBeAsked ? [.ask] : []) + (showsResource ? [.look] : [])
    return operations + looks.filter { $0 != operations.last }
  }
  /// A relay has no end.
  var canBeDisposed: Bool { self != .relay }
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
  /// Looks which resource it holds.
  case look
  /// Borrows.
  case borrow(Int)
  /// Gives back what was borrowed under that number, if it was borrowed by then.
  case giveBack(Int)
}

extension DisposableOperation {
  /// The same with another resource or loan.
  var numberedTwo: DisposableOperation {
    switch self {
    case .hold: .hold(2)
    case .remove: .remove(2)
    case .borrow: .borrow(2)
    case .giveBack: .giveBack(2)
    case .dispose, .ask, .look: self
    }
  }
}

extension DisposableOperation: CustomStringConvertible {
  /// For example `hold 2`.
  public var description: String {
    switch self {
    case .hold(let resource): "hold \(resource)"
    case .remove(let resource): "remove \(resource)"
    case .dispose: "dispose"
    case .ask: "ask"
    case .look: "look"
    case .borrow(let loan): "borrow \(loan)"
    case .giveBack(let loan): "give back \(loan)"
    }
  }
}
