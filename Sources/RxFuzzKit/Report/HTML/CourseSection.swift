import ScheduleKit

/// Races, schedules and findings over time, a chart each.
enum CourseSection {
  /// One moment of a chart: milliseconds, and the value from there to the next moment.
  private typealias Point = (time: UInt64, value: Double)

  private static let size = (width: 320, height: 150)
  private static let plot = (left: 12, right: 308, top: 34, bottom: 122)

  static func html(_ timeline: RunTimeline) -> String {
    let samples = timeline.samples
    let charts = [
      chart("races a second", rates(samples, \.raced)),
      samples.last?.schedules == 0 ? "" : chart("schedules a second", rates(samples, \.schedules)),
      chart("findings", sums(samples, \.findings)),
    ]
    return
      "<div class=\"charts\">\n\(charts.filter { !$0.isEmpty }.joined(separator: "\n"))\n</div>"
  }

  private static func sums(
    _ samples: [RunTimeline.Sample], _ value: KeyPath<RunTimeline.Sample, UInt64>
  ) -> [Point] {
    [(0, 0)] + samples.map { ($0.milliseconds, Double($0[keyPath: value])) }
  }

  /// What came in a second between one moment and the next one that is far enough to say so.
  private static func rates(
    _ samples: [RunTimeline.Sample], _ value: KeyPath<RunTimeline.Sample, UInt64>
  ) -> [Point] {
    guard let end = samples.last?.milliseconds, end > 0 else { return [] }
    let spacing = max(1, end / 60)
    var points: [Point] = []
    var (time, sum) = (UInt64(0), UInt64(0))
    for sample in samples where sample.milliseconds >= time + spacing {
      let now = sample[keyPath: value]
      let rate = Double(now - min(sum, now)) * 1_000 / Double(sample.milliseconds - time)
      if points.isEmpty { points.append((0, rate)) }
      points.append((sample.milliseconds, rate))
      (time, sum) = (sample.milliseconds, now)
    }
    return points
  }

  private static func chart(_ title: String, _ points: [Point]) -> String {
    guard let end = points.last?.time, end > 0 else { return "" }
    let peakValue = points.map(\.value).max() ?? 0
    let top = max(peakValue, 1)
    func x(_ time: UInt64) -> Int {
      plot.left + Int(Double(plot.right - plot.left) * Double(time) / Double(end))
    }
    func y(_ value: Double) -> Int {
      plot.bottom - Int(Double(plot.bottom - plot.top) * value / top)
    }
    let line = points.map { "\(x($0.time)),\(y($0.value))" }
    let area = ["\(plot.left),\(plot.bottom)"] + line + ["\(plot.right),\(plot.bottom)"]
    let peak = NumberWords.grouped(UInt64(peakValue))
    let last = NumberWords.grouped(UInt64(points.last?.value ?? 0))
    let words = "\(title): at most \(peak), at the end \(last)"
    return """
      <figure>
      <svg class="chart" role="img" aria-label="\(words)" viewBox="0 0 \(size.width) \(size.height)">
      <text class="title" x="\(plot.left)" y="16">\(title)</text>
      <text class="tick end" x="\(plot.right)" y="16">at most \(peak)</text>
      <line class="grid" x1="\(plot.left)" y1="\(plot.top)" x2="\(plot.right)" y2="\(plot.top)"/>
      <polygon class="area" points="\(area.joined(separator: " "))"/>
      <polyline class="line" points="\(line.joined(separator: " "))"/>
      <line class="axis" x1="\(plot.left)" y1="\(plot.bottom)" x2="\(plot.right)" y2="\(plot.bottom)"/>
      <text class="tick" x="\(plot.left)" y="140">0</text>
      <text class="tick end" x="\(plot.right)" y="140">\(NumberWords.duration(milliseconds: end))</text>
      </svg>
      </figure>
      """
  }
}
