/// Who receives how a run goes, while it goes. All members are called from the thread of the run.
public protocol CampaignReporter: AnyObject {
  /// A finding that this run had not met before.
  func found(_ found: CampaignFinding)
  /// A primitive, raced on its own, did something wrong that this run had not met before.
  func found(_ found: PrimitiveCampaign.Found, seed: UInt64)
  /// A finding that was announced as `isToBeShrunk` is now as small as it gets, or stays as it is.
  func shrunk(_ found: CampaignFinding, ordinal: Int)
  /// The same for a primitive's script.
  func shrunk(_ found: PrimitiveCampaign.Found, seed: UInt64)
  /// Something a person should know, in one line.
  func note(_ line: String)
  /// How far the run is; about ten times a second.
  func progressed(_ progress: CampaignProgress)
  /// The output cannot be written any more, so that the run ends.
  var isClosed: Bool { get }
}

extension CampaignReporter {
  /// Does nothing: for runs that race no primitives.
  public func found(_ found: PrimitiveCampaign.Found, seed: UInt64) {}
  public func shrunk(_ found: PrimitiveCampaign.Found, seed: UInt64) {}
}
