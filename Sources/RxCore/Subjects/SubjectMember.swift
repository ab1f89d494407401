/// One observer of a subject: the observer, and the place that says whether it is still there.
///
/// The subject holds both. The observer holds its place, as its subscription, and the place holds nothing; so
/// nobody but the subject keeps an observer whose subscription was not disposed.
struct SubjectMember<Element: Sendable>: Sendable {
  let place: SubjectPlace<Element>
  let observer: Stage<Element>

  init(in subject: SubjectBase<Element>, _ observer: Stage<Element>) {
    place = SubjectPlace(in: subject, observer)
    self.observer = observer
  }
}

/// One observer's subscription to a subject, and the way to the observer.
final class SubjectPlace<Element: Sendable>: SinkDisposer, @unchecked Sendable {
  // Safety: constants only. The observer is alive whenever it is sent something, because whoever sends, the subject,
  // holds the member.
  private weak let subject: SubjectBase<Element>?
  private let observer: Unmanaged<Stage<Element>>

  fileprivate init(in subject: SubjectBase<Element>, _ observer: Stage<Element>) {
    self.subject = subject
    self.observer = .passUnretained(observer)
    super.init()
    setSinkAndSubscription(nil)
  }

  /// Delivers an element, unless the observer has left. The caller holds the member.
  func next(_ element: Element) {
    if !isOver { observer._withUnsafeGuaranteedRef { $0.next(element) } }
  }

  /// Delivers the subject's terminal event. The caller holds the member, which the subject has forgotten already.
  func end(_ event: Event<Element>) {
    guard claimEnd() else { return }
    observer._withUnsafeGuaranteedRef { $0.on(event) }
    dispose()
  }

  override func disposeSink() {
    // The subject takes a place off its list before it ends it. Asking to be taken off in vain is harmless.
    subject?.leave(self, isListed: !state.containsAny(.stopped))
  }
}
