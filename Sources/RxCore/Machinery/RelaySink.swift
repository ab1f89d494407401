/// A sink that passes everything on: the entrance of a source that is subscribed later than the others.
final class RelaySink<Element: Sendable>: Sink<Element, Element>, @unchecked Sendable {
  // Safety: adds no state.
  override func next(_ element: Element) { forwardNext(element) }
}
