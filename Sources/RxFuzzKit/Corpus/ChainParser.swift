/// Reads an operator graph. The grammar, generic over the catalogue's rows:
///
/// ```
/// chain = node { "|>" stage }
/// node  = row parameters                              a source
///       | row "(" chain { "," chain } ")" parameters  any number of inputs
/// stage = row parameters                              one input: what stands before "|>"
/// ```
struct ChainParser {
  typealias ParseError = ScenarioCodec.ParseError

  /// A graph with its depth, known while it grows, so that no text can nest beyond the bound.
  private struct Measured {
    let chain: Chain
    let depth: Int
  }

  private var nodes = 0

  /// The graph that the cursor stands at; leaves the cursor behind it.
  static func parse(_ cursor: inout LineCursor) throws(ParseError) -> Chain {
    var parser = ChainParser()
    return try parser.chain(&cursor, nesting: 1).chain
  }

  private mutating func chain(
    _ cursor: inout LineCursor, nesting: Int
  ) throws(ParseError) -> Measured {
    var upstream = try node(&cursor, nesting: nesting)
    while cursor.take("|>") {
      let (row, word) = try self.row(&cursor)
      guard row.inputs.contains(1) else {
        throw cursor.error(
          at: word, "\(row.name) takes \(row.inputsInWords) and cannot follow |>")
      }
      upstream = try finish(row, at: word, inputs: [upstream], &cursor)
    }
    return upstream
  }

  private mutating func node(
    _ cursor: inout LineCursor, nesting: Int
  ) throws(ParseError) -> Measured {
    let (row, word) = try self.row(&cursor)
    guard nesting <= ScenarioLimits.depthMax else { throw tooDeep(at: word, cursor) }
    var inputs: [Measured] = []
    if cursor.take("(") {
      repeat {
        inputs.append(try chain(&cursor, nesting: nesting + 1))
      } while cursor.take(",")
      guard cursor.take(")") else { throw cursor.expected("`|>`, `,` or `)`") }
    }
    guard row.inputs.contains(inputs.count) else {
      throw cursor.error(
        at: word,
        "\(row.name) takes \(row.inputsInWords), here it has \(inputs.count)")
    }
    return try finish(row, at: word, inputs: inputs, &cursor)
  }

  private func row(
    _ cursor: inout LineCursor
  ) throws(ParseError) -> (OperatorRow, LineCursor.Word) {
    guard let word = cursor.word() else { throw cursor.expected("an operator") }
    guard let row = Catalogue.row(named: String(word.text)) else {
      let names = Catalogue.everywhere.map(\.name)
      throw cursor.error(
        at: word,
        "\(LineCursor.quoted(word.text)) is no operator, "
          + WordSuggestion.sentence(for: word.text, among: names))
    }
    return (row, word)
  }

  /// Reads the parameters, which close the node.
  private mutating func finish(
    _ row: OperatorRow, at word: LineCursor.Word, inputs: [Measured], _ cursor: inout LineCursor
  ) throws(ParseError) -> Measured {
    var parameters: [Int] = []
    for kind in row.parameters {
      guard let parameter = cursor.word() else {
        throw cursor.expected("\(kind.accepted), for \(row.name)")
      }
      guard let value = kind.parse(parameter.text) else {
        throw cursor.error(
          at: parameter,
          "\(row.name) needs \(kind.accepted), not \(LineCursor.quoted(parameter.text))")
      }
      parameters.append(value)
    }
    nodes += 1
    guard nodes <= ScenarioLimits.nodesMax else {
      throw cursor.error(
        at: word, "the chain has more than \(ScenarioLimits.nodesMax) operators and sources")
    }
    let depth = 1 + (inputs.map(\.depth).max() ?? 0)
    guard depth <= ScenarioLimits.depthMax else { throw tooDeep(at: word, cursor) }
    return Measured(chain: Chain(row.name, parameters, inputs: inputs.map(\.chain)), depth: depth)
  }

  private func tooDeep(at word: LineCursor.Word, _ cursor: LineCursor) -> ParseError {
    cursor.error(at: word, "the chain is more than \(ScenarioLimits.depthMax) operators deep")
  }
}
