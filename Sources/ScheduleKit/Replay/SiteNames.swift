/// Names for addresses of code that mean the same in every process: hashes of function names.
///
/// Thread-safety: use from one thread at a time.
public final class SiteNames {
  /// Bits of a name; replay strings hold as many.
  static let bits: UInt32 = 24

  private let symbol: (UInt) -> String?
  private var names: [UInt: UInt32] = [:]
  /// The names that were asked for last, by some bits of the address.
  private var recent: [(site: UInt, name: UInt32)] = Array(repeating: (0, 0), count: 512)

  /// - Parameter symbol: the name of the function that holds an address, or nil where it has none.
  public init(symbol: @escaping (UInt) -> String?) { self.symbol = symbol }

  /// 0 for a place without a name.
  func name(of site: UInt) -> UInt32 {
    let place = Int((site ^ site >> 9) & 511)
    if recent[place].site == site { return recent[place].name }
    let name = names[site] ?? lookUp(site)
    recent[place] = (site, name)
    return name
  }

  private func lookUp(_ site: UInt) -> UInt32 {
    var name: UInt32 = 0
    if let symbol = symbol(site) {
      let hash = StableHash.fnv1a(symbol.utf8)
      name = UInt32(truncatingIfNeeded: hash ^ (hash >> 32)) & ((1 << Self.bits) - 1)
    }
    names[site] = name
    return name
  }
}
