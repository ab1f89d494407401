import ScheduleKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the environment asks of every test, where the test itself does not say.
///
/// | variable | what it says |
/// |---|---|
/// | `RXFUZZ_SEED` | the seed, a number |
/// | `RXFUZZ_ITERATIONS` | free races of each test |
/// | `RXFUZZ_SCHEDULES` | controlled schedules of each test |
/// | `RXFUZZ_TIME` | seconds after which a test ends although iterations are left |
/// | `RXFUZZ_SCALE` | multiplies iterations and schedules, those that a test names itself, too: for the night |
/// | `RXFUZZ_MEMORY` | the memory model of controlled schedules, `sc`, `tso` or `relaxed`, of `race` and `explore` |
/// | `RXFUZZ_REPLAY` | the failure to repeat, as its report says |
package struct TestEnvironment {
  /// Why a variable cannot be used: one line.
  package struct Fault: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  private let value: (String) -> String?

  /// - Parameter value: the value of a variable; by default that of the process's environment.
  package init(
    _ value: @escaping (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
  ) {
    self.value = value
  }

  func number(_ name: String) throws(Fault) -> UInt64? {
    guard let text = value(name), !text.isEmpty else { return nil }
    if let number = UInt64(text) { return number }
    // 1e6, as people write it.
    if let real = Double(text), real >= 0, real < 1e18, real == real.rounded() {
      return UInt64(real)
    }
    throw Fault(description: "\(name)=\(text) is not accepted: a whole number such as 1000 or 1e6")
  }

  /// What controlled schedules are to let atomic loads see.
  func memory() throws(Fault) -> MemoryModel? {
    guard let text = value("RXFUZZ_MEMORY"), !text.isEmpty else { return nil }
    if let memory = MemoryModel(named: text) { return memory }
    throw Fault(
      description: "RXFUZZ_MEMORY=\(text) is not accepted: one of sc, tso and relaxed")
  }

  var replay: String? { value("RXFUZZ_REPLAY").flatMap { $0.isEmpty ? nil : $0 } }
}
