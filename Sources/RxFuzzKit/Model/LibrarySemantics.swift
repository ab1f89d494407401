/// What reactive libraries lawfully do differently, as choices that an adapter puts together.
///
/// The contract of observable sequences leaves open how a subject notifies its observers, how sources meet that several
/// threads drive, and when some operators end. The rules that need a sequential model take these choices as parameters;
/// the default of each is RxCore's. A value; thread-safe.
public struct LibrarySemantics: Sendable {
  /// How a subject notifies its observers.
  public var subjects = SubjectDelivery.queue
  /// How events meet that several threads bring to one operator.
  public var meeting = Meeting.queue
  /// What `dispose` promises about what comes after it.
  public var disposal = DisposalPromise.oneInFlight
  /// When `take` ends.
  public var take = TakeEnd.withLastElement
  /// How `amb` treats more than two inputs.
  public var amb = AmbInputs.together
  /// What `skip(until:)` does when its source completes before the trigger.
  public var skipUntil = SkipUntilEnd.completes
  /// What `sample` does when its source completes after the sampler.
  public var sample = SampleEnd.completes
  /// What `retry(when:)` does when what the handler returns completes.
  public var retryWhen = RetryWhenEnd.atNextError
  /// How the sources of `zip` and `combineLatest` of a collection meet.
  public var collections = CollectionMeeting.asEverywhere
  /// Who goes on in `concat`, `catch` of a sequence and `retry` when one of the sequences has ended.
  public var successions = SuccessionTurns.whoeverEnds
  /// What `merge` and `take(until:)` do with their other inputs at the event that ends them.
  public var ending = InputsAtEnd.releasedAfterTheEnd
  /// Whether the clock of `timeout` and the events of its source are put in a row.
  public var timeout = TimeoutTurns.inTurn
  /// What an error does that overtakes elements which a `delay` holds.
  public var delay = DelayedErrors.atOnce
  /// When `flatMapLatest` and `switchLatest` begin the next sequence.
  public var replacement = Replacement.inTurn
  /// Whether the connections of a shared sequence follow one another.
  public var connections = ConnectionTurns.oneAtATime
  /// Rows of one input whose operator subscribes the observer itself to that input, so that nothing of it knows of a
  /// disposal: who is noted by a subject for an event receives it although it has been disposed meanwhile. `startWith` in
  /// RxSwift (StartWith.swift).
  public var rowsWithoutSink: Set<String> = []
  /// The meaning of rows that no choice above expresses, by the name of the row.
  public var rows: [String: OperatorModel] = [:]

  /// RxCore's choices.
  public init() {}

  /// The meaning of that row by these choices where it is not what the catalogue says, else nil.
  public func model(ofRow name: String) -> OperatorModel? {
    if let own = rows[name] { return own }
    switch name {
    case "take" where take == .withElementAfter: return .takeLate
    case "skipUntil" where skipUntil == .staysSilent: return .skipUntilSilent
    case "sample" where sample == .staysSilent: return .sampleSilent
    case "sampleOrDefault" where sample == .staysSilent: return .sampleOrDefaultSilent
    case "merge" where ending == .releasedFirst: return .mergeCancellingFirst
    case "takeUntil" where ending == .releasedFirst: return .takeUntilCancellingFirst
    case "zipAll" where collections == .handOver: return .zipAllHandingOver
    case "combineLatestAll" where collections == .handOver: return .combineLatestHandingOver
    case "timeout" where timeout == .unordered: return .timeoutUnordered
    case "timeoutOther" where timeout == .unordered: return .timeoutOtherUnordered
    case "delay" where delay == .byTheClock: return .delayByTheClock
    default: return nil
    }
  }

  /// The choices that are not RxCore's, one line each, as a summary prints them.
  public var differences: [String] {
    var lines: [String] = []
    func add<Choice: SemanticChoice>(_ choice: Choice, _ usual: Choice) {
      if choice != usual { lines.append("\(Choice.subject): \(choice.words)") }
    }
    let usual = LibrarySemantics()
    add(subjects, usual.subjects)
    add(meeting, usual.meeting)
    add(disposal, usual.disposal)
    add(take, usual.take)
    add(amb, usual.amb)
    add(skipUntil, usual.skipUntil)
    add(sample, usual.sample)
    add(retryWhen, usual.retryWhen)
    add(collections, usual.collections)
    add(successions, usual.successions)
    add(ending, usual.ending)
    add(timeout, usual.timeout)
    add(delay, usual.delay)
    add(replacement, usual.replacement)
    add(connections, usual.connections)
    for name in rows.keys.sorted() { lines.append("\(name): as the adapter says") }
    return lines
  }
}

/// One thing that reactive libraries decide in different ways.
public protocol SemanticChoice: Hashable, CaseIterable, Sendable {
  /// What is decided, in few words.
  static var subject: String { get }
  /// The decision, in few words.
  var words: String { get }
  /// The libraries in which it was seen, and where their documentation or sources say so.
  var seenIn: String { get }
}

extension LibrarySemantics {
  /// Every choice that there is, with what it means and where it was seen: one line each.
  public static var choices: [String] {
    func lines<Choice: SemanticChoice>(_ type: Choice.Type) -> [String] {
      Choice.allCases.map { "\(Choice.subject): \($0.words). \($0.seenIn)" }
    }
    return lines(SubjectDelivery.self) + lines(Meeting.self) + lines(DisposalPromise.self)
      + lines(TakeEnd.self) + lines(AmbInputs.self) + lines(SkipUntilEnd.self)
      + lines(SampleEnd.self) + lines(RetryWhenEnd.self)
      + lines(CollectionMeeting.self) + lines(SuccessionTurns.self) + lines(InputsAtEnd.self)
      + lines(TimeoutTurns.self) + lines(DelayedErrors.self) + lines(Replacement.self)
      + lines(ConnectionTurns.self)
  }
}
