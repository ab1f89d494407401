/// A source that works in steps, each scheduled by the one before, so that they never overlap.
class StepSink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: constants only.
  private final let scheduler: any ImmediateSchedulerType

  init(scheduler: any ImmediateSchedulerType, _ downstream: Stage<Element>) {
    self.scheduler = scheduler
    super.init(downstream)
  }

  /// Does one step, and schedules the next one if there is any.
  func step() { Violation.abstractMethod.trap() }

  final func scheduleStep() {
    _ = scheduler.schedule(self) { sink in
      sink.step()
      return Disposables.create()
    }
  }
}
