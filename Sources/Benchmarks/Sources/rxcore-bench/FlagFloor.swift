import Synchronization

/// Recipes and stages of one known type, with one atomic flag a stage: the protection that a library needs at
/// least, for one type and one purpose.
enum FlagFloor: Contender {
  static let name = "flag a stage"

  static func createChain(events: Int) -> Bool {
    let sum = Sum()
    let counter = Sum()
    let source = FlagSource { stage in for number in 0..<events { stage.next(number) } }
    let skip = FlagStep(FlagStep(FlagStep(source) { $0 >= 0 ? $0 : nil }) { $0 &+ 1 }) {
      if counter.value > 0 { return $0 }
      counter.add(1)
      return nil
    }
    skip.subscribe { sum.add($0) }.dispose()
    return sum.value > 0
  }

  static func subscribe(operators: Int, times: Int) -> Bool {
    let chain = (0..<operators).reduce(FlagSource { _ in }) { chain, _ in
      FlagStep(chain) { $0 &+ 1 }
    }
    for _ in 0..<times { chain.subscribe { _ in }.dispose() }
    return true
  }
}

/// A recipe that is run for each subscription; this one calls a closure.
private class FlagSource {
  private let run: (FlagStage) -> Void

  init(_ run: @escaping (FlagStage) -> Void) { self.run = run }

  func attach(_ downstream: FlagStage) -> FlagStage? {
    let stage = FlagStage(downstream)
    run(stage)
    return stage
  }

  final func subscribe(_ onNext: @escaping @Sendable (Int) -> Void) -> FlagStage {
    let end = FlagEndStage(onNext)
    end.upstream = attach(end)
    return end
  }
}

private final class FlagStep: FlagSource {
  private let source: FlagSource
  private let step: @Sendable (Int) -> Int?

  init(_ source: FlagSource, _ step: @escaping @Sendable (Int) -> Int?) {
    self.source = source
    self.step = step
    super.init { _ in }
  }

  override func attach(_ downstream: FlagStage) -> FlagStage? {
    let stage = FlagStepStage(downstream, step)
    stage.upstream = source.attach(stage)
    return stage
  }
}

/// A stage that passes on; the base of the others.
private class FlagStage: @unchecked Sendable {
  // Safety: the flag is atomic; `upstream` is written before anybody can dispose, and taken by who raised the flag.
  private final let isDisposed = Atomic(false)
  final let downstream: FlagStage?
  @exclusivity(unchecked) final var upstream: FlagStage?

  init(_ downstream: FlagStage?) { self.downstream = downstream }

  final func next(_ element: Int) {
    // Relaxed: a glance, from which nothing else is concluded.
    if !isDisposed.load(ordering: .relaxed) { deliver(element) }
  }

  func deliver(_ element: Int) { downstream?.next(element) }

  final func dispose() {
    // Acquiring and releasing: whoever disposes first acts on what was written before.
    if isDisposed.exchange(true, ordering: .acquiringAndReleasing) { return }
    let upstream = self.upstream
    self.upstream = nil
    upstream?.dispose()
  }
}

private final class FlagStepStage: FlagStage, @unchecked Sendable {
  // Safety: constants only.
  private let step: @Sendable (Int) -> Int?

  init(_ downstream: FlagStage, _ step: @escaping @Sendable (Int) -> Int?) {
    self.step = step
    super.init(downstream)
  }

  override func deliver(_ element: Int) {
    if let result = step(element) { downstream?.next(result) }
  }
}

private final class FlagEndStage: FlagStage, @unchecked Sendable {
  // Safety: constants only.
  private let onNext: @Sendable (Int) -> Void

  init(_ onNext: @escaping @Sendable (Int) -> Void) {
    self.onNext = onNext
    super.init(nil)
  }

  override func deliver(_ element: Int) { onNext(element) }
}
