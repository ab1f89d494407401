import Dispatch
import Synchronization

/// Closures that call closures: a chain without any protection.
enum ClosureFloor: Contender {
  static let name = "closures"

  static func createChain(events: Int) -> Bool {
    let sum = Sum()
    let source: (@escaping @Sendable (Int) -> Void) -> Void = { onNext in
      for number in 0..<events { onNext(number) }
    }
    source(chained { sum.add($0) })
    return sum.value > 0
  }

  static func subjectChain(events: Int) -> Bool {
    let sum = Sum()
    let observers = [chained { sum.add($0) }]
    for number in 0..<events { for observer in observers { observer(number) } }
    return sum.value > 0
  }

  static func share(observers: Int, events: Int) -> Bool {
    let sum = Sum()
    let all = (0..<observers).map { _ in opaque { sum.add($0) } }
    for number in 0..<events { for observer in all { observer(number) } }
    return sum.value > 0
  }

  private static func chained(
    _ onNext: @escaping @Sendable (Int) -> Void
  ) -> @Sendable (Int) -> Void {
    let counter = Sum()
    let end = opaque(onNext)
    let skip = opaque { if counter.value > 0 { end($0) } else { counter.add(1) } }
    let map = opaque { skip($0 &+ 1) }
    return opaque { if $0 >= 0 { map($0) } }
  }

  // The compiler must not see through the chain: a library's could not be seen through either.
  @inline(never)
  private static func opaque(
    _ closure: @escaping @Sendable (Int) -> Void
  ) -> @Sendable (Int) -> Void { closure }
}

/// All stages written out as one loop over a known type.
enum LoopFloor: Contender {
  static let name = "one loop"

  static func createChain(events: Int) -> Bool { run(events: events) }
  static func subjectChain(events: Int) -> Bool { run(events: events) }

  @inline(never)
  private static func run(events: Int) -> Bool {
    let sum = Sum()
    let skipped = Atomic(0)
    for number in 0..<events where number >= 0 {
      // An atomic look, as little as a stage that can be disposed of from elsewhere needs.
      if skipped.load(ordering: .relaxed) > 0 {
        sum.add(number &+ 1)
      } else {
        skipped.store(1, ordering: .relaxed)
      }
    }
    return sum.value > 0
  }
}
