/// The middle of a list of numbers, some of which may be missing and count as larger than all others.
enum Median {
  /// The lower middle one; nil where that is missing.
  static func of(_ numbers: [Int?]) -> Int? {
    let sorted = numbers.sorted { ($0 ?? .max) < ($1 ?? .max) }
    return sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
  }

  static func of(_ numbers: [Double]) -> Double? {
    numbers.isEmpty ? nil : numbers.sorted()[(numbers.count - 1) / 2]
  }
}
