import ScheduleKit

/// The findings of a run by their causes: those of one cause stand together, the one with the smallest scenario first.
///
/// Depends on the findings alone, not on the order of their discovery, but for ties.
struct CauseGroups {
  struct Group {
    /// What its heading says, of its first finding.
    var words: String
    /// Positions in the list of findings.
    var members: [Int]
  }

  /// In the order of each group's earliest finding.
  let groups: [Group]

  init(_ findings: [(cause: FindingCause, size: Int)]) {
    var taken: [Int?] = findings.map { _ in nil }
    var members: [[Int]] = []
    for first in findings.indices where taken[first] == nil {
      // Whoever meets one of the group belongs to it.
      var (group, next) = ([first], 0)
      taken[first] = members.count
      while next < group.count {
        for other in findings.indices
        where taken[other] == nil && findings[other].cause.meets(findings[group[next]].cause) {
          taken[other] = members.count
          group.append(other)
        }
        next += 1
      }
      members.append(group.sorted { (findings[$0].size, $0) < (findings[$1].size, $1) })
    }
    groups = Self.joined(members, findings).map {
      Group(words: findings[$0[0]].cause.words, members: $0)
    }
  }

  /// Those whose scenarios were not made small, with the one that they hold, the most particular one of several.
  private static func joined(
    _ groups: [[Int]], _ findings: [(cause: FindingCause, size: Int)]
  ) -> [[Int]] {
    var own: [[Int]] = groups
    for (index, group) in groups.enumerated()
    where !group.contains(where: { findings[$0].cause.isSettled }) {
      let cause = findings[group[0]].cause
      let homes = groups.indices.filter { home in
        groups[home].contains { findings[$0].cause.isWithin(cause) }
      }
      guard
        let home = homes.max(by: {
          findings[groups[$0][0]].cause.parts.count < findings[groups[$1][0]].cause.parts.count
        })
      else { continue }
      own[home] += group
      own[index] = []
    }
    return own.filter { !$0.isEmpty }
  }
}

extension CauseGroups {
  init(_ summary: CampaignSummary) {
    self.init(
      summary.findings.map { ($0.cause, $0.size) }
        + summary.primitiveFindings.map { ($0.cause, $0.script.utf8.count) })
  }

  init(_ findings: [ReportedFinding]) {
    self.init(findings.map { ($0.cause, $0.size) })
  }

  /// Rules with how many findings each has, as `ISO-1 2, VAL-1`.
  static func words(ofRules rules: [String]) -> String {
    var counts: [(rule: String, count: Int)] = []
    for rule in rules {
      if let index = counts.firstIndex(where: { $0.rule == rule }) {
        counts[index].count += 1
      } else {
        counts.append((rule, 1))
      }
    }
    return counts.sorted { $0.rule < $1.rule }
      .map { $0.count == 1 ? $0.rule : "\($0.rule) \($0.count)" }.joined(separator: ", ")
  }
}

extension CampaignFinding {
  var cause: FindingCause {
    FindingCause(
      finding, title: title,
      isSettled: isReplayed && !isToBeShrunk || shrinking?.state == .minimal)
  }
  /// What of it there is to read.
  var size: Int { ShrinkSize(finding.scenario).total }
}

extension PrimitiveCampaign.Found {
  var cause: FindingCause {
    FindingCause(primitive: primitive, invariant: invariant, message: message)
  }
}
