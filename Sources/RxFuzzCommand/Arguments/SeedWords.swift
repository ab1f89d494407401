import RxFuzzKit

/// Seeds for people.
enum SeedWords {
  /// A seed for a run that was given none; short, so that it is easily typed again.
  static func drawn() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next() >> 32
  }

  /// The number, with the text that stands for it where that is another one.
  static func shown(_ seed: UInt64, choice: Arguments.SeedChoice?) -> String {
    guard let choice, choice.text != String(seed) else { return String(seed) }
    return "\(seed) (\(Arguments.quoted(choice.text)))"
  }
}
