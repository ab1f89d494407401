/// One access of a data race, as ThreadSanitizer reports it inside the process or prints it: `Previous atomic write of
/// size 8 at 0x7b04 by thread T1:`, then its frames.
struct RaceAccess {
  /// What was done, for example `atomic write of 8 bytes`.
  private let what: String
  private var frames: [String] = []
  /// Its frames are over.
  var isClosed = false

  /// Frames of a stack that name the site; deeper ones differ from run to run.
  static let siteFramesMax = 3

  /// - Parameter frames: function and place each, the innermost first.
  init(isWrite: Bool, isAtomic: Bool, bytes: Int, frames: [String] = []) {
    what = (isAtomic ? "atomic " : "") + (isWrite ? "write" : "read") + " of \(bytes) bytes"
    self.frames = frames
  }

  /// Nil where the line begins no access.
  init?(title line: Substring) {
    var words = line.split(separator: " ").map { $0.lowercased() }
    if words.first == "previous" { words.removeFirst() }
    let isAtomic = words.first == "atomic"
    if isAtomic { words.removeFirst() }
    guard words.count > 4 else { return nil }
    // Of a Swift variable whose accesses overlap, one byte is watched.
    if words[1...2] == ["access", "of"], words[0] == "modifying" || words[0] == "read-only" {
      self.init(isWrite: words[0] == "modifying", isAtomic: isAtomic, bytes: 1)
      return
    }
    guard words[0] == "write" || words[0] == "read", words[1...2] == ["of", "size"],
      let bytes = Int(words[3])
    else { return nil }
    self.init(isWrite: words[0] == "write", isAtomic: isAtomic, bytes: bytes)
  }

  /// Takes in a line of the stack.
  mutating func add(frame line: Substring) {
    if let frame = SanitizerFrame(line) { frames.append(frame.words) }
  }

  /// What was done, and the whole stack.
  var text: String { ([what] + frames.map { "  at " + $0 }).joined(separator: "\n") }

  /// What was done and where: the innermost frames that are not the runtime's own.
  private var side: String {
    let site = frames.filter { !$0.hasPrefix("__tsan") && !$0.hasPrefix("swift_") }
    return "\(what) in " + site.prefix(Self.siteFramesMax).joined(separator: " < ")
  }

  /// Without the kit's own end of a subscription.
  private var caller: RaceAccess {
    var access = self
    access.frames = Array(
      frames.dropFirst().drop { $0.contains("ObserverProbe.") && !$0.contains("closure") })
    return access
  }

  /// Which rule a race of these accesses violates, and a message that is the same whenever it happens again.
  static func verdict(kind: String, _ accesses: [RaceAccess]) -> (
    invariant: InvariantName, message: String
  ) {
    let innermost = accesses.compactMap(\.frames.first)
    guard innermost.count == 2, OrderedCallsInvariant.isMeant(byFrames: innermost[0], innermost[1])
    else { return (.race1, message(kind: kind, accesses)) }
    return (
      .ser2,
      message(
        kind: OrderedCallsInvariant.message, accesses.map(\.caller))
    )
  }

  // The two sides of a race may be reported in either order; sorting makes one message of both.
  private static func message(kind: String, _ accesses: [RaceAccess]) -> String {
    ([kind] + accesses.map(\.side).sorted()).joined(separator: "; ")
  }
}
