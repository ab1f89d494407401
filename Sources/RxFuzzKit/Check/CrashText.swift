import ScheduleKit

/// What a dying process printed, reduced to what stays the same when it happens again.
struct CrashText {
  /// A message and where it was raised.
  struct Statement: Hashable {
    var message: String
    var site: String
  }

  private let lines: [Substring]

  /// Without the frames that a process writes down when it hangs: a thread in the middle of `malloc` has not crashed.
  init(_ text: String) {
    lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix(Self.hangFrameMark) }
  }

  /// What `csr_backtrace_all_threads` begins a frame with.
  private static let hangFrameMark = "  at "

  /// What the process died of, or nil where it says nothing of a crash.
  var crash: Statement? { fatal ?? deadlySignal ?? lastWords }

  /// The last trap that Swift reported: `Module/File.swift:12: Fatal error: message`.
  private var fatal: Statement? {
    let marks = ["Fatal error", "Precondition failed", "Assertion failed"]
    for line in lines.reversed() {
      for mark in marks {
        guard let range = line.firstRange(of: mark) else { continue }
        var message = line[range.upperBound...].drop { $0 == ":" || $0 == " " }
        if message.isEmpty { message = line[range] }
        return Statement(message: Self.stable(message), site: Self.site(line[..<range.lowerBound]))
      }
    }
    return nil
  }

  /// What the C library, the Swift runtime or libdispatch say when they give up.
  private var lastWords: Statement? {
    let marks = [
      "BUG IN CLIENT OF LIBDISPATCH", "BUG IN LIBDISPATCH", "deallocated with", "double free",
      "free():", "malloc", "corrupted", "stack smashing", "AddressSanitizer", "Could not cast",
      "terminate called",
    ]
    let line = linesOutsideReports.last { line in marks.contains { line.contains($0) } }
    return line.map { Statement(message: Self.stable($0), site: "") }
  }

  /// Whether that is what a process dies of when its memory was damaged, wherever that was done: the last words of the C
  /// library or of the runtime, without a site.
  static func showsDamage(_ message: String) -> Bool {
    let marks = [
      "killed by SIGSEGV", "killed by SIGBUS", "killed by SIGABRT", "double free", "free():",
      "malloc", "corrupted", "deallocated with", "std::system_error",
    ]
    return site(ofMessage: message) == nil && marks.contains { message.contains($0) }
  }

  /// `Core/Cache.swift:12` of `message (Core/Cache.swift:12)`, also a place in an image, and nil of `double free or corruption (fasttop)`.
  static func site(ofMessage message: String) -> Substring? {
    guard message.last == ")", let opening = message.lastIndex(of: "(") else { return nil }
    let site = message[message.index(after: opening)...].dropLast()
    return [".swift:", ".c:", "+0x"].contains { site.contains($0) } ? site : nil
  }

  /// Whether the C library found its heap broken, which says nothing about who broke it, or when.
  var foundBrokenHeap: Bool {
    let marks = ["double free", "free():", "malloc", "corrupted"]
    return linesOutsideReports.contains { line in marks.contains { line.contains($0) } }
  }

  /// The lines that are no part of a data race's report, and no frame: stacks name `malloc` and the like, which says
  /// nothing about how the process ended. A report that the end cut off reaches to the last line.
  private var linesOutsideReports: [Substring] {
    var isInside = false
    return lines.filter { line in
      if line.contains(Self.reportMark) { isInside = true }
      defer { if line.contains(Self.reportEndMark) { isInside = false } }
      return !(isInside || line.hasPrefix(Self.frameMark)) || line.contains(Self.errorMark)
    }
  }

  private static let reportMark = "WARNING: ThreadSanitizer: "
  private static let reportEndMark = "SUMMARY: ThreadSanitizer: "
  private static let errorMark = "ERROR: ThreadSanitizer: "
  private static let errorMarks = [errorMark, "ERROR: AddressSanitizer: "]
  private static let frameMark = "    #"

  /// Of the last report of ThreadSanitizer the rule and the message that the same report has when it is taken inside
  /// the process: its kind, then each access with its site.
  var lastRace: (invariant: InvariantName, message: String)? {
    guard let start = lines.lastIndex(where: { $0.contains(Self.reportMark) }),
      let mark = lines[start].firstRange(of: Self.reportMark)
    else { return nil }
    let kind = lines[start][mark.upperBound...].prefix { $0 != "(" }
      .split(separator: " ").joined(separator: "-")
    var accesses: [RaceAccess] = []
    for line in lines[(start + 1)...] {
      if line.contains(Self.reportEndMark) { break }
      if let access = RaceAccess(title: line) {
        accesses.append(access)
      } else if line.hasPrefix(Self.frameMark) {
        if accesses.last?.isClosed == false { accesses[accesses.count - 1].add(frame: line) }
      } else if !accesses.isEmpty {
        accesses[accesses.count - 1].isClosed = true
      }
    }
    guard !accesses.isEmpty else { return nil }
    return RaceAccess.verdict(kind: kind == "Swift-access-race" ? "external-race" : kind, accesses)
  }

  /// What ThreadSanitizer or AddressSanitizer says of what it has caught: which error, and the innermost function of
  /// which it knows the Swift source, or the innermost one.
  private var deadlySignal: Statement? {
    let found = lines.indices.reversed().lazy.compactMap { index in
      Self.errorMarks.lazy.compactMap { self.lines[index].firstRange(of: $0) }.first
        .map { (line: index, end: $0.upperBound) }
    }
    guard let (start, mark) = found.first else { return nil }
    let words = lines[start][mark...]
    let kind = words[..<(words.firstRange(of: " on ")?.lowerBound ?? words.endIndex)]
      .prefix { $0 != ":" && $0 != "(" }
    let frames = lines[(start + 1)...].drop { !$0.hasPrefix(Self.frameMark) }
      .prefix { $0.hasPrefix(Self.frameMark) }.compactMap { SanitizerFrame($0) }
    guard let frame = frames.first(where: { $0.swiftSite != nil }) ?? frames.first else {
      return Statement(message: String(kind), site: "")
    }
    return Statement(message: "\(kind) in \(frame.function)", site: frame.swiftSite ?? "")
  }

  /// The first report of ThreadSanitizer: its kind, and the first frame that has a source line.
  var race: Statement? {
    let mark = Self.reportMark
    guard let start = lines.firstIndex(where: { $0.contains(mark) }),
      let range = lines[start].firstRange(of: mark)
    else { return nil }
    let kind = lines[start][range.upperBound...].prefix { $0 != "(" }
    var message = Self.stable(kind)
    for line in lines[start...] {
      guard let summary = line.firstRange(of: Self.reportEndMark) else { continue }
      let words = line[summary.upperBound...].dropFirst(kind.count)
      guard let function = words.firstRange(of: " in ") else { break }
      message += " in " + SwiftName.demangled(Self.stable(words[function.upperBound...]))
      return Statement(message: message, site: Self.site(words[..<function.lowerBound]))
    }
    return Statement(message: message, site: "")
  }

  /// The line without addresses and process numbers, its white space made even.
  static func stable(_ line: Substring) -> String {
    var words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    for index in words.indices {
      guard let address = words[index].firstRange(of: "0x") else { continue }
      let digits = words[index][address.upperBound...].prefix(while: \.isHexDigit)
      words[index].replaceSubrange(address.lowerBound..<digits.endIndex, with: "ADDRESS")
    }
    words.removeAll { $0.hasPrefix("(pid=") || ($0.hasPrefix("==") && $0.hasSuffix("==")) }
    return words.joined(separator: " ")
  }

  /// The last two parts of a path with its line: `Stages/SinkDisposer.swift:42`.
  static func site(_ text: Substring) -> String {
    let place = text.split(separator: " ").last { $0.contains(".swift:") || $0.contains(".c:") }
    guard let place else { return "" }
    let parts = place.split(separator: "/").suffix(2).joined(separator: "/")
    let fields = parts.split(separator: ":")
    return fields.prefix(2).joined(separator: ":")
  }
}
