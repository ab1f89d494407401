/// The members of a subject in the order in which they came.
///
/// Not generic, so that a subject's event path stays free of run-time generic metadata. Adding takes
/// amortised O(1), removing O(n). Its memory is released when it runs empty.
struct SubjectMembers {
  /// A place and its observer, their element type forgotten.
  struct Entry {
    let place: SinkDisposer
    let observer: SinkDisposer
  }

  private var entries: ContiguousArray<Entry> = []

  var count: Int { entries.count }

  subscript(index: Int) -> Entry { entries[index] }

  mutating func append(_ place: SinkDisposer, _ observer: SinkDisposer) {
    entries.append(Entry(place: place, observer: observer))
  }

  /// Takes a member out, if it is there.
  mutating func remove(_ place: SinkDisposer) {
    guard let index = entries.firstIndex(where: { $0.place === place }) else { return }
    entries.remove(at: index)
    if entries.isEmpty { entries = [] }
  }
}
