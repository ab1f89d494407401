/// Numbers as people read them.
public enum NumberWords {
  /// `1,234,567`.
  public static func grouped(_ number: UInt64) -> String {
    var result = ""
    let digits = Array(String(number))
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { result += "," }
      result.append(digit)
    }
    return result
  }

  /// `98.4 %`, or `none` where there is nothing to divide by.
  public static func share(_ part: UInt64, of whole: UInt64) -> String {
    guard whole > 0 else { return "none" }
    // Rounded down, so that 100 % means all of them.
    let thousandths = part.multipliedReportingOverflow(by: 1_000).partialValue / whole
    return "\(thousandths / 10).\(thousandths % 10) %"
  }

  /// `850 ms`, `12 s`, `3 min 20 s`, `2 h 5 min`.
  public static func duration(milliseconds: UInt64) -> String {
    if milliseconds < 1_000 { return "\(milliseconds) ms" }
    let seconds = milliseconds / 1_000
    if seconds < 60 { return "\(seconds).\(milliseconds % 1_000 / 100) s" }
    if seconds < 3_600 { return "\(seconds / 60) min \(seconds % 60) s" }
    return "\(seconds / 3_600) h \(seconds % 3_600 / 60) min"
  }

  /// `1 finding`, `2 findings`.
  /// - `plural`: nil where it is the noun with an s.
  public static func counted(
    _ number: UInt64, _ noun: String, _ plural: String? = nil
  ) -> String {
    "\(grouped(number)) \(number == 1 ? noun : plural ?? noun + "s")"
  }
}
