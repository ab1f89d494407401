extension CorpusStore {
  /// Where the state of a library's campaign is kept: a hidden file in the root folder.
  /// Each shard of a campaign has its own.
  public func statePath(library: String, shard: CampaignShard = .whole) -> String {
    let part = shard.isWhole ? "" : "-\(shard.index + 1)-of-\(shard.count)"
    return "\(root)/.rxfuzz-\(library)\(part).state"
  }

  /// Keeps the state in the place of the one before, which is there whole until then.
  public func keep(
    _ state: CampaignState, of shard: CampaignShard = .whole
  ) throws(CorpusStoreError) {
    try CorpusFolder.overwrite(
      statePath(library: state.library, shard: shard), bytes: Array(state.text.utf8))
  }

  /// Why there is no campaign to go on with: one line.
  public enum StateFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case none(path: String)
    case unreadable(CorpusStoreError)
    case damaged(path: String, CampaignState.ParseError)

    public var description: String {
      switch self {
      case .none(let path): "there is no campaign to go on with: `\(path)` does not exist"
      case .unreadable(let error): "\(error)"
      case .damaged(let path, let error): "\(path):\(error.line):1: \(error)"
      }
    }
  }

  /// The state that a run of that library has left.
  public func state(
    library: String, shard: CampaignShard = .whole
  ) throws(StateFailure) -> CampaignState {
    let path = statePath(library: library, shard: shard)
    let bytes: [UInt8]
    do throws(CorpusStoreError) {
      bytes = try CorpusFolder.contents(of: path, bytesMax: CampaignState.textBytesMax)
    } catch {
      if case .vanished = error { throw .none(path: path) }
      throw .unreadable(error)
    }
    do throws(CampaignState.ParseError) {
      return try CampaignState(parsing: String(decoding: bytes, as: UTF8.self))
    } catch {
      throw .damaged(path: path, error)
    }
  }
}
