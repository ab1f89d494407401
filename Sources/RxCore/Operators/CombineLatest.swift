extension ObservableType {
  /// Combines the latest elements of all sources whenever one of them emits, once each has emitted; any number
  /// of sources of different types.
  /// ```
  /// a                       --1-----2---------|
  /// b                       -----x-----y--|
  /// combineLatest(a, b, +)  -----1x-2x-2y-----|
  /// ```
  /// It completes when all sources have, and with an element that cannot be combined because all others have
  /// completed without one. It fails as soon as one fails or `resultSelector` throws.
  ///
  /// Under a race: events of several sources are taken one at a time, and each combination holds the elements
  /// that were latest then; each source's own order is kept.
  public static func combineLatest<each Source: ObservableConvertibleType>(
    _ source: repeat each Source,
    resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    Gathering.rows(
      of: repeat each source, keeping: .latest, hopelessElement: .completes,
      resultSelector: resultSelector)
  }

  /// The same for a collection of sources of one type; of no sources it emits one empty combination and completes.
  public static func combineLatest<Sources: Collection, Input: Sendable>(
    _ sources: Sources,
    resultSelector: @escaping @Sendable ([Input]) throws -> Element
  ) -> Observable<Element>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Input {
    if sources.isEmpty { return .deferred { .just(try resultSelector([])) } }
    return Gathering.rows(
      of: sources.map { $0.asObservable() }, keeping: .latest, hopelessElement: .completes,
      resultSelector: resultSelector)
  }

  /// The same for a collection of sources, with the elements of a row as an array.
  public static func combineLatest<Sources: Collection>(
    _ sources: Sources
  ) -> Observable<[Element]>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Element {
    Observable<[Element]>.combineLatest(sources) { $0 }
  }
}

extension ObservableType where Element == any Sendable {
  /// The same for any number of sources of different types, with the elements of a row as a tuple.
  public static func combineLatest<each Source: ObservableConvertibleType>(
    _ source: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    Gathering.rows(of: repeat each source, keeping: .latest, hopelessElement: .completes) {
      (element: repeat (each Source).Element) in (repeat each element)
    }
  }
}
