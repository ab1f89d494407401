import CScheduleRuntime

/// Names of code addresses, as the running process knows them.
public enum CodePlace {
  private static let textBytesMax = 512

  /// "function (image+offset)" with the name demangled; `?` stands for a function without a name. The function that ordered calls
  /// write their field with says nothing to a reader, and is told as what it stands for. Any thread.
  public static func text(at site: UInt) -> String {
    OrderedCalls.isSite(site) ? "a call that nothing orders" : text(at: site, by: csr_explore_name)
  }

  private static func text(
    at site: UInt, by name: (UnsafeRawPointer?, UnsafeMutablePointer<CChar>?, UInt32) -> Void
  ) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: textBytesMax) {
      name(UnsafeRawPointer(bitPattern: site), $0.baseAddress, UInt32(textBytesMax))
      return String(cString: $0.baseAddress!)
    }
  }

  /// Whether that is a function of the runtime under which schedules run, which stands below whatever it runs.
  /// - Parameter place: as `text` says it, also with file and line.
  public static func isOfRuntime(_ place: some StringProtocol) -> Bool {
    place.hasPrefix("csr_") || functionsOfRuntime.contains { place.hasPrefix($0 + " (") }
  }
  private static let functionsOfRuntime = [
    "begin", "run_seat", "run_tasks", "run_virtual", "run_job", "perform", "help", "take_all",
    "in_order",
  ]

  /// Whether that is a function of the system's own libraries.
  /// - Parameter place: as `text` says it.
  static func isOfSystem(_ place: some StringProtocol) -> Bool {
    imagesOfSystem.contains { place.contains($0) }
  }
  private static let imagesOfSystem = ["(libswift", "(libc.so", "(libdispatch", "(libFoundation"]

  /// Who has called on this thread, the innermost first; empty where the platform does not say. Any thread.
  public static func callers(max: Int) -> [UInt] {
    withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: max) { buffer in
      let count = csr_backtrace_here(buffer.baseAddress, UInt32(max))
      return buffer.prefix(Int(count)).map { UInt(bitPattern: $0) }
    }
  }

  /// The function alone, which stays the same when the build changes; nil where it has no name.
  public static func function(at site: UInt) -> String? {
    let text = text(at: site, by: csr_explore_symbolise)
    guard let end = text.indices.last(where: { text[$0...].hasPrefix(" (") }) else { return nil }
    return text[..<end] == "?" ? nil : String(text[..<end])
  }
}
