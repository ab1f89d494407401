@preconcurrency import ReactiveSwift
import RxFuzzKit

/// Joins of none: what holds of all of no producers is true, and of any of them false; whatever else is joined is over at once.
final class EmptyJoinRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses it until the race is over.
  static let ways = 1
  private var faults: [String] = []

  func perform(queue: Int) {
    guard queue == 0 else { return }
    expect("all", SignalProducer<Bool, FuzzError>.all([SignalProducer<Bool, FuzzError>]()), [true])
    expect("any", SignalProducer<Bool, FuzzError>.any([SignalProducer<Bool, FuzzError>]()), [false])
    expect("zip", Producer.zip([Producer]()).map { _ in true }, [])
    expect("combineLatest", Producer.combineLatest([Producer]()).map { _ in true }, [])
    expect("merge", Producer.merge([Producer]()).map { _ in true }, [])
  }

  private func expect(_ name: String, _ join: SignalProducer<Bool, FuzzError>, _ due: [Bool]) {
    var elements: [Bool] = []
    var isOver = false
    join.start(
      Signal<Bool, FuzzError>.Observer(value: { elements.append($0) }, completed: { isOver = true })
    )
    if elements != due || !isOver { faults.append(name) }
  }

  func fault() -> LibraryCheckFault? {
    faults.first.map { LibraryCheckFault(.val1, "a join of no producers has other events, \($0)") }
  }
}

/// Many producers that are over at once: none is started from inside the start of the one before it.
final class StackDepthRun: LibraryCheckRun, @unchecked Sendable {
  // Safety: queue 0 alone uses the gauge until the race is over.
  /// Each with producers that are given one after the other, and with producers that wait behind one which ends later.
  static let ways = 2 * builds.count
  private typealias Build = @Sendable ([Producer]) -> Producer
  private static let producers = 200

  private let name: String
  private let build: Build
  private let isHeldUp: Bool
  private let started = StackGauge()

  init(_ way: Int) {
    isHeldUp = way > Self.builds.count
    let row = Self.builds[(way - 1) % Self.builds.count]
    (name, build) = (isHeldUp ? "\(row.0), behind one that ends later" : row.0, row.1)
  }

  func perform(queue: Int) {
    guard queue == 0 else { return }
    let all = (0..<Self.producers).map { _ in ending() }
    guard isHeldUp else {
      _ = build(all).start()
      return
    }
    let (first, observer) = Signal<Int, FuzzError>.pipe()
    build([Producer(first)] + all).start()
    observer.sendCompleted()
  }

  /// Notes how deep it is started, sends an element, and ends.
  private func ending() -> Producer {
    Producer { [self] observer, _ in
      started.note()
      observer.send(value: 1)
      observer.sendCompleted()
    }
  }

  func fault() -> LibraryCheckFault? {
    guard started.count == Self.producers else {
      return LibraryCheckFault(.sub1, "not all of many producers are started, \(name)")
    }
    return started.grows
      ? LibraryCheckFault(.grow1, "the stack grows with every producer, \(name)") : nil
  }

  private static let builds: [(String, Build)] = [
    ("flatten one by one", { SignalProducer<Producer, FuzzError>($0).flatten(.concat) }),
    ("merge", { Producer.merge($0) }),
    ("flatten latest", { SignalProducer<Producer, FuzzError>($0).flatten(.latest) }),
    (
      "flatten with a limit",
      { SignalProducer<Producer, FuzzError>($0).flatten(.concurrent(limit: 1)) }
    ),
    ("zip", { Producer.zip($0).map(\.count) }),
    ("combineLatest", { Producer.combineLatest($0).map(\.count) }),
  ]
}
