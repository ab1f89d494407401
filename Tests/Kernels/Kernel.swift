/// A small concurrent program with a known bug.
struct Kernel {
  /// One run of it: its tasks, and whether the bug has shown once they have ended.
  struct Instance {
    var tasks: [() -> Void]
    var hasFailed: () -> Bool
  }

  /// As the published tables call it.
  let name: String
  /// Mean schedules to the first failure as published for SURW, POS and PCT with depth 3, where they are known.
  var published: Published?
  /// Makes a fresh instance.
  let make: () -> Instance

  /// Source: "Selectively uniform concurrency testing", ASPLOS 2025.
  struct Published {
    var surw: Int?
    var pos: Int?
    var pct3: Int?
  }
}
