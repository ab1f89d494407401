/// The operator catalogue: every row that generator, codec, model and reports know.
public enum Catalogue {
  /// All rows, in the order in which help and coverage print them.
  public static let rows: [OperatorRow] =
    sources + generated + transforming + aggregating + filtering + combining + gathering
    + inner + succession + sideEffects + hot + timed + throwing + forms + traitForms
    + traitFormsOfTime + observed + awaited

  /// Those, and the rows that only other libraries have.
  public static let everywhere = rows + elsewhere

  private static let byName: [String: OperatorRow] =
    Dictionary(uniqueKeysWithValues: (everywhere + own).map { ($0.name, $0) })

  /// The row of that name, or nil.
  public static func row(named name: String) -> OperatorRow? { byName[name] }

  static let sources: [OperatorRow] = [
    OperatorRow(
      "feed", [.feed], inputs: 0...0, weight: 36, traits: [.feed, .hearsOut], model: .feed),
    OperatorRow(
      "subject", [.feed], inputs: 0...0, weight: 24, traits: [.feed, .hot, .hearsOut],
      model: .subject),
    OperatorRow("just", [.payload], inputs: 0...0, weight: 1, model: .elements),
    OperatorRow("of", [.payload, .payload], inputs: 0...0, weight: 1, model: .elements),
    OperatorRow(
      "from", [.payload, .payload, .payload], inputs: 0...0, weight: 1, model: .elements),
    OperatorRow("range", [.payload, .count(0...3)], inputs: 0...0, weight: 1, model: .range),
    OperatorRow("empty", inputs: 0...0, weight: 1, model: .empty),
    OperatorRow("never", inputs: 0...0, weight: 1, traits: .hearsOut, model: .never),
    OperatorRow("error", inputs: 0...0, weight: 1, model: .failure),
    OperatorRow("deferred", weight: 1, traits: .hearsOut, model: .identity),
    OperatorRow(
      "timer", [.milliseconds(0...2), .queue], inputs: 0...0, weight: 3,
      traits: [.asynchronous, .timed],
      model: .timer),
    OperatorRow(
      "interval", [.milliseconds(1...2), .queue], inputs: 0...0, weight: 3,
      traits: [.asynchronous, .timed], model: .interval),
  ]

  static let transforming: [OperatorRow] = [
    OperatorRow("map", [.delta(1...9)], weight: 8, traits: .hearsOut, model: .map),
    OperatorRow("scan", [.payload], traits: .hearsOut, model: .scan),
  ]

  static let combining: [OperatorRow] = [
    OperatorRow("merge", inputs: 2...3, weight: 8, traits: [.combines, .hearsOut], model: .merge)
  ]

  static let sideEffects: [OperatorRow] = [
    OperatorRow("do", weight: 3, traits: .hearsOut, model: .identity),
    OperatorRow("debug", weight: 1, traits: .hearsOut, model: .identity),
    OperatorRow(
      "observeOn", [.queue], weight: 2, traits: [.asynchronous, .hearsOut], model: .observeOn),
    OperatorRow(
      "subscribeOn", [.queue], weight: 2, traits: [.asynchronous, .hearsOut], model: .subscribeOn),
  ]
}
