/// The places of a subject in the order in which they were taken.
///
/// Not generic, so that a subject's event path stays free of run-time generic metadata. Adding takes
/// amortised O(1), removing O(n). Its memory is released when it runs empty.
struct SubjectPlaces {
  private var places: ContiguousArray<SinkDisposer> = []

  var count: Int { places.count }

  subscript(index: Int) -> SinkDisposer { places[index] }

  mutating func append(_ place: SinkDisposer) { places.append(place) }

  /// Takes a place out, if it is there.
  mutating func remove(_ place: SinkDisposer) {
    guard let index = places.firstIndex(where: { $0 === place }) else { return }
    places.remove(at: index)
    if places.isEmpty { places = [] }
  }
}
