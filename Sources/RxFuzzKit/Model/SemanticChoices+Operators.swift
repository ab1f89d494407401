// What libraries decide in different ways: single operators.

extension LibrarySemantics {
  /// When `take` ends.
  public enum TakeEnd: SemanticChoice {
    case withLastElement, withElementAfter

    public static let subject = "take"
    public var words: String {
      self == .withLastElement
        ? "completes with its last element" : "completes when the element after its last one comes"
    }
    public var seenIn: String {
      self == .withLastElement
        ? "the core of this repository, RxSwift (Take.swift)"
        : "OpenCombine (Publishers.Output.swift)"
    }
  }

  /// How `amb` treats more than two inputs.
  public enum AmbInputs: SemanticChoice {
    case together, nestedPairs

    public static let subject = "amb"
    public var words: String {
      self == .together
        ? "all inputs compete at once" : "of several inputs, each competes with those before it"
    }
    public var seenIn: String {
      self == .together ? "the core of this repository" : "RxSwift (Amb.swift, reduce)"
    }
  }

  /// What `skip(until:)` does when its source completes before the trigger.
  public enum SkipUntilEnd: SemanticChoice {
    case completes, staysSilent

    public static let subject = "skipUntil"
    public var words: String {
      self == .completes
        ? "completes when its source does"
        : "says nothing when its source completes before the trigger"
    }
    public var seenIn: String {
      self == .completes ? "the core of this repository" : "RxSwift (SkipUntil.swift)"
    }
  }

  /// What `sample` does when its source completes after the sampler.
  public enum SampleEnd: SemanticChoice {
    case completes, staysSilent

    public static let subject = "sample"
    public var words: String {
      self == .completes
        ? "completes when both inputs have"
        : "says nothing when its source completes after the sampler"
    }
    public var seenIn: String {
      self == .completes ? "the core of this repository" : "RxSwift (Sample.swift)"
    }
  }

  /// What `retry(when:)` does when what its handler returns completes.
  public enum RetryWhenEnd: SemanticChoice {
    case atNextError, atOnce

    public static let subject = "retryWhen"
    public var words: String {
      self == .atNextError
        ? "completes at the next error" : "completes as soon as what the handler returned does"
    }
    public var seenIn: String {
      self == .atNextError ? "the core of this repository" : "RxSwift (RetryWhen.swift)"
    }
  }

  /// How the sources of `zip` and `combineLatest` of a collection meet.
  public enum CollectionMeeting: SemanticChoice {
    case asEverywhere, handOver

    public static let subject = "zip, combineLatest of a collection"
    public var words: String {
      self == .asEverywhere
        ? "sources meet there as everywhere"
        : "a thread may leave its event to whoever is at work there"
    }
    public var seenIn: String {
      self == .asEverywhere
        ? "the core of this repository"
        : "RxSwift (Zip+Collection.swift, CombineLatest+Collection.swift, AsyncLock.swift)"
    }
  }

  /// Who goes on when one of several sequences has ended that follow one another.
  public enum SuccessionTurns: SemanticChoice {
    case whoeverEnds, handOver

    public static let subject = "concat, catch of a sequence, retry"
    public var words: String {
      self == .whoeverEnds
        ? "the thread that ends a sequence ends the whole with the last one"
        : "the last end, too, may be left to the thread that is still subscribing there"
    }
    public var seenIn: String {
      self == .whoeverEnds
        ? "the core of this repository"
        : "RxSwift (TailRecursiveSink.swift, AsyncLock.swift)"
    }
  }

  /// What operators of several inputs do with the others at the event that ends them.
  public enum InputsAtEnd: SemanticChoice {
    /// They are released when the end has been delivered.
    case releasedAfterTheEnd
    /// They are released one by one before the end is delivered; what had left them by then may come in between.
    case releasedFirst

    public static let subject = "merge, takeUntil, flatMap at an error"
    public var words: String {
      self == .releasedAfterTheEnd
        ? "release the other inputs after sending their end"
        : "release the other inputs one by one before sending their end"
    }
    public var seenIn: String {
      self == .releasedAfterTheEnd
        ? "the core of this repository, RxSwift"
        : "OpenCombine (FlatMap.swift, PrefixUntilOutput.swift)"
    }
  }

  /// Whether the clock of `timeout` and the events of its source are put in a row.
  public enum TimeoutTurns: SemanticChoice {
    case inTurn, unordered

    public static let subject = "timeout"
    public var words: String {
      self == .inTurn
        ? "its clock waits for its turn"
        : "its clock is decided against, but does not wait for, what is being sent"
    }
    public var seenIn: String {
      self == .inTurn ? "the core of this repository" : "RxSwift (Timeout.swift)"
    }
  }

  /// What an error does that overtakes elements which a `delay` holds.
  public enum DelayedErrors: SemanticChoice {
    case atOnce, byTheClock

    public static let subject = "delay"
    public var words: String {
      self == .atOnce
        ? "an error waits for its turn like any event"
        : "an error comes at once, or is left to the clock that is sending an element"
    }
    public var seenIn: String {
      self == .atOnce ? "the core of this repository" : "RxSwift (Delay.swift)"
    }
  }
}
