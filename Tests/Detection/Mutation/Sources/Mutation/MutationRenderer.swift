/// Writes one file so that it holds all of its mutations, each chosen at run time by its number.
///
/// Each choice stands on lines of its own that name its number, so that a compiler's complaint shows which one does not
/// fit. Pure; thread-safe.
public struct MutationRenderer: Sendable {
  /// What the rewritten code compares with a mutation's number.
  public static let selector = "Mutant.active"

  private let bytes: [UInt8]
  private var layers: [Layer] = []
  private var insertions: [Int: [String]] = [:]

  /// One rewriting of one range.
  private struct Layer {
    let span: Span
    let number: Int
    let isStatement: Bool
    /// Empty: a statement that is left out.
    let replacement: String
  }

  public init(text: String, _ mutations: [(number: Int, edit: Mutation.Edit)]) {
    bytes = Array(text.utf8)
    for (number, edit) in mutations {
      switch edit {
      case .expression(let span, let text):
        layers.append(Layer(span: span, number: number, isStatement: false, replacement: text))
      case .statement(let span, let text):
        layers.append(Layer(span: span, number: number, isStatement: true, replacement: text))
      case .swap(let first, let second):
        let moved = String(decoding: bytes[second.start..<second.end], as: UTF8.self)
        insertions[first.start, default: []].append(
          "if \(Self.selector) == \(number) { /*m\(number)*/\n\(moved)\n} /*m\(number)*/\n")
        layers.append(Layer(span: second, number: number, isStatement: true, replacement: ""))
      }
    }
    // Outer ones first; of equal ranges statements are outside of expressions.
    layers.sort {
      ($0.span.start, -$0.span.end, $0.isStatement ? 0 : 1, $0.number)
        < ($1.span.start, -$1.span.end, $1.isStatement ? 0 : 1, $1.number)
    }
  }

  public func text() -> String {
    var index = 0
    return render(Span(0, bytes.count), &index, insertsAtStart: true)
  }

  /// What the compiler does not like at a line.
  public enum Complaint {
    /// A name that is not known: what declares it may have been left out above.
    case name
    /// A function without its value; it stands at the function's end, and either the last statement is to blame, or an
    /// endless loop that may end.
    case missingReturn
    /// Any other. At a closure's first line it may be about its type, and so about anything in it.
    case other

    /// - Parameter text: the compiler's words.
    public init(_ text: some StringProtocol) {
      self =
        text.contains("missing return")
        ? .missingReturn : text.contains("cannot find") ? .name : .other
    }
  }

  /// The numbers that stand on a line of the rewritten text, or else on the first one that has some in the closure that
  /// begins there, or on the nearest line above.
  public static func numbers(
    atLine line: Int, of lines: [Substring], _ complaint: Complaint = .other
  ) -> [Int] {
    if complaint == .other, let inner = numbersOfClosure(atLine: line, of: lines) { return inner }
    let above = lines[..<min(line, lines.count)].indices.reversed()
    let nearest = above.first { !marks(lines[$0]).isEmpty }
    guard let nearest else { return [] }
    if complaint == .missingReturn, line - nearest > Self.linesToEndMax,
      let loop = above.first(where: { lines[$0].contains("while") && !marks(lines[$0]).isEmpty })
    {
      return marks(lines[loop])
    }
    return marks(lines[nearest])
  }

  private static func numbersOfClosure(atLine line: Int, of lines: [Substring]) -> [Int]? {
    guard (1...lines.count).contains(line), marks(lines[line - 1]).isEmpty else { return nil }
    var depth = 0
    for text in lines[(line - 1)...] {
      let numbers = marks(text)
      if !numbers.isEmpty { return numbers }
      for character in text.utf8 {
        if character == UInt8(ascii: "{") { depth += 1 }
        if character == UInt8(ascii: "}") { depth -= 1 }
      }
      if depth <= 0 { return nil }
    }
    return nil
  }

  /// Lines between the last statement of a function and its end.
  private static let linesToEndMax = 4

  private static func marks(_ line: Substring) -> [Int] {
    line.matches(of: #/\/\*m(\d+)\*\//#).compactMap { Int($0.1) }
  }

  /// Renders a range; `index` is the first layer not yet rendered, which starts in it or behind it.
  private func render(_ range: Span, _ index: inout Int, insertsAtStart: Bool) -> String {
    var output = ""
    var cursor = range.start
    while index < layers.count, range.contains(layers[index].span),
      layers[index].span.start >= cursor
    {
      let layer = layers[index]
      output += plain(
        cursor, layer.span.start, insertsAtStart: insertsAtStart || cursor > range.start)
      if insertsAtStart || layer.span.start > range.start {
        output += insertion(at: layer.span.start)
      }
      index += 1
      output += wrapped(layer, render(layer.span, &index, insertsAtStart: false))
      cursor = layer.span.end
    }
    return output + plain(cursor, range.end, insertsAtStart: insertsAtStart || cursor > range.start)
  }

  private func insertion(at offset: Int) -> String { insertions[offset]?.joined() ?? "" }

  /// Bytes as they stand, with the insertions between them; what belongs to `end` is left to what begins there.
  private func plain(_ start: Int, _ end: Int, insertsAtStart: Bool) -> String {
    var output = ""
    var cursor = start
    for offset in insertions.keys.sorted()
    where offset >= start && offset < end && (insertsAtStart || offset > start) {
      output += String(decoding: bytes[cursor..<offset], as: UTF8.self) + insertion(at: offset)
      cursor = offset
    }
    return output + String(decoding: bytes[cursor..<end], as: UTF8.self)
  }

  private func wrapped(_ layer: Layer, _ original: String) -> String {
    let mark = "/*m\(layer.number)*/"
    let number = layer.number
    if !layer.isStatement {
      let changed = layer.replacement.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: " \(mark)\n")
      return """
        (\(Self.selector) == \(number) \(mark)
        ? (\(changed)) \(mark)
        : (\(original)))
        """
    }
    if layer.replacement.isEmpty {
      return "if \(Self.selector) != \(number) { \(mark)\n\(original)\n} \(mark)\n"
    }
    return """
      if \(Self.selector) == \(number) { \(mark)
      \(layer.replacement) \(mark)
      } else { \(mark)
      \(original)
      } \(mark)

      """
  }
}
