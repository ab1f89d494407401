import RxFuzzKit
import Testing

@testable import RxFuzzCommand

@Suite("Which shard a run is")
struct ShardWordsTests {
  private static func shard(_ environment: [String: String]) throws -> String? {
    try ShardWords.shard(environment: { environment[$0] })?.description
  }

  @Test("the option says which of how many, from 1")
  func option() throws {
    guard case .fuzz(let options) = try Arguments.parse(["--seed", "1", "--shard", "2/8"]) else {
      Issue.record("not understood as the main job")
      return
    }
    #expect(options.shard == CampaignShard(index: 1, count: 8))
    for text in ["0/8", "9/8", "2", "2/", "/8", "a/b", "1/2/3", "1/0", "-1/8", ""] {
      #expect(throws: CommandFailure.self) { try Arguments.parse(["--shard", text]) }
    }
    #expect(throws: CommandFailure.self) { try Arguments.parse(["replay", "a", "--shard", "1/2"]) }
  }

  @Test("schedulers of jobs say it in the environment")
  func environment() throws {
    #expect(try Self.shard([:]) == nil)
    #expect(try Self.shard(["JOB_COMPLETION_INDEX": "3"]) == nil)
    #expect(try Self.shard(["RXFUZZ_SHARDS": "2/8"]) == "2/8")
    #expect(try Self.shard(["RXFUZZ_SHARDS": "8", "JOB_COMPLETION_INDEX": "0"]) == "1/8")
    #expect(try Self.shard(["RXFUZZ_SHARDS": "8", "SLURM_ARRAY_TASK_ID": "8"]) == "8/8")
    #expect(try Self.shard(["RXFUZZ_SHARDS": "8", "PARALLEL_SEQ": "2"]) == "2/8")
    #expect(try Self.shard(["RXFUZZ_SHARDS": "1"]) == "1/1")
    for environment in [
      ["RXFUZZ_SHARDS": "8"], ["RXFUZZ_SHARDS": "8", "JOB_COMPLETION_INDEX": "8"],
      ["RXFUZZ_SHARDS": "8", "SLURM_ARRAY_TASK_ID": "0"], ["RXFUZZ_SHARDS": "many"],
      ["RXFUZZ_SHARDS": "9/8"], ["RXFUZZ_SHARDS": "8", "PARALLEL_SEQ": "x"],
    ] {
      #expect(throws: CommandFailure.self) { try Self.shard(environment) }
    }
  }
}
