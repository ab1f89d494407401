import Foundation
import RxCore

/// Does work as operations of an operation queue.
///
/// Pieces of work may overlap if the queue allows several operations at a time. It lives beside the core, which
/// does without Foundation. Thread-safety: any thread.
public final class OperationQueueScheduler: ImmediateSchedulerType {
  /// The queue that does the work.
  public let operationQueue: OperationQueue
  /// The priority of the operations.
  public let queuePriority: Operation.QueuePriority

  public init(
    operationQueue: OperationQueue, queuePriority: Operation.QueuePriority = .normal
  ) {
    self.operationQueue = operationQueue
    self.queuePriority = queuePriority
  }

  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let result = SingleAssignmentDisposable()
    let operation = BlockOperation {
      if !result.isDisposed { result.setDisposable(action(state)) }
    }
    operation.queuePriority = queuePriority
    operationQueue.addOperation(operation)
    return result
  }
}
