/// How far a campaign has come, as it is kept beside the corpus, so that another run can go on.
///
/// ```
/// rxfuzz-state 1
/// library  RxCore
/// seed     42
/// next     1000192
/// explored 3920
/// primitives 976
/// left     stress 3900 512
/// ```
/// `next` is the first iteration that no child has been given, `explored` the next batch to be explored beside
/// the races, `primitives` the first turn of the primitives that has not been raced to its end, each `left` a batch that was given out
/// and not finished, and how many iterations from there on.
public struct CampaignState: Hashable, Sendable {
  /// Work that was assigned and not done.
  struct Left: Hashable, Sendable {
    var engine = WorkEngine.stress
    var firstBatch: UInt64
    var iterations: UInt64
  }

  public let library: String
  public let seed: UInt64
  /// First iteration of the generated scenarios that nobody has been given.
  public internal(set) var nextIteration: UInt64
  var nextExplored: UInt64
  var nextPrimitive: UInt64
  var left: [Left]

  static let version = 1
  /// Largest number of `left` lines: more than children can leave.
  static let leftMax = 4_096
  /// Largest file that is read.
  static let textBytesMax = 262_144

  init(
    library: String, seed: UInt64, nextIteration: UInt64, nextExplored: UInt64 = 0,
    nextPrimitive: UInt64? = nil, left: [Left]
  ) {
    self.library = library
    self.seed = seed
    self.nextIteration = nextIteration
    self.nextExplored = nextExplored
    self.nextPrimitive = nextPrimitive ?? EngineChoice.primitivesTurn(after: nextIteration)
    self.left = Array(left.prefix(Self.leftMax))
  }

  /// Iterations that are left of a campaign of so many; nil where only time bounds it. What is explored beside the
  /// races does not count.
  /// - `shard`: whose state it is.
  public func iterationsLeft(
    of total: UInt64?, engine: EngineChoice, shard: CampaignShard = .whole
  ) -> UInt64? {
    total.map { total in
      left.filter { engine != .both || $0.engine == .stress }
        .reduce(shard.iterations(in: min(total, nextIteration)..<total)) { $0 + $1.iterations }
    }
  }

  public var text: String {
    var lines = [
      "rxfuzz-state \(Self.version)", "library  \(library)", "seed     \(seed)",
      "next     \(nextIteration)", "explored \(nextExplored)",
      "primitives \(nextPrimitive)",
    ]
    lines += left.map { "left     \($0.engine.rawValue) \($0.firstBatch) \($0.iterations)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Why a text is no state: one line.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    public let line: Int
    public let description: String
  }

  /// Reads what `text` gave.
  public init(parsing text: String) throws(ParseError) {
    var (library, seed, next) = (String?.none, UInt64?.none, UInt64?.none)
    var (explored, primitives) = (UInt64?.none, UInt64?.none)
    var left: [Left] = []
    for (index, line) in text.split(separator: "\n").enumerated() {
      let words = line.split(separator: " ").map(String.init)
      let numbers = words.dropFirst().compactMap { UInt64($0) }
      let areNumbers = numbers.count == words.count - 1
      switch words.first {
      case "rxfuzz-state" where index == 0 && numbers == [UInt64(Self.version)]: break
      case "library" where index > 0 && words.count == 2: library = words[1]
      case "seed" where areNumbers && numbers.count == 1: seed = numbers[0]
      case "next" where areNumbers && numbers.count == 1: next = numbers[0]
      case "explored" where areNumbers && numbers.count == 1: explored = numbers[0]
      // States of version 0.1.0 have `parts`.
      case "primitives" where areNumbers && numbers.count == 1: primitives = numbers[0]
      case "parts" where areNumbers && numbers.count == 1: primitives = numbers[0]
      case "left"
      where words.count == 4 && numbers.count == 2 && numbers[1] > 0
        && left.count < Self.leftMax:
        guard let engine = WorkEngine(rawValue: words[1]) else { fallthrough }
        left.append(Left(engine: engine, firstBatch: numbers[0], iterations: numbers[1]))
      default:
        throw ParseError(line: index + 1, description: "this line is not understood")
      }
    }
    guard let library, let seed, let next, let explored else {
      throw ParseError(
        line: text.split(separator: "\n").count, description: "the text ends too early")
    }
    let batch = UInt64(ScenarioGenerator.iterationsPerScenario)
    guard next <= NumberText.countMax, explored <= NumberText.countMax / batch,
      primitives ?? 0 <= NumberText.countMax / batch,
      left.allSatisfy({ $0.fits(below: next, explored: explored, batch: batch) })
    else { throw ParseError(line: 1, description: "its numbers contradict each other") }
    self.library = library
    self.seed = seed
    nextIteration = next
    nextExplored = explored
    nextPrimitive = primitives ?? EngineChoice.primitivesTurn(after: next)
    self.left = left
  }
}

extension CampaignState.Left {
  /// Whether it lies before that iteration or, where it is explored, also before the next batch to be explored.
  fileprivate func fits(below next: UInt64, explored: UInt64, batch: UInt64) -> Bool {
    let (start, overflow) = firstBatch.multipliedReportingOverflow(by: batch)
    let (end, endOverflow) = start.addingReportingOverflow(iterations)
    // Schedules of one batch may be more than its races.
    return !overflow && !endOverflow
      && (engine == .explore ? start <= next || firstBatch < explored : end <= next)
  }
}
