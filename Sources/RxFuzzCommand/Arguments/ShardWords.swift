import RxFuzzKit

/// Which part of a run this is: `--shard 2/8`, or what a scheduler of jobs has set.
enum ShardWords {
  /// How many shards there are, or which of how many this is.
  static let countVariable = "RXFUZZ_SHARDS"
  /// Where schedulers of jobs say which of their jobs this is, and what their first one is called.
  static let indexVariables: [(name: String, first: UInt64)] = [
    ("JOB_COMPLETION_INDEX", 0), ("SLURM_ARRAY_TASK_ID", 1), ("PARALLEL_SEQ", 1),
  ]

  static func shard(_ words: Words) throws(CommandFailure) -> CampaignShard? {
    guard let text = words.value(of: "--shard") else { return nil }
    guard let shard = shard(text) else {
      throw .usage(
        "--shard: \(Arguments.quoted(text)) is not accepted: give I/N, the I-th of N parts")
    }
    return shard
  }

  /// What the environment says; nil where it says nothing. The number of shards alone divides a run: a job that is one
  /// of many for another reason is whole.
  /// - Parameter value: of a variable.
  static func shard(environment value: (String) -> String?) throws(CommandFailure) -> CampaignShard?
  {
    guard let text = value(countVariable) else { return nil }
    if text.contains("/") {
      guard let shard = shard(text) else { throw refused(countVariable, text, "give I/N, or N") }
      return shard
    }
    guard let count = try? NumberText.count(text), count <= CampaignShard.countMax else {
      throw refused(countVariable, text, "give I/N, or N up to \(CampaignShard.countMax)")
    }
    for (name, first) in indexVariables {
      guard let text = value(name) else { continue }
      guard let number = UInt64(text), number >= first,
        let shard = CampaignShard(index: number - first, count: count)
      else {
        throw refused(name, text, "give a number from \(first) to \(first + count - 1)")
      }
      return shard
    }
    if count == 1 { return .whole }
    throw .usage(
      "\(countVariable) is \(count), and nothing says which of them this is: give --shard, or set one of "
        + indexVariables.map(\.name).joined(separator: ", "))
  }

  private static func shard(_ text: String) -> CampaignShard? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let place = try? NumberText.count(String(parts[0])),
      let count = try? NumberText.count(String(parts[1]))
    else { return nil }
    return CampaignShard(index: place - 1, count: count)
  }

  private static func refused(
    _ name: String, _ text: String, _ accepted: String
  ) -> CommandFailure {
    .usage("\(name): \(Arguments.quoted(text)) is not accepted: \(accepted)")
  }
}
