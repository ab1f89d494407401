#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What this process holds.
enum Memory {
  /// Resident size in megabytes of 1,000,000 bytes; 0 where the platform does not say.
  static func residentMegabytes() -> Int {
    #if canImport(Glibc)
      guard let file = fopen("/proc/self/statm", "r") else { return 0 }
      defer { fclose(file) }
      var buffer = [CChar](repeating: 0, count: 256)
      guard fgets(&buffer, Int32(buffer.count), file) != nil else { return 0 }
      let fields = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        .split(separator: " ")
      guard fields.count > 1, let pages = Int(fields[1]) else { return 0 }
      return pages * Int(sysconf(Int32(_SC_PAGESIZE))) / 1_000_000
    #else
      return 0
    #endif
  }
}
