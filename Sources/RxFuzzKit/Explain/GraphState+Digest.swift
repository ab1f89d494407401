// A cheap number for a state, by which it is found among others.

extension GraphState {
  /// Equal for equal states, and seldom equal for others: all that a step is likely to change goes into it.
  var digest: UInt64 {
    var digest = Digest()
    for lane in lanes {
      digest.mix(lane.stack.count << 16 | lane.tasks.count)
      for frame in lane.stack { frame.mix(into: &digest) }
      for task in lane.tasks { digest.mix(task.place, task.done) }
    }
    for subscription in subscriptions { digest.mix(subscription.bits) }
    for node in instances { node.mix(into: &digest) }
    for feed in feeds {
      digest.mix(feed.slots.count << 32 | feed.queue.count << 16 | (feed.owner + 1))
      digest.mix(Int(truncatingIfNeeded: feed.published))
      for token in feed.memory { digest.mix(token) }
    }
    for share in shares {
      digest.mix(
        (share.hub + 1) << 40 ^ (share.connection + 1) << 20 ^ share.joined << 10
          ^ (share.owner + 1) << 1 ^ (share.hasEnded ? 1 : 0))
    }
    for attachment in attachments {
      digest.mix(attachment.place, attachment.number << 1 | (attachment.isDetached ? 1 : 0))
    }
    digest.mix(handOvers.count << 40 | clocks.count << 20 | jobs.count)
    for timer in timers { digest.mix(timer.place, timer.fired) }
    for time in times { digest.mix(time) }
    for appointment in agenda { digest.mix(appointment.place, appointment.due) }
    digest.mix(isTearingDown ? 1 : 0)
    return digest.value
  }

  fileprivate struct Digest {
    var value: UInt64 = 0

    @inline(__always)
    mutating func mix(_ number: Int) {
      value = (value ^ UInt64(truncatingIfNeeded: number)) &* 0x9E37_79B9_7F4A_7C15
      value ^= value >> 29
    }

    @inline(__always)
    mutating func mix(_ place: Place, _ number: Int) {
      mix(place.instance << 24 ^ place.node << 12 ^ place.subscription ^ number << 40)
    }

    /// - Parameter kind: distinguishes the cases of a frame.
    @inline(__always)
    mutating func mix(_ kind: Int, _ number: Int, _ event: ModelEvent) {
      switch event {
      case .next(let token): mix(kind << 56 ^ number << 40 ^ token << 2)
      case .error(let code): mix(kind << 56 ^ number << 40 ^ code << 2 ^ 1)
      case .completed: mix(kind << 56 ^ number << 40 ^ 2)
      }
    }
  }
}

extension GraphState.Subscription {
  fileprivate var bits: Int {
    (isSubscribed ? 1 : 0) | (isDisposalRequested ? 2 : 0) | (isClosed ? 4 : 0)
      | (isUnwound ? 8 : 0) | (hasEnded ? 16 : 0) | Int(admitted) << 5
      | (takesEndsOnly ? 1 << 21 : 0)
  }
}

extension GraphState.Node {
  @inline(__always)
  fileprivate func mix(into digest: inout GraphState.Digest) {
    let bits =
      (isCut ? 1 : 0) | (hasLeft ? 2 : 0) | (hasEnded ? 4 : 0) | (releasesInputs ? 8 : 0)
    digest.mix(
      memory.number ^ bits << 60 ^ queue.count << 52 ^ (owner + 1) << 44 ^ (parent + 1) << 24
        ^ (successor + 1) << 16)
    for element in memory.elements { digest.mix(element) }
    for queued in queue { digest.mix(0, queued.input, queued.event) }
  }
}

extension GraphState.Frame {
  @inline(__always)
  fileprivate func mix(into digest: inout GraphState.Digest) {
    switch self {
    case .action(let ordinal): digest.mix(1 << 56 ^ ordinal)
    case .inject(let feed, let event): digest.mix(2, feed, event)
    case .emit(let feed, let event, let rest):
      digest.mix(3, feed, event)
      digest.mix(Int(truncatingIfNeeded: rest))
    case .send(let place, let event): digest.mix(4, place.instance, event)
    case .enter(let place, let event): digest.mix(5, place.instance, event)
    case .giveUp(let place, let event, let rest):
      digest.mix(38, place.instance, event)
      digest.mix(Int(truncatingIfNeeded: rest))
    case .drain(let place): digest.mix(place, 6)
    case .drainSubject(let feed): digest.mix(7 << 56 ^ feed)
    case .deliver(let subscription, let event): digest.mix(8, subscription, event)
    case .callback(let subscription, let event): digest.mix(9, subscription, event)
    case .subscribe(let place): digest.mix(place, 10)
    case .inputs(let place, let order, let done): digest.mix(place, 11 ^ order << 6 ^ done << 14)
    case .attach(let place): digest.mix(place, 12)
    case .reserve(let place): digest.mix(place, 13)
    case .publish(let place, let slot): digest.mix(place, 14 ^ slot << 6)
    case .subscribed(let subscription): digest.mix(15 << 56 ^ subscription)
    case .dispose(let subscription): digest.mix(16 << 56 ^ subscription)
    case .close(let subscription): digest.mix(17 << 56 ^ subscription)
    case .unwind(let subscription): digest.mix(18 << 56 ^ subscription)
    case .settle(let place): digest.mix(place, 19)
    case .asking(let place): digest.mix(place, 20)
    case .startInner(let place, let event): digest.mix(21, place.instance, event)
    case .cutOff(let instance): digest.mix(42 << 56 ^ instance)
    case .follow(let place): digest.mix(place, 22)
    case .listen(let place): digest.mix(place, 23)
    case .connect(let place): digest.mix(place, 24)
    case .open(let place): digest.mix(place, 25)
    case .drainShare(let share): digest.mix(26 << 56 ^ share)
    case .leaveShare(let place): digest.mix(place, 27)
    case .startNext(let place): digest.mix(place, 45)
    case .decide(let place, let signal):
      guard case .event(let event) = signal else { return digest.mix(place, 28) }
      digest.mix(29, place.instance, event)
    case .job: digest.mix(30 << 56)
    case .advance(let clock, let until): digest.mix(31 << 56 ^ clock << 32 ^ until)
    case .show(let clock, let until): digest.mix(32 << 56 ^ clock << 32 ^ until)
    case .wake(let place, let tag): digest.mix(place, 33 ^ tag << 6)
    case .appoint(let place, let span, let tag): digest.mix(place, 34 ^ tag << 6 ^ span << 12)
    case .enlistAppointment(let place, let due, let tag):
      digest.mix(place, 35 ^ tag << 6 ^ due << 12)
    case .stamp(let place): digest.mix(place, 36)
    case .lookAgain(let place): digest.mix(place, 37)
    case .meet(let place, let event, let input, let origin):
      digest.mix(39, place.instance, event)
      digest.mix(place, input + 1 ^ origin << 6)
    case .unlock(let place): digest.mix(place, 40)
    case .unlockSubject(let feed): digest.mix(41 << 56 ^ feed)
    }
  }
}
