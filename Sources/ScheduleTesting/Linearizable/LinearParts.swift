import ScheduleKit

/// What is called in one scenario, as parts of a race.
///
/// Thread-safety: a value that nothing changes; each lane's calls are made by that lane.
struct LinearParts<Tested, Model>: @unchecked Sendable {
  // Safety: what the calls hold is drawn before, and each is performed by one lane at a time.
  typealias Call = OperationCall<Tested, Model>

  let before: [Call]
  let lanes: [[Call]]
  let after: [Call]

  /// What is tested, for lanes that are Swift tasks.
  struct Subject: @unchecked Sendable {
    // Safety: that it can be shared is what is tested.
    let value: Tested
    init(_ value: Tested) { self.value = value }
  }

  /// Lanes that are threads.
  func add(to race: Race, _ subject: Tested, _ history: LaneHistory) {
    history.before = before.map { $0.perform(subject) }
    for (lane, calls) in lanes.enumerated() {
      race.thread {
        for call in calls {
          let begin = Processor.ticks
          let answer = call.perform(subject)
          history.add(
            LaneHistory.Event(answer: answer, begin: begin, end: Processor.ticks), lane: lane)
        }
      }
    }
    race.afterwards {
      for call in after {
        history.add(.afterwards(call.perform(subject)), lane: lanes.count)
      }
    }
  }

  /// Lanes that are Swift tasks.
  func add(to race: Race, _ subject: Subject, _ history: LaneHistory) {
    race.beforehand {
      for call in before { history.before.append(await call.perform(in: subject.value)) }
    }
    for lane in lanes.indices {
      race.task {
        for call in lanes[lane] {
          let begin = Processor.ticks
          let answer = await call.perform(in: subject.value)
          history.add(
            LaneHistory.Event(answer: answer, begin: begin, end: Processor.ticks), lane: lane)
        }
      }
    }
    race.afterwards {
      for call in after {
        history.add(.afterwards(await call.perform(in: subject.value)), lane: lanes.count)
      }
    }
  }
}

extension OperationCall {
  /// Performs it for a Swift task.
  fileprivate func perform(in subject: Subject) async -> OperationAnswer {
    await performAsynchronously?(subject) ?? perform(subject)
  }
}

extension LaneHistory.Event {
  /// What came once all lanes had ended.
  fileprivate static func afterwards(_ answer: OperationAnswer) -> Self {
    Self(answer: answer, begin: .max, end: .max)
  }
}
