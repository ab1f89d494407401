/// A trace as a drawing: a column for each lane, time running down, a bar from where a call opens to where it closes.
struct LaneSketch {
  private struct Bar {
    var lane: Int
    var depth: Int
    var from: Int
    /// Nil where it never closes.
    var to: Int?
  }

  private static let rowHeight = 24
  private static let headHeight = 34
  private static let gutter = 34
  private static let indent = 14
  /// Width of one character of the drawing's type, rounded up.
  private static let characterWidth = 8
  private static let laneWidthMin = 110

  private let drawing: LaneDrawing
  private var bars: [Bar] = []
  /// For each row how deep it lies in its lane, and its words.
  private var labels: [(depth: Int, text: String, closes: Bool)] = []
  private var lefts: [Int] = []
  private var widths: [Int] = []

  init(_ drawing: LaneDrawing) {
    self.drawing = drawing
    var open: [Int: [Int]] = [:]
    for (index, row) in drawing.rows.enumerated() {
      let depth = row.text.prefix { $0 == " " }.count / 2
      var text = String(row.text.drop { $0 == " " })
      let closes = text.hasPrefix("◂ ")
      if closes {
        text = String(text.dropFirst(2)) + " returns"
        if let bar = open[row.lane, default: []].popLast() { bars[bar].to = index }
      } else if text.hasSuffix(" ▸") {
        text = String(text.dropLast(2))
        open[row.lane, default: []].append(bars.count)
        bars.append(Bar(lane: row.lane, depth: depth, from: index, to: nil))
      }
      labels.append((depth, text, closes))
    }
    var left = Self.gutter
    for lane in drawing.lanes.indices {
      let rows = drawing.rows.indices.filter { drawing.rows[$0].lane == lane }
      let text = rows.map(labelWidth).max() ?? 0
      let width = max(Self.laneWidthMin, text + 24)
      lefts.append(left)
      widths.append(width)
      left += width
    }
  }

  private func labelWidth(_ row: Int) -> Int {
    let mark = drawing.rows[row].isViolation ? 12 : 0
    let characters = labels[row].text.count + 2 + mark
    return labels[row].depth * Self.indent + characters * Self.characterWidth
  }

  private var height: Int { Self.headHeight + drawing.rows.count * Self.rowHeight + 10 }
  private var width: Int { (lefts.last ?? 0) + (widths.last ?? 0) }

  private func middle(_ row: Int) -> Int {
    Self.headHeight + row * Self.rowHeight + Self.rowHeight / 2
  }

  private func left(_ lane: Int, _ depth: Int) -> Int { lefts[lane] + 12 + depth * Self.indent }

  func svg(label: String) -> String {
    let words = drawing.rows.map { "\(drawing.lanes[$0.lane]): \($0.text)" }.joined(separator: "; ")
    let parts =
      drawing.lanes.indices.map(head) + drawing.rows.indices.map(band) + bars.map(bar)
      + drawing.rows.indices.map(row)
    return
      "<svg class=\"lanes\" role=\"img\" aria-label=\"\(HTMLText.escaped("\(label): \(words)"))\" "
      + "width=\"\(width)\" height=\"\(height)\" viewBox=\"0 0 \(width) \(height)\">\n"
      + parts.filter { !$0.isEmpty }.joined(separator: "\n") + "\n</svg>"
  }

  private func head(_ lane: Int) -> String {
    let (x, tone) = (left(lane, 0), laneClass(lane))
    return
      "<text class=\"head \(tone)\" x=\"\(x)\" y=\"20\">\(HTMLText.escaped(drawing.lanes[lane]))</text>\n"
      + "<line class=\"life \(tone)\" x1=\"\(x)\" y1=\"\(Self.headHeight - 6)\" x2=\"\(x)\" y2=\"\(height - 4)\"/>"
  }

  /// The ground of a row that shows the violation.
  private func band(_ row: Int) -> String {
    guard drawing.rows[row].isViolation else { return "" }
    let lane = drawing.rows[row].lane
    return
      "<rect class=\"violation\" x=\"\(lefts[lane])\" y=\"\(middle(row) - Self.rowHeight / 2 + 1)\" "
      + "width=\"\(widths[lane] - 6)\" height=\"\(Self.rowHeight - 2)\" rx=\"4\"/>"
  }

  private func bar(_ bar: Bar) -> String {
    let x = left(bar.lane, bar.depth) - 4
    let (top, end) = (middle(bar.from) - 7, bar.to.map { middle($0) + 7 } ?? height - 4)
    let state = bar.to == nil ? " open" : ""
    return "<rect class=\"bar \(laneClass(bar.lane))\(state)\" x=\"\(x)\" y=\"\(top)\" width=\"8\" "
      + "height=\"\(end - top)\" rx=\"3\"/>"
  }

  private func row(_ row: Int) -> String {
    let (lane, label) = (drawing.rows[row].lane, labels[row])
    let (x, y) = (left(lane, label.depth), middle(row))
    let isViolation = drawing.rows[row].isViolation
    let tone = isViolation ? " wrong" : label.closes ? " faint" : ""
    let text = label.text + (isViolation ? " ◀ violation" : "")
    return "<text class=\"step\" x=\"\(Self.gutter - 10)\" y=\"\(y + 4)\">\(row + 1)</text>\n"
      + "<circle class=\"\(laneClass(lane))\" cx=\"\(x)\" cy=\"\(y)\" r=\"3\"/>\n"
      + "<text class=\"label\(tone)\" x=\"\(x + 10)\" y=\"\(y + 4)\">\(HTMLText.escaped(text))</text>"
  }

  /// Lanes of the scenario's queues have colours of their own; the driver's and others have one.
  private func laneClass(_ lane: Int) -> String {
    let name = drawing.lanes[lane]
    return name.count == 1 ? "lane-\(HTMLText.escaped(name))" : "lane-other"
  }
}
