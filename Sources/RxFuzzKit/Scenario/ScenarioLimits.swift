/// The bounds of a lawful scenario: what the generator, the text form and the engines all rely on.
public enum ScenarioLimits {
  /// Letters a to h name feeds.
  public static let feedsMax = 8
  /// Queues p, q, r, s race.
  public static let queuesMax = 4
  /// Scheduler queues x and y carry asynchronous deliveries.
  public static let schedulerQueuesMax = 2
  /// Actions of one queue, or of the script before the race.
  public static let actionsPerQueueMax = 16
  /// Subscriptions are numbered from 1 to this.
  public static let subscriptionsMax = 8
  /// Reactions of one scenario.
  public static let reactionsMax = 8
  /// Actions of one reaction.
  public static let actionsPerReactionMax = 4
  /// Largest ordinal of a delivery, or of a closure's call, that can trigger a reaction.
  public static let triggerOrdinalMax = 16
  /// Largest payload that an action or a parameter names.
  public static let payloadMax = 9_999
  /// Nodes of one operator graph.
  public static let nodesMax = 64
  /// Nodes on the longest path of one operator graph; also bounds the parser's recursion.
  public static let depthMax = 24
  /// Milliseconds by which one action advances a virtual clock.
  public static let advanceMillisecondsMax = 64
  /// Spin iterations for which an observer callback holds its window open.
  public static let holdSpinsMax = 100_000
  /// Bytes of one corpus file.
  public static let textBytesMax = 65_536
}
