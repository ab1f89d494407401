extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// An observable that iterates this sequence in a task of its own for each subscription.
  /// ```
  /// sequence      --1--2--3--end
  /// asObservable  --1--2--3--|
  /// ```
  /// Events are sent on that task. What the iteration throws becomes the error. Disposing cancels the task. Without
  /// `priority` the task has that of the subscriber's. It runs on `executor`, where there is one.
  ///
  /// Under a race of disposal with an element or the end, at most the one that is on its way is still sent;
  /// what the cancelled iteration does after that is not.
  public func asObservable(
    priority: TaskPriority? = nil, executor: (any TaskExecutor)? = nil
  ) -> Observable<Element> {
    Observable.create { observer in
      let task = Task(executorPreference: executor, priority: priority) {
        do {
          for try await element in self {
            if Task.isCancelled { return }
            observer.onNext(element)
          }
          observer.onCompleted()
        } catch { observer.onError(error) }
      }
      return Disposables.create { task.cancel() }
    }
  }
}
