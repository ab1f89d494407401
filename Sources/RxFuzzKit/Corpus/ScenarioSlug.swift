/// A short file name for a scenario: the rows of its graph's spine, source first.
enum ScenarioSlug {
  /// Rows named, those nearest to the subscriber.
  private static let rowsMax = 6

  /// `merge-take-share` for `merge(feed a, feed b |> map +1) |> take 2 |> share`.
  ///
  /// The spine goes from the root up to the first node without exactly one input. A feed at its end is
  /// named only where nothing else is.
  static func slug(of chain: Chain) -> String {
    var rows: [String] = []
    var node = chain
    while true {
      rows.append(node.row)
      guard node.inputs.count == 1 else { break }
      node = node.inputs[0]
    }
    if rows.count > 1, rows.last == "feed" { rows.removeLast() }
    return rows.prefix(rowsMax).reversed().joined(separator: "-")
  }
}
