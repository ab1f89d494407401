/// Where the sources of a zip or a combineLatest meet: each has a column, and a row is emitted when all columns
/// are filled.
final class GatherSink<Output: Sendable>: MeetingSink<Output, Output>, @unchecked Sendable {
  // Safety: `columns`, `filled` and `done` are touched by the owner, or before the first source is subscribed,
  // and `takeRow` is written then; the group is safe by itself.

  /// What an element does that leaves some column empty while all other sources have ended.
  enum HopelessElement {
    case waits
    case completes
  }

  private let group = SubscriptionGroup()
  private let hopelessElement: HopelessElement
  private var columns: [GatherColumn] = []
  private var filled = 0
  private var done = 0
  /// Makes one row of what all columns hold.
  var takeRow: (() throws -> Output)?

  init(hopelessElement: HopelessElement, _ downstream: Stage<Output>) {
    self.hopelessElement = hopelessElement
    super.init(downstream)
  }

  /// Adds the column of a source. All are added before the first source is subscribed.
  func add(_ column: GatherColumn) { columns.append(column) }

  /// Subscribes the source of a column.
  func subscribe<Element>(_ source: Observable<Element>, to column: TypedGatherColumn<Element>) {
    let entrance = GatherEntrance(parent: self, column: column)
    guard !isOver, let place = group.insert(entrance) else { return }
    entrance.place = place
    entrance.setSinkAndSubscription(source.attach(entrance))
  }

  /// Completes at once where there is no source.
  func completeIfEmpty() {
    if columns.isEmpty { forwardCompleted() }
  }

  override func disposeSink() {
    group.dispose()
    super.disposeSink()
  }

  // The owner's part.

  fileprivate func received<Element>(
    _ element: Element, in column: TypedGatherColumn<Element>
  ) {
    if isOver { return }
    if !column.isFilled { filled += 1 }
    column.put(element)
    if filled == columns.count {
      emitRow()
    } else if hopelessElement == .completes, done == columns.count - 1 {
      forwardCompleted()
    }
  }

  fileprivate func ended() {
    done += 1
    if done == columns.count { forwardCompleted() }
  }

  private func emitRow() {
    guard let takeRow else { return }
    do {
      let row = try takeRow()
      filled = 0
      for column in columns where column.isFilled { filled += 1 }
      forwardNext(row)
    } catch { forwardError(error) }
  }

  fileprivate func release(_ entrance: DisposeBase, at place: Int) {
    group.remove(at: place)
    entrance.dispose()
  }
}

/// What is known of one source of a gathering; touched by the owner of the gathering only.
class GatherColumn {
  /// Whether it can give an element to a row.
  var isFilled: Bool { Violation.abstractMethod.trap() }
}

/// The column of a source of `Element`.
class TypedGatherColumn<Element: Sendable>: GatherColumn {
  func put(_ element: Element) { Violation.abstractMethod.trap() }
  /// The element for the next row. The column must be filled.
  func take() -> Element { Violation.abstractMethod.trap() }
}

/// One source's entrance to a gathering.
private final class GatherEntrance<Element: Sendable, Output: Sendable>:
  Stage<Element>, @unchecked Sendable
{
  // Safety: constants, and a place that is written before the source is subscribed; the column is touched by the
  // parent's owner only.
  private let parent: GatherSink<Output>
  private let column: TypedGatherColumn<Element>
  /// Among the parent's sources.
  var place = 0

  init(parent: GatherSink<Output>, column: TypedGatherColumn<Element>) {
    self.parent = parent
    self.column = column
  }

  override func next(_ element: Element) {
    if isOver { return }
    if parent.tryEnter() {
      parent.received(element, in: column)
      parent.leave()
    } else {
      parent.putOff { [self] in parent.received(element, in: column) }
    }
  }

  override func error(_ error: any Error) {
    // With the whole, all its sources are released.
    if claimEnd() { parent.perform { [self] in parent.forwardError(error) } }
  }

  override func completed() {
    guard claimEnd() else { return }
    parent.perform { [parent] in parent.ended() }
    parent.release(self, at: place)
  }
}
