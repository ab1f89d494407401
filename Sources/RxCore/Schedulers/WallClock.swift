#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The time of day, for people.
enum WallClock {
  /// The local time with milliseconds, for example `2026-02-28 09:30:00.123`.
  static func now() -> String {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    var seconds = time.tv_sec
    var parts = tm()
    localtime_r(&seconds, &parts)
    let date = [Int(parts.tm_year) + 1900, Int(parts.tm_mon) + 1, Int(parts.tm_mday)]
    let clock = [Int(parts.tm_hour), Int(parts.tm_min), Int(parts.tm_sec)]
    let milliseconds = padded(Int(time.tv_nsec) / 1_000_000, digits: 3)
    return date.map { padded($0, digits: 2) }.joined(separator: "-") + " "
      + clock.map { padded($0, digits: 2) }.joined(separator: ":") + "." + milliseconds
  }

  private static func padded(_ number: Int, digits: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, digits - text.count)) + text
  }
}
