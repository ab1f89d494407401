/// An observer that calls a closure with an object, which it does not keep alive, and each element.
///
/// The closure is called on a scheduler, the main one unless another is given, and not any more once the object is gone.
/// Completion is ignored; an error, which nothing that is bound should have, goes to `Hooks.defaultErrorHandler`.
///
/// Thread-safety: copies share the closure; events from any thread, one at a time.
///
/// Under a race of an element with the last release of the object, the element either finds it, and keeps it alive
/// for the call, or is dropped.
public struct Binder<Value: Sendable>: ObserverType {
  private let binding: @Sendable (Event<Value>) -> Void

  /// An observer that calls `binding` with `target` and each element on `scheduler`.
  public init<Target: AnyObject & Sendable>(
    _ target: Target, scheduler: any ImmediateSchedulerType = MainScheduler.instance,
    binding: @escaping @Sendable (Target, Value) -> Void
  ) {
    let reference = WeakReference(target)
    self.binding = { event in
      switch event {
      case .next(let element):
        _ = scheduler.schedule(element) { element in
          if let target = reference.object { binding(target, element) }
          return Disposables.create()
        }
      case .error(let error): Hooks.unhandled(error)
      case .completed: break
      }
    }
  }

  public func on(_ event: Event<Value>) { binding(event) }
}
