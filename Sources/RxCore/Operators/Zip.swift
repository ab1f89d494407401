extension ObservableType {
  /// Combines the first elements of all sources, then the second ones, and so on; any number of sources of
  /// different types.
  /// ```
  /// a             --1-----2--3-----|
  /// b             -----x-----y--z----|
  /// zip(a, b, +)  -----1x----2y-3z---|
  /// ```
  /// Elements wait for their partners without a bound. It completes when all sources have; it fails as soon as
  /// one fails or `resultSelector` throws.
  ///
  /// Under a race: events of several sources are taken one at a time; each source's own order is kept. An
  /// error drops what waits and disposes all other sources.
  public static func zip<each Source: ObservableConvertibleType>(
    _ source: repeat each Source,
    resultSelector: @escaping @Sendable (repeat (each Source).Element) throws -> Element
  ) -> Observable<Element> {
    Gathering.rows(
      of: repeat each source, keeping: .all, hopelessElement: .waits,
      resultSelector: resultSelector)
  }

  /// The same for a collection of sources of one type, which completes already with an element that can find no
  /// partner because all other sources have completed; at once where there is no source.
  public static func zip<Sources: Collection, Input: Sendable>(
    _ sources: Sources,
    resultSelector: @escaping @Sendable ([Input]) throws -> Element
  ) -> Observable<Element>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Input {
    Gathering.rows(
      of: sources.map { $0.asObservable() }, keeping: .all, hopelessElement: .completes,
      resultSelector: resultSelector)
  }

  /// The same for a collection of sources, with the elements of a row as an array.
  public static func zip<Sources: Collection>(
    _ sources: Sources
  ) -> Observable<[Element]>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Element {
    Observable<[Element]>.zip(sources) { $0 }
  }
}

extension ObservableType where Element == any Sendable {
  /// The same for any number of sources of different types, with the elements of a row as a tuple.
  public static func zip<each Source: ObservableConvertibleType>(
    _ source: repeat each Source
  ) -> Observable<(repeat (each Source).Element)> {
    Gathering.rows(of: repeat each source, keeping: .all, hopelessElement: .waits) {
      (element: repeat (each Source).Element) in (repeat each element)
    }
  }
}
