/// Disposes what it holds when its last reference goes away.
///
/// Whoever inserts has a reference, so that nothing is inserted too late. Nothing is disposed under the lock.
/// Thread-safety: any thread.
public final class DisposeBag: @unchecked Sendable {
  // Safety: `disposables` is guarded by `lock`; `deinit` has the only reference.
  private let lock = Lock()
  private var disposables: [any Disposable] = []

  /// An empty bag.
  public init() { Resources.increment() }

  /// A bag that holds `disposables`.
  public convenience init(disposing disposables: any Disposable...) {
    self.init(disposing: disposables)
  }

  /// A bag that holds `disposables`.
  public init(disposing disposables: [any Disposable]) {
    Resources.increment()
    self.disposables = disposables
  }

  /// A bag that holds what the closure lists, one disposable a line.
  public convenience init(@DisposableBuilder builder: () -> [any Disposable]) {
    self.init(disposing: builder())
  }

  deinit {
    for disposable in disposables { disposable.dispose() }
    Resources.decrement()
  }

  /// Adds a disposable.
  public func insert(_ disposable: any Disposable) { insert([disposable]) }

  /// Adds disposables.
  public func insert(_ disposables: any Disposable...) { insert(disposables) }

  /// Adds disposables.
  public func insert(_ disposables: [any Disposable]) {
    lock.withLock { self.disposables += disposables }
  }

  /// Adds what the closure lists, one disposable a line.
  public func insert(@DisposableBuilder builder: () -> [any Disposable]) { insert(builder()) }

  /// Makes a list of the disposables that stand in a closure.
  @resultBuilder
  public struct DisposableBuilder {
    /// The list of what stands in the closure.
    public static func buildBlock(_ disposables: any Disposable...) -> [any Disposable] {
      disposables
    }
  }
}

extension Disposable {
  /// Adds this to `bag`, which disposes it when the bag's last reference goes away.
  public func disposed(by bag: DisposeBag) { bag.insert(self) }
}
