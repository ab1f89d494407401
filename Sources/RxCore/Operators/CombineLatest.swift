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
    @Sendable func connect(_ sink: GatherSink<Element>) {
      let columns = (repeat latestColumn(of: each source))
      repeat sink.add(each columns)
      sink.takeRow = { try resultSelector(repeat (each columns).take()) }
      repeat sink.subscribe((each source).asObservable(), to: each columns)
    }
    return Gathering(hopelessElement: .completes, connect: connect)
  }

  /// The same for a collection of sources of one type; of no sources it emits one empty combination and completes.
  public static func combineLatest<Sources: Collection, Input: Sendable>(
    _ sources: Sources,
    resultSelector: @escaping @Sendable ([Input]) throws -> Element
  ) -> Observable<Element>
  where Sources.Element: ObservableConvertibleType, Sources.Element.Element == Input {
    let sources = sources.map { $0.asObservable() }
    if sources.isEmpty { return .deferred { .just(try resultSelector([])) } }
    return Gathering(hopelessElement: .completes) { sink in
      let columns = sources.map { latestColumn(of: $0) }
      for column in columns { sink.add(column) }
      sink.takeRow = { try resultSelector(columns.map { $0.take() }) }
      for (source, column) in Swift.zip(sources, columns) { sink.subscribe(source, to: column) }
    }
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
    @Sendable func connect(_ sink: GatherSink<(repeat (each Source).Element)>) {
      let columns = (repeat latestColumn(of: each source))
      repeat sink.add(each columns)
      sink.takeRow = { (repeat (each columns).take()) }
      repeat sink.subscribe((each source).asObservable(), to: each columns)
    }
    return Gathering(hopelessElement: .completes, connect: connect)
  }
}

private func latestColumn<Source: ObservableConvertibleType>(
  of source: Source
) -> LatestColumn<Source.Element> {
  LatestColumn()
}
