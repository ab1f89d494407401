import CScheduleRuntime

/// Where a process has crashed, by the frames that its last thread has left on standard error.
///
/// Thread-safety: one thread at a time.
public final class CrashPlaces {
  /// What a frame says of its crash.
  public struct Place: Hashable, Sendable {
    /// As its source spells it, without its module and its types.
    public var function: String
    /// `Cache.swift:12`, or empty where that is not known.
    public var line: String

    public init(function: String, line: String) {
      self.function = function
      self.line = line
    }
  }

  /// What is known already of frames: crashes of one run are often at the same place, and the system's tools are slow.
  private var known: [BacktraceText.Frame: String?] = [:]
  private let lookUp: ([BacktraceText.Frame], String) -> [BacktraceText.Frame: String]

  public convenience init() {
    let tool = Symboliser.toolPath()
    self.init { frames, image in
      tool.map { Symboliser.look(up: frames, in: image, with: $0) } ?? [:]
    }
  }

  /// - Parameter lookUp: for frames of one image `function File.swift:12` each, as far as that is known.
  init(lookUp: @escaping ([BacktraceText.Frame], String) -> [BacktraceText.Frame: String]) {
    self.lookUp = lookUp
  }

  /// The innermost place in this executable of which the source is known; without any, the innermost one that has a name. Nil
  /// where the text tells no frames of a crash.
  public func place(in errorText: String) -> Place? {
    let frames = Self.frames(in: errorText)
    guard let image = frames.lazy.compactMap(\.image).first(where: Self.isOwn) else { return nil }
    let own = frames.filter { $0.image == image }
    let new = own.filter { known[$0] == nil }
    if !new.isEmpty {
      let places = lookUp(new, image)
      for frame in new { known[frame] = .some(places[frame]) }
    }
    let places = own.lazy.compactMap { self.known[$0] ?? nil }.compactMap(Self.place)
    if let place = places.first(where: { $0.line.contains(".swift:") }) { return place }
    let names = own.lazy.map { SwiftName.demangled($0.name) }
    return names.first { !$0.hasPrefix("?") && !PlaceText.isCompilersOwn($0) }
      .map { Place(function: SwiftName.short($0[...]), line: "") }
  }

  /// Whether a thread that crashed has left its frames. One that has no stack left cannot.
  public static func hasFrames(in errorText: String) -> Bool { !frames(in: errorText).isEmpty }

  /// The executable and its own libraries, and not those of the system and of Swift.
  private static func isOwn(_ image: String) -> Bool {
    !Symboliser.isOfSystem(image) && !image.contains("/libswift")
  }

  /// The frames below the last line that says that a thread has crashed.
  private static func frames(in text: String) -> [BacktraceText.Frame] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let mark = lines.lastIndex(of: Substring(CSR_CRASHED_THREAD)) else { return [] }
    return lines[(mark + 1)...].prefix { $0.hasPrefix("  at ") }
      .compactMap { BacktraceText.frame($0) }
  }

  /// Of `function File.swift:12`.
  private static func place(_ words: String) -> Place? {
    guard let (function, line) = BacktraceText.parts(of: words),
      !PlaceText.isCompilersOwn(function)
    else { return nil }
    return Place(function: SwiftName.short(function), line: String(line))
  }
}
