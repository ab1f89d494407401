/// What stands for a failure while it is made smaller: a scenario, or a script of a primitive.
protocol Shrinkable: Hashable, Sendable {
  /// What is raced. Two drafts of one subject are tried once.
  associatedtype Subject: Hashable, Sendable

  var subject: Subject { get }
  /// The same without what an edit left without meaning.
  func repaired() -> Self
  /// Whether the library can race it, and rules allow it.
  func isFit(for library: any LibraryUnderTest) -> Bool
  static func size(of subject: Subject) -> ShrinkSize
  /// The passes that make it smaller, in their order.
  static func passes(for library: any LibraryUnderTest) -> [any ShrinkPass<Self>]
}

/// A draft that is a list of steps for each of some queues, and perhaps for others than queues.
protocol QueuedDraft: Shrinkable {
  associatedtype Step
  var queues: [[Step]] { get set }
  /// Every list of steps: first those of queues, then all others.
  var lists: [[Step]] { get set }
}

/// A failure with what shows it.
protocol ShrinkableFailure: Sendable {
  associatedtype Draft: Shrinkable

  var invariant: InvariantName { get }
  var fingerprint: FindingFingerprint { get }
  var subject: Draft.Subject { get }
  /// How explore repeats it exactly, where it can.
  var schedule: String? { get }
  /// Races of its trial until it was seen.
  var races: UInt64 { get }
  /// What people call its size by.
  static var sizeUnit: String { get }
  /// Whether it can be run under control, too.
  static var isExplorable: Bool { get }
  /// What a person is shown as being shrunk.
  /// - Parameter ordinal: its place among the findings of the run, from 1.
  func title(ordinal: Int) -> String
  /// What its subject is shrunk from.
  func draft(for library: any LibraryUnderTest) -> Draft
  /// Becomes what was seen of that subject, in its own place in the run.
  mutating func adopt(_ seen: Self, of subject: Draft.Subject)
}
