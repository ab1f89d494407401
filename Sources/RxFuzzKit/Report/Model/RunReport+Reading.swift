extension RunReport {
  /// Why a file is no report: one line.
  public struct ReadFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String
  }

  /// Largest file that is read.
  public static let textBytesMax = 256 << 20

  /// Reads what the JSON form says; members that a report of an older version lacks are empty.
  public init(reading text: [UInt8]) throws(ReadFailure) {
    let value: JSONText
    do throws(JSONReader.ParseError) { value = try JSONReader.value(of: text) } catch {
      throw ReadFailure(
        description: "line \(error.line), column \(error.column): \(error.description)")
    }
    guard value["tool"]?.string == "rxfuzz", let library = value["library"]?.string,
      let seed = value["seed"]?.string.flatMap({ UInt64($0) })
    else { throw ReadFailure(description: "it is no JSON report of rxfuzz") }
    self.library = library
    self.seed = seed
    version = value["version"]?.string ?? ""
    tool = value["command"]?.string ?? "rxfuzz"
    build = value["build"]?.string ?? ""
    engine = value["engine"]?.string ?? ""
    shards = value["shards"]?.strings ?? []
    exitCode = value["exitCode"]?.number ?? 0
    ended = value["ended"]?.string
    wasSuccessful = value["wasSuccessful"]?.boolean ?? true
    environment =
      value["environment"]?.members?.map { Entry(name: $0.name, value: $0.value.string ?? "") }
      ?? []
    counts = Counts(value)
    findings = try Self.findings(value)
    findingsUnlisted = value["findingsUnlisted"]?.number ?? 0
    outcomes = value["outcomes"]?.values?.compactMap(GradedOutcome.init(json:)) ?? []
    undecided = value["undecided"]?.values?.compactMap(UndecidedShare.init(json:)) ?? []
    coverage = value["coverage"].flatMap(CoverageTable.init(json:))
    timeline = RunTimeline(
      samples: value["timeline"]?.values?.compactMap(RunTimeline.Sample.init(json:)) ?? [])
    rules = value["rules"]?.values?.compactMap(Rule.init(json:)) ?? []
    notes = value["notes"]?.strings ?? []
  }

  private static func findings(_ value: JSONText) throws(ReadFailure) -> [ReportedFinding] {
    let scenarios = value["findings"]?.values ?? []
    let primitives = value["parts"]?["findings"]?.values ?? []
    let read =
      scenarios.map { ReportedFinding(json: $0, kind: .scenario) }
      + primitives.map { ReportedFinding(json: $0, kind: .primitive) }
    guard !read.contains(where: { $0 == nil }) else {
      throw ReadFailure(description: "a finding in it has no rule, no message or no scenario")
    }
    return read.compactMap { $0 }
  }
}

extension RunReport.Counts {
  fileprivate init(_ value: JSONText) {
    let iterations = value["iterations"]
    raced = iterations?["raced"]?.number ?? 0
    overlapped = iterations?["overlapped"]?.number ?? 0
    firstQueueFirst = iterations?["firstQueueFirst"]?.number ?? 0
    undecided = iterations?["undecided"]?.number ?? 0
    skipped = iterations?["skipped"]?.number ?? 0
    schedules = value["schedules"]?["explored"]?.number ?? 0
    exploredMicroseconds = value["schedules"]?["microseconds"]?.number ?? 0
    primitiveScripts = value["parts"]?["scripts"]?.number ?? 0
    primitiveRaces = value["parts"]?["raced"]?.number ?? 0
    milliseconds = value["milliseconds"]?.number ?? 0
    workerDeaths = value["workerDeaths"]?.number ?? 0
    memoryRestarts = value["workersRestartedForMemory"]?.number ?? 0
    knownMilliseconds = value["millisecondsOnKnown"]?.number ?? 0
    residentKibibytes = value["residentKibibytes"]?.number ?? 0
  }
}

