/// One observer of a subject: the observer, and the place that says whether it is still there.
///
/// The subject holds both. The observer holds its place, as its subscription, and the place holds nothing; so
/// nobody but the subject keeps an observer whose subscription was not disposed.
struct SubjectMember<Element: Sendable>: Sendable {
  let place: SubjectPlace<Element>
  let observer: Stage<Element>

  /// Delivers an element, unless the observer has left.
  @inline(__always)
  func next(_ element: Element) {
    if !place.isOver { observer.next(element) }
  }

  /// Delivers the subject's terminal event; the subject has forgotten this member already.
  func end(_ event: Event<Element>) {
    guard place.claimEnd() else { return }
    observer.on(event)
    place.dispose()
  }
}

extension SubjectMember {
  /// The member behind an entry of a subject of this element type.
  @inline(__always)
  init(_ entry: SubjectMembers.Entry) {
    self.init(
      place: unsafeDowncast(entry.place, to: SubjectPlace<Element>.self),
      observer: unsafeDowncast(entry.observer, to: Stage<Element>.self))
  }
}

/// One observer's subscription to a subject.
final class SubjectPlace<Element: Sendable>: SinkDisposer, @unchecked Sendable {
  // Safety: constants only.
  private weak let subject: SubjectBase<Element>?

  init(in subject: SubjectBase<Element>) {
    self.subject = subject
    super.init()
    setSinkAndSubscription(nil)
  }

  override func disposeSink() {
    // The subject takes a place off its list before it ends it. Asking to be taken off in vain is harmless.
    subject?.leave(self, isListed: !state.containsAny(.stopped))
  }
}
