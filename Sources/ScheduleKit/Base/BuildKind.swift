import CScheduleRuntime

/// How this executable was built, as far as it changes what a run sees and costs.
public struct BuildKind: Hashable, Sendable, CustomStringConvertible {
  public var isDebug: Bool
  public var hasThreadSanitizer: Bool

  /// This executable.
  public static var current: BuildKind {
    #if DEBUG
      let isDebug = true
    #else
      let isDebug = false
    #endif
    return BuildKind(isDebug: isDebug, hasThreadSanitizer: csr_has_thread_sanitizer())
  }

  /// For example `debug, ThreadSanitizer`.
  public var description: String {
    (isDebug ? "debug" : "release") + (hasThreadSanitizer ? ", ThreadSanitizer" : "")
  }
}
