/// Deals the batches of a run out to children: first the corpus files, then the generated scenarios.
///
/// Every batch is dealt once; what a child did not get to is given back and dealt again.
struct WorkDealer: Sendable {
  private var files: [(index: Int, next: UInt64, end: UInt64)]
  private var generatedNext: UInt64 = 0
  /// Iterations of generated scenarios; `UInt64.max` where only time bounds the run.
  private let generatedEnd: UInt64
  private var returned: [WorkUnit] = []
  private var dropped: Set<Int> = []
  private var numbers: UInt64 = 0
  private static let batchSize = UInt64(ScenarioGenerator.iterationsPerScenario)

  /// - Parameters:
  ///   - fileRaces: races of each of the plan's files.
  ///   - generatedIterations: nil where only time bounds the run.
  init(fileRaces: [UInt64], generatedIterations: UInt64?) {
    files = fileRaces.enumerated().filter { $0.element > 0 }.map { ($0.offset, 0, $0.element) }
    generatedEnd = generatedIterations ?? .max
  }

  /// The next unit of at most `batchesMax` batches, or nil when all is dealt.
  mutating func deal(batchesMax: Int) -> WorkUnit? {
    let numbers = drawNumber()
    if var unit = returned.popLast() {
      unit.number = numbers
      return unit
    }
    let wanted = UInt64(max(1, batchesMax)) * Self.batchSize
    if let file = files.first {
      let count = min(wanted, file.end - file.next)
      files[0].next += count
      if files[0].next == files[0].end { files.removeFirst() }
      return WorkUnit(
        number: numbers, source: .file(file.index), firstBatch: file.next / Self.batchSize,
        iterations: count)
    }
    guard generatedNext < generatedEnd else { return nil }
    let count = min(wanted, generatedEnd - generatedNext)
    defer { generatedNext += count }
    return WorkUnit(
      number: numbers, source: .generated, firstBatch: generatedNext / Self.batchSize,
      iterations: count)
  }

  /// A number that no unit has had.
  mutating func drawNumber() -> UInt64 {
    numbers += 1
    return numbers
  }

  /// Whether there is anything left to deal.
  var hasMore: Bool { !returned.isEmpty || !files.isEmpty || generatedNext < generatedEnd }

  /// Takes back what a child did not get to.
  mutating func giveBack(_ unit: WorkUnit) {
    if case .file(let index) = unit.source, dropped.contains(index) { return }
    returned.append(unit)
  }

  /// No more races of that file: it has failed, which is all there is to learn.
  mutating func drop(file index: Int) {
    dropped.insert(index)
    files.removeAll { $0.index == index }
    returned.removeAll { $0.source == .file(index) }
  }
}
