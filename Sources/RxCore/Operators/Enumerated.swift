extension ObservableType {
  /// Numbers the elements, from 0.
  /// ```
  /// source        --a------b------c------|
  /// enumerated()  --(0,a)--(1,b)--(2,c)--|
  /// ```
  /// Under a race: the number belongs to one subscription, whose events never overlap.
  public func enumerated() -> Observable<(index: Int, element: Element)> {
    Enumerated(source: asObservable())
  }
}

private final class Enumerated<Element: Sendable>:
  Producer<(index: Int, element: Element)>, @unchecked Sendable
{
  // Safety: constants only.
  private let source: Observable<Element>
  // Kept, because looking up a generic class at run time costs more than making an object of it.
  private let sinkType = EnumeratedSink<Element>.self

  init(source: Observable<Element>) { self.source = source }

  override func run(
    _ downstream: Stage<(index: Int, element: Element)>
  ) -> (sink: SinkDisposer, subscription: DisposeBase?) {
    let sink = sinkType.init(downstream)
    return (sink, source.attach(sink))
  }
}

private class EnumeratedSink<Element: Sendable>:
  Sink<Element, (index: Int, element: Element)>, @unchecked Sendable
{
  // Safety: `index` is touched only inside events, which never overlap.
  private var index = 0

  required override init(_ downstream: Stage<(index: Int, element: Element)>) {
    super.init(downstream)
  }

  override func next(_ element: Element) {
    // Counted before it is forwarded: the delivery may cause the next element.
    let own = index
    index += 1
    forwardNext((index: own, element: element))
  }
}
