/// One access of a data race, as ThreadSanitizer prints it: `Previous atomic write of size 8 at 0x7b04 by
/// thread T1:`, then frames such as `#0 Sink.on() /folder/Sink.swift:40:5 (tool+0x1234)`.
struct RaceAccess {
  /// What was done, for example `atomic write of 8 bytes`.
  private let what: String
  private var frames: [String] = []
  /// Its frames are over.
  var isClosed = false

  /// Frames of a stack that name the site; deeper ones differ from run to run.
  static let siteFramesMax = 3

  /// Nil where the line begins no access.
  init?(title line: Substring) {
    var words = line.split(separator: " ").map { $0.lowercased() }
    if words.first == "previous" { words.removeFirst() }
    let isAtomic = words.first == "atomic"
    if isAtomic { words.removeFirst() }
    guard words.count > 4, words[0] == "write" || words[0] == "read",
      words[1] == "of" && words[2] == "size", let size = Int(words[3])
    else { return nil }
    what = (isAtomic ? "atomic " : "") + "\(words[0]) of \(size) bytes"
  }

  /// Takes in a line `#0 function /folder/File.swift:40:5 (tool+0x1234)`.
  mutating func add(frame line: Substring) {
    var words = line.split(separator: " ")[...]
    words = words.dropFirst()
    if let last = words.last, last.hasPrefix("("), last.contains("+0x") { words = words.dropLast() }
    guard let place = words.popLast() else { return }
    let fields = (place.split(separator: "/").last ?? place).split(separator: ":")
    frames.append((words + [fields.prefix(2).joined(separator: ":")[...]]).joined(separator: " "))
  }

  /// What was done and where.
  var side: String { "\(what) in \(Self.site(frames))" }

  /// The innermost frames that are not the runtime's own.
  static func site(_ frames: [String]) -> String {
    frames.filter { !$0.hasPrefix("__tsan") && !$0.hasPrefix("swift_") }
      .prefix(siteFramesMax).joined(separator: " < ")
  }

  // The two sides of a race may be reported in either order; sorting makes one message of both.
  static func message(kind: String, sides: [String]) -> String {
    ([kind] + sides.sorted()).joined(separator: "; ")
  }
}
