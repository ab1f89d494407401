/// A hash that is the same in every process and on every machine.
///
/// Source: Fowler, Noll and Vo, FNV-1a with 64 bits.
public enum StableHash {
  /// The hash of these bytes. Complexity: O(n).
  @inlinable
  public static func fnv1a(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
