import RxFuzzKit

extension ReactiveSwiftLibrary: PhrasedLibrary {
  public var phrasebook: Phrasebook { Phrases.book }
}

/// What the bindings do, as a user of ReactiveSwift would write it.
///
/// Rows that the adapter binds and that have no phrase are `debug`, `retryLater`, `lazyMap`, and the forms `startWithSignal`
/// and `action` of `signalOp`; `emit` names them.
enum Phrases {
  static let book: Phrasebook = {
    var book = Phrasebook(
      modules: ["ReactiveSwift"], streamType: "SignalProducer<Int, RaceError>",
      scheduler: { "QueueScheduler(qos: .default, name: \"race\", targeting: \($0))" },
      feeds: feeds,
      rows: [sources, transforming, filtering, combining, inner, timed, throwing, forms]
        .reduce(into: [:]) { table, group in table.merge(group) { first, _ in first } },
      subscription: { stream, observer in
        """
        \(stream).start(
          Signal<Int, RaceError>.Observer(
            value: { element in \(observer.onNext) },
            failed: { _ in \(observer.onError) },
            completed: { \(observer.onCompleted) }))
        """
      },
      holder: holder, declarations: declarations)
    book.predatesConcurrency = true
    book.emission = Phrasebook.EmissionPhrase(
      next: { "\($0).send(value: \($1))" }, error: { "\($0).send(error: \($1))" },
      completed: { "\($0).sendCompleted()" })
    return book
  }()

  private static let feeds: [String: Phrasebook.Phrase] = [
    "feed": { _, _ in "Feed(log)" },
    "subject": { _, _ in "Pipe()" },
    "behaviorRelay": { parameters, _ in "Property(\(parameters[1]))" },
  ]

  @Sendable private static func holder(_ holder: Holder) -> Phrasebook.HolderPhrase {
    switch holder {
    case .slot, .serial:
      Phrasebook.HolderPhrase(
        make: "SerialDisposable()", keep: { "\($0).inner = \($1)" }, dispose: { "\($0).dispose()" })
    case .composite:
      Phrasebook.HolderPhrase(
        make: "CompositeDisposable([AnyDisposable()])", keep: { "\($0).add(\($1))" },
        dispose: { "\($0).dispose()" })
    case .bag:
      Phrasebook.HolderPhrase(
        make: "Owner()", keep: { "\($0).keep(\($1))" }, dispose: { "\($0).drop()" })
    }
  }

  /// A test of an element, as a closure that the library is given.
  static func test(_ predicate: Int) -> String {
    switch predicate {
    case 0: "{ _ in \(inside("true")) }"
    case 1: "{ _ in \(inside("false")) }"
    case 2: "{ \(inside("$0 % 2 == 0")) }"
    default: "{ \(inside("$0 % 2 != 0")) }"
    }
  }

  /// The contrary, in the same form.
  static func contrary(_ predicate: Int) -> String { test(predicate ^ 1) }

  /// An expression of a closure that the library is given.
  static func inside(_ expression: String) -> String { Phrasebook.closure(expression) }
  /// The scheduler of that number.
  static func scheduler(_ parameter: Int) -> String { Letters.schedulerQueue(parameter) }
  /// An array literal of streams.
  static func list(_ inputs: [String]) -> String { "[\(inputs.joined(separator: ", "))]" }
  /// A stream that is silent where it would fail.
  static func unfailing(_ input: String) -> String {
    "\(input).flatMapError { _ in SignalProducer<Int, Never>.never }"
  }
  /// A stream that cannot fail, as one that may.
  static func failing(_ stream: String) -> String { "\(stream).promoteError(RaceError.self)" }
  /// Mixes two elements, so that their order shows; the library calls it.
  static let mix = "{ \(inside("$0 &* 31 &+ $1")) }"
  /// The same where the test itself calls it.
  static let plainMix = "{ $0 &* 31 &+ $1 }"
  /// A span of time in seconds, and the scheduler of that number.
  static func span(_ parameters: [Int]) -> String {
    "\(Double(parameters[0]) / 1000), on: \(scheduler(parameters[1]))"
  }

  private static let declarations = """
    /// A cold producer that the script drives: sends events to all who have started it so far.
    private final class Feed: @unchecked Sendable {
      // Safety: `observers` is guarded by `lock`.
      private let lock = NSLock()
      private var observers: [Signal<Int, RaceError>.Observer] = []
      private let log: RaceLog

      init(_ log: RaceLog) { self.log = log }

      var producer: SignalProducer<Int, RaceError> {
        SignalProducer { [self, log] observer, lifetime in
          let resource = log.acquire()
          lock.withLock { observers.append(observer) }
          log.linger()
          lifetime.observeEnded { log.release(resource) }
        }
      }

      func send(value: Int) { for one in all { one.send(value: value) } }
      func send(error: RaceError) { for one in all { one.send(error: error) } }
      func sendCompleted() { for one in all { one.sendCompleted() } }
      func forget() { lock.withLock { observers = [] } }
      private var all: [Signal<Int, RaceError>.Observer] { lock.withLock { observers } }
    }

    /// A signal that the script drives.
    private final class Pipe: @unchecked Sendable {
      // Safety: both never change; the signal guards itself, which is what is tested.
      private let signal: Signal<Int, RaceError>
      private let observer: Signal<Int, RaceError>.Observer

      init() { (signal, observer) = Signal<Int, RaceError>.pipe() }

      var producer: SignalProducer<Int, RaceError> { SignalProducer(signal) }
      func send(value: Int) { observer.send(value: value) }
      func send(error: RaceError) { observer.send(error: error) }
      func sendCompleted() { observer.sendCompleted() }
    }

    /// A property that the script sets, and which has no end.
    private final class Property: @unchecked Sendable {
      // Safety: it never changes; the property guards its value, which is what is tested.
      private let property: MutableProperty<Int>

      init(_ element: Int) { property = MutableProperty(element) }

      var producer: SignalProducer<Int, RaceError> {
        property.producer.promoteError(RaceError.self)
      }
      func send(value: Int) { property.value = value }
      func send(error: RaceError) {}
      func sendCompleted() {}
    }

    /// The element, or an error where the test says so.
    private func check(_ element: Int, _ fails: (Int) -> Bool) -> Result<Int, RaceError> {
      fails(element) ? .failure(RaceError()) : .success(element)
    }

    /// A lifetime that ends when the last reference to its token goes.
    private final class Owner: @unchecked Sendable {
      // Safety: `lock` guards `token`; `lifetime` never changes.
      private let lock = NSLock()
      private let lifetime: Lifetime
      private var token: Lifetime.Token?

      init() {
        let (lifetime, token) = Lifetime.make()
        (self.lifetime, self.token) = (lifetime, token)
      }

      func keep(_ disposable: any Disposable) { lifetime.observeEnded(disposable.dispose) }

      func drop() {
        // The reference goes out of scope with the lock free.
        _ = lock.withLock { () -> Lifetime.Token? in
          defer { token = nil }
          return token
        }
      }
    }
    """
}
