// What libraries decide in different ways: where events of several threads meet.

extension LibrarySemantics {
  /// How a subject notifies its observers.
  public enum SubjectDelivery: SemanticChoice {
    /// Events and newcomers stand in one queue: all observers see one order, and who finds another thread at work leaves
    /// what it brings to that thread.
    case queue
    /// Under a lock, who observes now is noted; they are notified with the lock free, in no order. A newcomer receives what is
    /// remembered at once. Several producers are not kept apart: the subject is driven by one at a time.
    case snapshot
    /// All are notified under a recursive lock; who sends something from inside a callback is served at once.
    case underLock
    /// Elements wait for a lock under which all are notified; an end is left to whoever holds it, and what waits behind it is
    /// dropped. Observers send no elements from inside a callback. Who comes after the end is sent that it is interrupted.
    case elementsUnderLock

    public static let subject = "subjects"
    public var words: String {
      switch self {
      case .queue: "one queue puts events and newcomers in one order"
      case .snapshot: "who observes at that moment is notified with no lock held, in no order"
      case .underLock: "observers are notified under a recursive lock"
      case .elementsUnderLock:
        "elements wait for a lock, an end is left to its holder, who comes later is interrupted"
      }
    }
    public var seenIn: String {
      switch self {
      case .queue: "the core of this repository"
      case .snapshot:
        "RxSwift (PublishSubject.on, Bag dispatch; Documentation/GettingStarted.md, Observables are serial), "
          + "OpenCombine and Combine (PassthroughSubject.send)"
      case .underLock: "ReactiveSwift (MutableProperty, PropertyStorage's lock; Property.swift)"
      case .elementsUnderLock:
        "ReactiveSwift (Signal.Core.send, tryToCommitTermination and observe; Signal.swift)"
      }
    }
  }

  /// How events meet that several threads bring to one operator.
  public enum Meeting: SemanticChoice {
    /// Who finds another thread at work there leaves its event in a queue and goes on; so does who is at work itself.
    case queue
    /// Who finds another thread at work waits; who is at work itself is served at once, inside what it was doing.
    case recursiveLock
    /// Either of the two, as it turns out: for operators that hand events over in one version and lock in another.
    case queueOrLock
    /// An element waits while another thread is at work; an end is left to whoever is at work, and does not wait.
    case elementsWait

    public static let subject = "sources that meet"
    public var words: String {
      switch self {
      case .queue: "an event waits in a queue for whoever is at work"
      case .recursiveLock: "a thread waits for a recursive lock, and nests its own events"
      case .queueOrLock: "a thread leaves its event to whoever is at work, or waits for a lock"
      case .elementsWait: "an element waits for a lock, an end is left to its holder"
      }
    }
    public var seenIn: String {
      switch self {
      case .queue:
        "the core of this repository; RxSwift's zip and combineLatest of a collection (AsyncLock.swift)"
      case .queueOrLock: "RxSwift (Zip+Collection.swift: a lock up to 6.9, AsyncLock after it)"
      case .recursiveLock:
        "RxSwift (SynchronizedOnType, merge's forwardLock), OpenCombine (downstreamLock)"
      case .elementsWait:
        "ReactiveSwift (Signal.Core.send and tryToCommitTermination; Signal.swift)"
      }
    }
  }

  /// What `dispose` promises about what comes after it. Two rules: DISP-4 and DISP-8.
  public enum DisposalPromise: SemanticChoice {
    /// Nothing that was emitted after it returned is delivered, and at most one event that was in flight.
    case oneInFlight
    /// Nothing that was emitted after it returned is delivered.
    case nothingEmittedLater
    /// The source stops, though not at once.
    case soon

    public static let subject = "dispose"
    public var words: String {
      switch self {
      case .oneInFlight: "nothing emitted after it, and at most one event of those in flight"
      case .nothingEmittedLater: "nothing emitted after it"
      case .soon: "the source stops soon"
      }
    }
    public var seenIn: String {
      switch self {
      case .oneInFlight: "the core of this repository"
      case .nothingEmittedLater: "RxSwift (Documentation/GettingStarted.md, Disposing)"
      case .soon: "Combine and OpenCombine (Subscription, Cancellable.cancel)"
      }
    }
    /// The rules that are given up.
    var waived: [String] {
      switch self {
      case .oneInFlight: []
      case .nothingEmittedLater: ["DISP-8"]
      case .soon: ["DISP-4", "DISP-8"]
      }
    }
  }

  /// When `flatMapLatest` and `switchLatest` begin the next sequence.
  public enum Replacement: SemanticChoice {
    case inTurn
    /// With no lock taken: only what the sequences send waits for whoever is sending.
    case atOnce

    public static let subject = "flatMapLatest, switchLatest"
    public var words: String {
      self == .inTurn
        ? "the next sequence begins in its turn" : "the next sequence begins whoever is sending"
    }
    public var seenIn: String {
      self == .inTurn
        ? "the core of this repository, RxSwift (Switch.swift)"
        : "OpenCombine (Publishers.SwitchToLatest.swift, downstreamLock)"
    }
  }

  /// Whether the connections of a shared sequence follow one another.
  public enum ConnectionTurns: SemanticChoice {
    case oneAtATime
    /// The last subscriber's leaving gives the connection up under a lock and closes it with no lock held: who comes
    /// in between has opened the next one by then.
    case nextOpensWhileOneCloses

    public static let subject = "connections"
    public var words: String {
      self == .oneAtATime
        ? "one is closed before the next one is opened"
        : "the next one may be opened while one is being closed"
    }
    public var seenIn: String {
      self == .oneAtATime
        ? "the core of this repository"
        : "RxSwift (ShareReplayScope.swift and Multicast.swift, synchronizedUnsubscribe), OpenCombine (Publishers.Autoconnect.swift)"
    }
  }
}