extension ReportedFinding {
  fileprivate init?(json: JSONText, kind: Kind) {
    guard let invariant = json["invariant"]?.string, let message = json["message"]?.string,
      let scenario = json[kind == .scenario ? "scenario" : "script"]?.string
    else { return nil }
    self.init(
      kind: kind, invariant: invariant, message: message,
      fingerprint: json["fingerprint"]?.string ?? "\(invariant) \(message)",
      cause: FindingCause(json: json["cause"], invariant: invariant, message: message),
      size: json["size"]?.number.flatMap { Int(exactly: $0) } ?? scenario.utf8.count,
      scenario: scenario, replay: json["replay"]?.string ?? "")
    primitive = json["part"]?.string
    operators = kind == .primitive ? [primitive ?? ""] : json["operators"]?.strings ?? []
    isKnown = json["isKnown"]?.boolean ?? false
    repeats = json["repeats"]?.number ?? 0
    file = json["file"]?.string
    seed = json["seed"]?.string
    iteration = json["iteration"]?.string
    schedule = json["schedule"]?.string
    trace = json["trace"]?.string
    lanes = json["lanes"].flatMap(LaneDrawing.init(json:))
    details = json["details"]?.string ?? ""
    shrinking = json["shrinking"]?.string
    test = json["test"]?.string
  }
}

extension FindingCause {
  /// Reports of older versions say nothing of it: there the finding is one of its own.
  fileprivate init(json: JSONText?, invariant: String, message: String) {
    self.init(
      effect: json?["effect"]?.string.flatMap(Effect.init(rawValue:)) ?? .events,
      parts: json?["parts"]?.strings ?? [invariant, message],
      raced: json?["raced"]?.strings ?? [], sites: json?["sites"]?.strings ?? [],
      isSettled: json?["isSettled"]?.boolean ?? true)
  }
}

extension LaneDrawing {
  fileprivate init?(json: JSONText) {
    guard let names = json["names"]?.strings, let rows = json["rows"]?.values else { return nil }
    lanes = names
    self.rows = rows.compactMap { row in
      guard let lane = row["lane"]?.number, lane < UInt64(names.count),
        let text = row["text"]?.string
      else { return nil }
      return Row(lane: Int(lane), text: text, isViolation: row["isViolation"]?.boolean ?? false)
    }
  }
}

extension GradedOutcome {
  fileprivate init?(json: JSONText) {
    guard let text = json["outcome"]?.string, let count = json["count"]?.number,
      let count = Int(exactly: count),
      let grade = json["grade"]?.string.flatMap(OutcomeGrade.init(rawValue:))
    else { return nil }
    self.init(text: text, count: count, grade: grade, reason: json["reason"]?.string ?? "")
  }
}

extension RunReport.UndecidedShare {
  fileprivate init?(json: JSONText) {
    guard let cause = json["cause"]?.string, let total = json["total"]?.number else { return nil }
    self.init(
      cause: cause, total: total, rows: json["operators"]?.counts ?? [:],
      templates: json["templates"]?.counts ?? [:])
  }
}

extension CoverageTable {
  fileprivate init?(json: JSONText) {
    guard let scenarios = json["scenarios"]?.number, let templates = json["templates"]?.values
    else { return nil }
    self.scenarios = scenarios
    self.templates = templates.compactMap { template in
      guard let name = template["name"]?.string, let wanted = template["wanted"]?.strings,
        let cells = template["cells"]?.values
      else { return nil }
      var read: [String: Cell] = [:]
      for cell in cells {
        guard let row = cell["operator"]?.string else { continue }
        read[row] = Cell(
          classes: UInt8(truncatingIfNeeded: cell["outcomes"]?.number ?? 0),
          inputs: cell["inputs"]?.counts?.mapValues { UInt8(truncatingIfNeeded: $0) } ?? [:])
      }
      return Template(name: name, wanted: wanted, cells: read)
    }
  }
}

extension RunTimeline.Sample {
  fileprivate init?(json: JSONText) {
    guard let milliseconds = json["milliseconds"]?.number else { return nil }
    self.init(
      milliseconds: milliseconds, raced: json["raced"]?.number ?? 0,
      schedules: json["schedules"]?.number ?? 0, findings: json["findings"]?.number ?? 0)
  }
}

extension RunReport.Rule {
  fileprivate init?(json: JSONText) {
    guard let name = json["name"]?.string, let statement = json["statement"]?.string,
      let kind = json["judge"]?.string.flatMap(Kind.init(rawValue:))
    else { return nil }
    self.init(name: name, statement: statement, kind: kind)
  }
}

extension JSONText {
  /// The strings of an array.
  fileprivate var strings: [String]? { values?.compactMap(\.string) }
  /// The numbers of an object.
  fileprivate var counts: [String: UInt64]? {
    members.map { members in
      var counts: [String: UInt64] = [:]
      for (name, value) in members { counts[name] = value.number }
      return counts
    }
  }
}
