/// The members of a subject in the order in which they came: each one's place, and its observer, held for it.
///
/// Not generic, so that a subject's event path stays free of run-time generic metadata. Adding takes
/// amortised O(1), removing O(n). Its memory is released when it runs empty.
struct SubjectMembers {
  private var places: ContiguousArray<SinkDisposer> = []
  /// The observers of these places; apart from them, because a delivery looks at the places only.
  private var observers: ContiguousArray<SinkDisposer> = []

  var count: Int { places.count }

  /// The place of a member.
  subscript(index: Int) -> SinkDisposer { places[index] }

  mutating func append(_ place: SinkDisposer, _ observer: SinkDisposer) {
    places.append(place)
    observers.append(observer)
  }

  /// Takes a member out, if it is there.
  mutating func remove(_ place: SinkDisposer) {
    guard let index = places.firstIndex(where: { $0 === place }) else { return }
    dropMember(at: index)
  }

  private mutating func dropMember(at index: Int) {
    places.remove(at: index)
    observers.remove(at: index)
    if places.isEmpty { self = SubjectMembers() }
  }
}
