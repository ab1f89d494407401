extension RaceTemplate {
  /// One of several subscribers of a shared sequence leaves while events flow: the others lose nothing.
  static let siblingsOfSharedStream = RaceTemplate(
    "siblings of a shared stream", needs: [.shared, .source], weight: 12
  ) { capabilities, choices in
    let source = capabilities.source(&choices)
    let last: Action =
      switch choices.drawWeighted([3, 2, 1]) {
      case 0: .next(feed: source, payload: 0)
      case 1: .completed(feed: source)
      default: .error(feed: source)
      }
    let leaver = 1 + choices.draw(2)
    return Race(
      capabilities.leadIn(source, &choices) + [last], [.dispose(subscription: leaver)],
      before: leaver == 1 ? [.subscribe(subscription: 2)] : [])
  }
}
