import ScheduleKit

/// A frame of a stack as ThreadSanitizer prints it:
/// `#0 $s4Core4SinkC2onyyF /folder/Machinery/Sink.swift:40:5 (tool+0x1234) (BuildId: 860bf1e1)`;
/// AddressSanitizer puts `0x12345678 in` before the function.
struct SanitizerFrame {
  /// As its source spells it.
  let function: String
  /// Path, line and column, or what stands there where the source is not known.
  private let place: Substring
  /// `(tool+0x1234)`, or empty.
  private let image: Substring
  private let number: Substring

  /// Nil where the line is no frame.
  init?(_ line: Substring) {
    var words = line.split(separator: " ")[...]
    guard let number = words.popFirst(), number.first == "#", number.count > 1,
      number.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    if words.dropFirst().first == "in", words.first?.hasPrefix("0x") == true {
      words.removeFirst(2)
    }
    if words.count > 1, words[words.endIndex - 2] == "(BuildId:" { words.removeLast(2) }
    var image: Substring = ""
    if let last = words.last, last.hasPrefix("("), last.contains("+0x") {
      image = words.removeLast()
    }
    guard let place = words.popLast(), !words.isEmpty else { return nil }
    (self.number, self.place, self.image) = (number, place, image)
    function = SwiftName.demangled(words.joined(separator: " "))
  }

  /// The same as a report says that is taken inside the process: without folders, which differ from machine to
  /// machine, and without the column.
  var words: String {
    let fields = (place.split(separator: "/").last ?? place).split(separator: ":")
    return "\(function) \(fields.first ?? place):\(fields.count > 1 ? fields[1] : "0")"
  }

  /// Folder, file and line, `Machinery/Sink.swift:40`, of a function whose source is Swift and known.
  var swiftSite: String? {
    place.contains(".swift:") ? CrashText.site(place) : nil
  }

  /// The text with its frames in words, each with its number; where the source is not known, with the place in the image.
  static func readable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let frame = SanitizerFrame(line) else { return String(line) }
      let isKnown = frame.place.contains(":")
      return "    \(frame.number) " + (isKnown ? frame.words : "\(frame.function) \(frame.image)")
    }.joined(separator: "\n")
  }
}
