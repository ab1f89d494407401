/// Pairs of places in the code whose operations met in one object: performed by two tasks, and one of them wrote.
///
/// Learned from runs, in the order in which they appeared, which is the same in every process. Thread-safety: as
/// strategies, one call at a time.
struct ConflictPairs {
  /// One task performs an operation at `second` only after another one has performed one at `first`.
  struct Order: Hashable, Sendable {
    let first: UInt
    let second: UInt
  }

  /// All orders of conflicting places, both ways round.
  private(set) var orders: [Order] = []
  private var known: Set<Order> = []
  /// Orders that some run had.
  private var seen: Set<Order> = []
  private var touches: [UInt64: [Touch]] = [:]
  /// Orders that are kept; a program of a few hundred accesses has a few hundred.
  private static let ordersMax = 2_048
  /// Places of one object and run that are compared with later ones.
  private static let touchesMax = 64

  private struct Touch: Hashable {
    let task: UInt32
    let site: UInt
    let writes: Bool
  }

  /// A task performs an operation.
  mutating func note(_ operation: ScheduleOperation) {
    guard operation.object != 0, operation.site != 0, orders.count < Self.ordersMax else { return }
    let touch = Touch(task: operation.task, site: operation.site, writes: operation.writes)
    let earlier = touches[operation.object, default: []]
    guard !earlier.contains(touch) else { return }
    for other in earlier
    where other.task != touch.task && other.site != touch.site && (other.writes || touch.writes) {
      let order = Order(first: other.site, second: touch.site)
      seen.insert(order)
      add(order)
      add(Order(first: touch.site, second: other.site))
    }
    if earlier.count < Self.touchesMax { touches[operation.object, default: []].append(touch) }
  }

  /// Whether a run had this order already.
  func wasSeen(_ order: Order) -> Bool { seen.contains(order) }

  /// A run has ended; the objects of the next one are others.
  mutating func endRun() { touches.removeAll(keepingCapacity: true) }

  private mutating func add(_ order: Order) {
    if known.insert(order).inserted { orders.append(order) }
  }
}
