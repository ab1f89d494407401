import Synchronization

/// Counts what one run of a check opens and closes. Thread-safety: any thread.
public final class CheckedLives: Sendable {
  // Relaxed: only numbers, which whoever waits for them reads again and again.
  private let opened = Atomic<Int>(0)
  private let closed = Atomic<Int>(0)

  /// Nothing is open.
  public init() {}

  /// Counts one that begins.
  public func open() { opened.wrappingAdd(1, ordering: .relaxed) }
  /// Counts one that ends.
  public func close() { closed.wrappingAdd(1, ordering: .relaxed) }
  /// Both numbers, for a finding.
  public var words: String {
    "\(opened.load(ordering: .relaxed)) opened, \(closed.load(ordering: .relaxed)) closed"
  }
  /// How many were ever opened.
  public var opens: Int { opened.load(ordering: .relaxed) }
  /// What is open.
  public var count: Int { opened.load(ordering: .relaxed) - closed.load(ordering: .relaxed) }
  /// Whether as many were closed as opened.
  public var areOver: Bool { opened.load(ordering: .relaxed) == closed.load(ordering: .relaxed) }
}

/// Counted as long as anybody holds it. Thread-safety: any thread.
public final class CheckedLife: Sendable {
  private let lives: CheckedLives
  private let goodbye: (@Sendable () -> Void)?

  /// - Parameters:
  ///   - lives: counts it.
  ///   - goodbye: what its last holder has to do when letting it go.
  public init(_ lives: CheckedLives, goodbye: (@Sendable () -> Void)? = nil) {
    self.lives = lives
    self.goodbye = goodbye
    lives.open()
  }

  deinit {
    goodbye?()
    lives.close()
  }

  /// A closure that holds a new one.
  public static func held(
    by lives: CheckedLives, _ act: @escaping @Sendable () -> Void = {}
  ) -> @Sendable () -> Void {
    let life = CheckedLife(lives)
    return { withExtendedLifetime(life) { act() } }
  }
}
