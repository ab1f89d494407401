/// What findings of one cause have in common, as far as a run can tell: what went wrong, in which graph, what was raced,
/// and where in the code.
///
/// One defect breaks several rules in scenarios that differ little. Two findings are of one cause where both name places in
/// the code and share one; where neither does, if the same kind of thing went wrong among the same operators while the same
/// kinds of actions were raced. So the smaller the scenarios are, the more it says: it is asked when they have been shrunk.
/// What it joins is only shown together: each finding keeps its rule, its scenario and its file.
struct FindingCause: Hashable, Sendable {
  /// What went wrong, whichever rule says it.
  enum Effect: String, Hashable, Sendable {
    /// An event was lost, invented, or out of turn.
    case events = "wrong events"
    /// An event came while another was there, or when all was over.
    case moments = "events at the wrong moment"
    /// Something was not let go of, or more than once.
    case release = "wrong release"
    /// Somebody waits for ever.
    case progress = "no progress"
    /// The process, or its memory, is damaged.
    case memory = "damaged memory"
  }

  var effect: Effect
  /// The graph's rows, each once, without plain sources; or the primitive. Rows that share a connection are one: libraries build
  /// them on one implementation.
  var parts: [String]
  /// For each queue the kinds of its actions, sorted.
  var raced: [String]
  /// Functions or lines of the library, where the finding names them.
  var sites: [String] = []
  /// Whether the scenario is as small as it gets. Another one may hold what fails among things that have no part in it.
  var isSettled = true
}

extension FindingCause {
  /// - Parameter title: the finding's message with places by function, file and line, where they are known.
  init(_ finding: Finding, title: String, isSettled: Bool = true) {
    self.isSettled = isSettled
    effect = Effect(finding.invariant, message: finding.message)
    parts = Set(finding.scenario.chain.nodes.map(Self.part).filter { $0 != "feed" }).sorted()
    raced = finding.scenario.queues.map(Self.word).filter { !$0.isEmpty }.sorted()
    if KnownFailure.namesSite(finding) { sites = Self.sites(in: title) }
  }

  init(primitive: String, invariant: InvariantName, message: String) {
    effect = Effect(invariant, message: message)
    parts = [primitive]
    raced = []
  }

  /// Whether both come of one cause. Not transitive where they name several places.
  func meets(_ other: FindingCause) -> Bool {
    guard effect == other.effect else { return false }
    if sites.isEmpty != other.sites.isEmpty { return false }
    if !sites.isEmpty { return !Set(sites).isDisjoint(with: other.sites) }
    return parts == other.parts && raced == other.raced
  }

  /// Whether all of this cause, which is as small as it gets, is found in the other, which is not: the same kind of thing went
  /// wrong among these operators and others, while these kinds of actions and others were raced.
  func isWithin(_ other: FindingCause) -> Bool {
    guard isSettled, !other.isSettled, effect == other.effect else { return false }
    guard sites.isEmpty, other.sites.isEmpty else { return false }
    return Set(parts).isSubset(of: other.parts) && kinds.isSubset(of: other.kinds)
  }

  /// The kinds of all actions that were raced; all events are one.
  private var kinds: Set<Substring> {
    Set(
      raced.flatMap { $0.split(separator: " ") }.map {
        Self.events.contains(String($0)) ? "event" : $0
      })
  }

  /// The graph in a few words, for a line that has no heading; empty where any graph shows it, or a place says more.
  var graphWords: String {
    if parts.isEmpty || !sites.isEmpty { return "" }
    return parts.count > Self.partsShownMax
      ? "a graph of \(parts.count) operators" : parts.joined(separator: ", ")
  }

  private static let partsShownMax = 3

  /// As a heading: `a shared connection: wrong events, dispose ‖ subscribe`.
  var words: String {
    let graph = parts.isEmpty ? "any graph" : parts.joined(separator: ", ")
    let race = raced.joined(separator: " ‖ ")
    let place = sites.isEmpty ? race : sites.joined(separator: ", ")
    return "\(graph): \(effect.rawValue)" + (place.isEmpty ? "" : ", \(place)")
  }

  /// A row, and which of its forms it is.
  private static func part(_ node: Chain) -> String {
    let row = Catalogue.row(named: node.row)
    if row?.traits.contains(.shares) == true { return "a shared connection" }
    guard let forms = row?.forms, let form = node.parameters.first, forms.indices.contains(form)
    else { return node.row }
    return "\(node.row) \(forms[form])"
  }

  /// The kinds of a queue's actions. Events that follow something else on the same queue only show what that has done; of those
  /// in front of it, it makes no difference whether they are elements or an end.
  private static func word(_ actions: [Action]) -> String {
    let kinds = actions.map(kind)
    let others = Set(kinds).subtracting(events)
    guard let first = kinds.first, !others.isEmpty else {
      return Set(kinds).sorted().joined(separator: " ")
    }
    return ((events.contains(first) ? ["event"] : []) + others.sorted()).joined(separator: " ")
  }

  private static let events: Set = ["next", "end"]

  private static func kind(_ action: Action) -> String {
    switch action {
    case .next: "next"
    case .error, .completed: "end"
    case .dispose, .drop: "dispose"
    case .subscribe: "subscribe"
    case .advance: "advance"
    }
  }

  /// The places of `read in Cache.store (Cache.swift:12); write in …`, by line where that is known, else by function.
  static func sites(in title: String) -> [String] {
    let places = title.split(separator: "; ").compactMap { part -> String? in
      guard part.last == ")", let opening = part.lastIndex(of: "(") else { return nil }
      let line = part[part.index(after: opening)...].dropLast()
      if line.contains(".swift:") { return String(line) }
      let name = part[..<opening]
      let start = name.firstRange(of: " in ")?.upperBound ?? name.startIndex
      let site = FindingFingerprint.normalised(String(name[start...]))
      return site.isEmpty || site == "?" ? nil : site
    }
    return Set(places).sorted()
  }
}

extension FindingCause.Effect {
  init(_ invariant: InvariantName, message: String) {
    switch invariant {
    case .comp1, .err1, .val1, .ord1, .ref1, .iso1, .sub1, .subj1, .share1: self = .events
    case .gram1, .term1, .term2, .ser1, .ser2, .reent1, .disp3, .disp4, .disp8, .disp1, .sched1,
      .sched2, .time1:
      self = .moments
    // A source that is cut off while it is needed is one of whose events some are lost.
    case .disp5: self = message.hasSuffix("while it was in use") ? .events : .release
    case .disp6, .leak1, .grow1: self = .release
    case .disp2, .live1, .live2: self = .progress
    case .disp7, .race1, .crash1: self = .memory
    }
  }
}
