import RxFuzzKit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A block of C's memory through which the toy hands over who is to get an element: rightly, or with a usual mistake,
/// after which the memory still holds by chance what is looked for.
enum ToyMemory {
  private static let bytes = 40
  /// Behind what the C library notes in a block that it has got back.
  private static let place = 24

  static func handOver(_ probe: ObserverProbe, fault: PlannedFault) -> ObserverProbe {
    guard let block = malloc(bytes) else { return probe }
    let address = UInt(bitPattern: Unmanaged.passUnretained(probe).toOpaque())
    block.storeBytes(of: address, toByteOffset: place, as: UInt.self)
    switch fault {
    case .late:
      free(block)
      return read(block)
    case .fresh:
      free(block)
      guard let next = malloc(bytes) else { return probe }
      defer { free(next) }
      return read(next)
    case .again:
      free(block)
      // Where it gets the same block, the C library notices nothing.
      _ = malloc(bytes)
      free(block)
      return probe
    case .afterwards:
      free(block)
      block.storeBytes(of: 0, toByteOffset: place, as: UInt.self)
      return probe
    default:
      defer { free(block) }
      return read(block)
    }
  }

  private static func read(_ block: UnsafeMutableRawPointer) -> ObserverProbe {
    let address = block.load(fromByteOffset: place, as: UInt.self)
    guard let pointer = UnsafeRawPointer(bitPattern: address) else { fatalError("no observer") }
    return Unmanaged<ObserverProbe>.fromOpaque(pointer).takeUnretainedValue()
  }
}
