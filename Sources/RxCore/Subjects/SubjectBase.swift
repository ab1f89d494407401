/// What all subjects share: a list of observers, and a queue that every event and every subscription passes.
///
/// Subclasses say what a newcomer is sent first, in `replay`, and what an element does, in `emit`. The queue's
/// owner calls these, so what they touch needs no other guard. A replay is one entry of the queue, like an
/// event: it cannot be interleaved with events, and where it stands in the queue is what it shows.
///
/// Thread-safety: events, subscriptions and disposals from any thread. What happens inside an observer's
/// callback takes effect after it: a subscription made there receives its replay when the delivery at hand is
/// over, a subscription made elsewhere meanwhile likewise, on the thread that delivers.
///
/// A subject keeps its observers and their subscriptions, and no subscription keeps the subject or what the subject
/// keeps: when the last reference to the subject goes away, its observers are let go, untold.
public class SubjectBase<Element: Sendable>:
  Observable<Element>, SubjectType, ObserverType, Cancelable, @unchecked Sendable
{
  // Safety: `members`, `ending` and `hasEnded` are touched by the owner of `queue` only.
  final let queue = DrainQueue<SubjectWork<Element>>()
  private final let flag = DisposalFlag()
  private final let subscribed = AtomicCounter()
  // Unchecked, because only the owner of the queue touches it, and the check is paid for every event.
  @exclusivity(unchecked) private final var members = SubjectMembers()
  private final var ending: Event<Element>?
  /// Whether there is an `ending`; for subclasses that remember elements, which is over then.
  private(set) final var hasEnded = false

  override init() {}

  /// Whether anybody is subscribed.
  public final var hasObservers: Bool {
    // In this order: an observer that came after the disposal must not count.
    subscribed.value > 0 && !isDisposed
  }

  /// Whether the subject was disposed.
  public final var isDisposed: Bool { flag.isDisposed }

  public final func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  public func onNext(_ element: Element) {
    guard queue.tryEnter() else { return enqueue(.next(element)) }
    emit(element)
    drain()
  }

  public final func onError(_ error: any Error) { perform(.end(.error(error))) }
  public final func onCompleted() { perform(.end(.completed)) }
  public func asObserver() -> SubjectBase<Element> { self }

  /// Drops all observers without an event; whoever subscribes later gets `RxError.disposed`.
  public final func dispose() {
    if flag.dispose() { perform(.forget) }
  }

  override final func attach(_ downstream: Stage<Element>) -> DisposeBase? {
    let member = SubjectMember(in: self, downstream)
    subscribed.increment()
    if queue.tryEnter() {
      add(member)
      drain()
    } else {
      enqueue(.add(member))
    }
    return member.place
  }

  // MARK: For subclasses, called by the owner of the queue

  /// Takes an element in. Overriding methods call `broadcast` when it is for everybody now.
  func emit(_ element: Element) { broadcast(element) }

  /// Sends a newcomer what it has missed; its terminal event follows by itself.
  func replay(to place: SubjectPlace<Element>) {}

  /// Ends the sequence, unless it has ended before.
  func end(_ event: Event<Element>) {
    if hasEnded { return }
    ending = event
    hasEnded = true
    let last = members
    members = SubjectMembers()
    for index in 0..<last.count {
      unsafeDowncast(last[index], to: SubjectPlace<Element>.self).end(event)
    }
    withExtendedLifetime(last) {}
  }

  /// Lets go of everything, because the subject was disposed.
  func forget() {
    members = SubjectMembers()
    ending = .error(RxError.disposed)
    hasEnded = true
  }

  // Only the owner changes the list, and what callbacks want changed is queued, so it holds still.
  final func broadcast(_ element: Element) {
    for index in 0..<members.count {
      unsafeDowncast(members[index], to: SubjectPlace<Element>.self).next(element)
    }
  }

  // MARK: Passing the queue

  /// Does a piece of work when its turn comes.
  func perform(_ work: SubjectWork<Element>) {
    guard queue.tryEnter() else { return enqueue(work) }
    carryOut(work)
    drain()
  }

  final func drain() { queue.drain { carryOut($0) } }

  final func carryOut(_ work: SubjectWork<Element>) {
    switch work {
    case .next(let element): emit(element)
    case .add(let member): add(member)
    case .remove(let place): members.remove(place)
    case .end(let event): end(event)
    case .forget: forget()
    }
  }

  /// Ends the part of an observer; called once for each, by its place.
  final func leave(_ place: SubjectPlace<Element>, isListed: Bool) {
    subscribed.decrementReachesZero()
    guard isListed else { return }
    if queue.tryEnter() {
      members.remove(place)
      drain()
    } else {
      enqueue(.remove(place))
    }
  }

  private final func enqueue(_ work: SubjectWork<Element>) {
    if queue.push(work) { drain() }
  }

  private final func add(_ member: SubjectMember<Element>) {
    if member.place.isDisposed { return }
    replay(to: member.place)
    if let ending {
      member.place.end(ending)
    } else {
      members.append(member.place, member.observer)
    }
    withExtendedLifetime(member) {}
  }
}

/// What has to be done by the owner of a subject's queue.
enum SubjectWork<Element: Sendable>: Sendable {
  case next(Element)
  case end(Event<Element>)
  case add(SubjectMember<Element>)
  case remove(SubjectPlace<Element>)
  case forget
}
