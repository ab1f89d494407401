/// A library under test that can also be written about: a scenario becomes a Swift test against its public API.
///
/// Thread-safety: as `LibraryUnderTest`.
public protocol PhrasedLibrary: LibraryUnderTest {
  /// The library's own words for everything that a scenario can say.
  var phrasebook: Phrasebook { get }
}

/// Source texts in one library's public API, from which `TestEmitter` puts a test together.
///
/// Inside a test, `log` is the round's `RaceLog`, a feed is a constant named by its letter, `x` and `y` are
/// schedulers, and every stream is an expression of one type. Thread-safety: a value without state.
public struct Phrasebook: Sendable {
  /// A row's expression, from its parameters and its inputs' expressions.
  public typealias Phrase = @Sendable (_ parameters: [Int], _ inputs: [String]) -> String

  /// Marks an expression of a closure that the library is given: what the scenario does in that call is done before.
  public static func closure(_ expression: String) -> String {
    "\(closureStart)\(expression)\(closureEnd)"
  }

  // No text of a program holds them.
  static let closureStart = "\u{1}"
  static let closureEnd = "\u{2}"

  /// How one kind of holder is written, from the name of the constant that is the holder.
  public struct HolderPhrase: Sendable {
    /// For example `SingleAssignmentDisposable()`.
    public let make: String
    public let keep: @Sendable (_ holder: String, _ subscription: String) -> String
    public let dispose: @Sendable (_ holder: String) -> String

    public init(
      make: String, keep: @escaping @Sendable (String, String) -> String,
      dispose: @escaping @Sendable (String) -> String
    ) {
      self.make = make
      self.keep = keep
      self.dispose = dispose
    }
  }

  /// What an observer does, each as statements. In that of elements, the element is called `element`.
  public struct ObserverPhrase: Sendable {
    public let onNext: String
    public let onError: String
    public let onCompleted: String
    /// Where the library reports that a subscription has ended, however it did.
    public let onDisposed: String
  }

  /// How the script sends events through a feed, from its name; each is a statement.
  public struct EmissionPhrase: Sendable {
    public let next: @Sendable (_ feed: String, _ payload: Int) -> String
    /// Given the error's expression, too.
    public let error: @Sendable (_ feed: String, _ error: String) -> String
    public let completed: @Sendable (_ feed: String) -> String

    public init(
      next: @escaping @Sendable (String, Int) -> String,
      error: @escaping @Sendable (String, String) -> String,
      completed: @escaping @Sendable (String) -> String
    ) {
      self.next = next
      self.error = error
      self.completed = completed
    }
  }

  /// How a virtual clock is written.
  public struct VirtualClockPhrase: Sendable {
    /// A scheduler, for example `HistoricalScheduler()`.
    public let make: String
    public let advance: @Sendable (_ clock: String, _ milliseconds: Int) -> String

    public init(make: String, advance: @escaping @Sendable (String, Int) -> String) {
      self.make = make
      self.advance = advance
    }
  }

  /// Modules to import, beside the toolchain's own.
  public var modules: [String]
  /// The type of every stream, for example `Observable<Int>`.
  public var streamType: String
  /// A scheduler for a `DispatchQueue` that the expression is given.
  public var scheduler: @Sendable (_ queue: String) -> String
  /// A virtual clock, and a statement that advances it; nil where the library has none.
  public var virtualClock: VirtualClockPhrase?
  /// The constant of a feed: a row's phrase gives what it is, and this what a stream of it is.
  public var feeds: [String: Phrase]
  /// How events are sent, as RxSwift's subjects have it unless it is set.
  public var emission = EmissionPhrase(
    next: { "\($0).onNext(\($1))" }, error: { "\($0).onError(\($1))" },
    completed: { "\($0).onCompleted()" })
  /// Whether its modules say nothing about what may cross threads.
  public var predatesConcurrency = false
  /// One phrase for each row that the library has; an empty text where it has none for these parameters; a row of `feeds` is given its letter as its input.
  public var rows: [String: Phrase]
  /// Subscribes to a stream: an expression that yields what a holder keeps.
  public var subscription: @Sendable (_ stream: String, _ observer: ObserverPhrase) -> String
  public var holder: @Sendable (Holder) -> HolderPhrase
  /// Private declarations that the phrases rely on, the same in every file. A source that the test drives calls `linger`
  /// of the log between listening and returning. A `Feed` has the methods of the library's subjects that `emission` calls,
  /// and `forget`, after which it holds nobody.
  public var declarations: String

  public init(
    modules: [String], streamType: String, scheduler: @escaping @Sendable (String) -> String,
    virtualClock: VirtualClockPhrase? = nil, feeds: [String: Phrase], rows: [String: Phrase],
    subscription: @escaping @Sendable (String, ObserverPhrase) -> String,
    holder: @escaping @Sendable (Holder) -> HolderPhrase, declarations: String
  ) {
    self.modules = modules
    self.streamType = streamType
    self.scheduler = scheduler
    self.virtualClock = virtualClock
    self.feeds = feeds
    self.rows = rows
    self.subscription = subscription
    self.holder = holder
    self.declarations = declarations
  }
}
