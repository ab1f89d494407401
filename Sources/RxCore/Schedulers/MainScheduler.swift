import Dispatch

/// Does work on the main queue; at once, if it is scheduled there and nothing else waits.
///
/// Thread-safety: any thread.
public final class MainScheduler: SerialDispatchQueueScheduler, @unchecked Sendable {
  /// The one that does work at once where it can.
  public static let instance = MainScheduler()
  /// The one that always waits for the main queue.
  public static let asyncInstance = SerialDispatchQueueScheduler(serialQueue: .main)

  // Safety: the counter is safe by itself.
  private let waiting = AtomicCounter()

  init() { super.init(serialQueue: .main) }

  /// Traps unless it runs on the main queue, with `errorMessage` if there is one.
  public static func ensureExecutingOnScheduler(
    errorMessage: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    if !MainQueue.isCurrent {
      Violation.notOnMainQueue.trap(saying: errorMessage, file: file, line: line)
    }
  }

  /// The same; RxSwift's other name for it.
  public static func ensureRunningOnMainThread(
    errorMessage: String? = nil, file: StaticString = #fileID, line: UInt = #line
  ) {
    ensureExecutingOnScheduler(errorMessage: errorMessage, file: file, line: line)
  }

  override public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let ahead = waiting.increment()
    // What is done at once must not overtake what waits.
    if MainQueue.isCurrent, ahead == 0 {
      let result = action(state)
      waiting.decrementReachesZero()
      return result
    }
    let result = SingleAssignmentDisposable()
    DispatchQueue.main.async {
      if !result.isDisposed { result.setDisposable(action(state)) }
      self.waiting.decrementReachesZero()
    }
    return result
  }
}
