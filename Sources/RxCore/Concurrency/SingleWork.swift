extension PrimitiveSequence where Trait == SingleTrait {
  /// A single that does asynchronous work in a task of its own for each subscription.
  /// ```
  /// work    ---returns 1
  /// create  ----------(1|)
  /// ```
  /// What `work` throws becomes the error. Disposing cancels the task. A `detached` task inherits neither priority
  /// nor task-local values from the subscriber's.
  ///
  /// Under a race of disposal with the end of `work`, either its result is sent, or it is dropped.
  @_disfavoredOverload
  public static func create(
    detached: Bool = false, priority: TaskPriority? = nil,
    work: @escaping @Sendable () async throws -> Element
  ) -> Single<Element> {
    .create { emit in
      let operation: @Sendable () async -> Void = {
        do { emit(.success(try await work())) } catch { emit(.failure(error)) }
      }
      let task =
        detached
        ? Task.detached(priority: priority, operation: operation)
        : Task(priority: priority, operation: operation)
      return Disposables.create { task.cancel() }
    }
  }
}
