/// What a child is started with: the run's seed, and how long it may go without progress.
struct WorkerArguments: Equatable, Sendable {
  /// The hidden subcommand under which an executable becomes a worker.
  static let subcommand = "worker"

  let seed: UInt64
  let hangSeconds: Int

  init(seed: UInt64, hangSeconds: Int) {
    self.seed = seed
    self.hangSeconds = hangSeconds
  }

  /// Those of a command line, behind the subcommand; nil for anything else.
  init?(behindSubcommand words: [String]) {
    guard words.count == 2, let seed = UInt64(words[0]), let hangSeconds = Int(words[1]) else {
      return nil
    }
    self.init(seed: seed, hangSeconds: hangSeconds)
  }

  /// The command line, from the subcommand on.
  var words: [String] { [Self.subcommand, String(seed), String(hangSeconds)] }
}
