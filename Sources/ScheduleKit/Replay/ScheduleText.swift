/// A schedule as a short text that can be pasted: `explore:v1:` and one word.
///
/// The word holds, in base64 with the alphabet for addresses: the strategy that found the schedule with its
/// parameters and seed, and the deviations from a run without preemptions, closed by a checksum.
public struct ScheduleText: Hashable, Sendable {
  public static let prefix = "explore:v1:"
  /// Longest text that is read.
  public static let lettersMax = 64 * 1024
  /// Most deviations that a text holds.
  public static let deviationsMax = 16_384

  /// The strategy that found it, as `StrategyTable` names it.
  public var strategy: String
  /// Its parameters: the memory model, where that is not the sequentially consistent one.
  public var parameters: [UInt64]
  /// The seed of the strategy that goes on where a replay diverges.
  public var seed: UInt64
  public var deviations: [Deviation]

  /// Why a text is no schedule: one line.
  public struct ParseError: Error, Hashable, Sendable, CustomStringConvertible {
    public let message: String
    public var description: String { message }
  }

  /// The text; `ScheduleText(parsing:)` gives the schedule back.
  public var text: String {
    var bytes = ByteWriter()
    bytes.add(strategy)
    bytes.add(UInt64(parameters.count))
    for parameter in parameters { bytes.add(parameter) }
    bytes.add(seed)
    bytes.add(UInt64(deviations.count))
    for deviation in deviations {
      bytes.add(UInt64(deviation.at.path))
      bytes.add(UInt64(deviation.at.kind.rawValue))
      bytes.add(UInt64(deviation.at.site))
      bytes.add(UInt64(deviation.at.ordinal))
      bytes.add(UInt64(deviation.to))
    }
    let sum = Self.checksum(bytes.bytes[...])
    for shift in [0, 8, 16, 24] { bytes.bytes.append(UInt8(truncatingIfNeeded: sum >> shift)) }
    return Self.prefix + Base64Address.encode(bytes.bytes)
  }

  /// The memory model of the run.
  public var memory: MemoryModel {
    parameters.first.flatMap(MemoryModel.init(rawValue:)) ?? .sequential
  }

  /// A schedule of a run with that memory model.
  public init(strategy: String, seed: UInt64, memory: MemoryModel, deviations: [Deviation]) {
    self.init(
      strategy: strategy, parameters: memory == .sequential ? [] : [memory.rawValue], seed: seed,
      deviations: deviations)
  }

  public init(strategy: String, parameters: [UInt64] = [], seed: UInt64, deviations: [Deviation]) {
    self.strategy = strategy
    self.parameters = parameters
    self.seed = seed
    self.deviations = deviations
  }

  public init(parsing text: String) throws(ParseError) {
    guard text.utf8.count <= Self.lettersMax else {
      throw ParseError(message: "a schedule has at most \(Self.lettersMax) letters")
    }
    guard text.hasPrefix(Self.prefix) else {
      throw ParseError(message: "a schedule begins with `\(Self.prefix)`")
    }
    guard let bytes = Base64Address.decode(text.dropFirst(Self.prefix.count)), bytes.count > 4
    else {
      throw ParseError(
        message:
          "a schedule has letters, digits, `-` and `_` behind `\(Self.prefix)`, and no others")
    }
    let body = bytes.dropLast(4)
    var sum: UInt32 = 0
    for byte in bytes.suffix(4).reversed() { sum = sum << 8 | UInt32(byte) }
    guard sum == Self.checksum(body) else {
      throw ParseError(message: "the schedule's checksum does not match: it is cut or mistyped")
    }
    var reader = ByteReader(bytes: body)
    guard let schedule = Self.read(&reader), reader.isAtEnd else {
      throw ParseError(message: "the schedule was written by another version of this tool")
    }
    self = schedule
  }

  private static func read(_ reader: inout ByteReader) -> ScheduleText? {
    guard let strategy = reader.text(), let parameterCount = reader.number(), parameterCount <= 16
    else { return nil }
    var parameters: [UInt64] = []
    for _ in 0..<parameterCount {
      guard let parameter = reader.number() else { return nil }
      parameters.append(parameter)
    }
    guard let seed = reader.number(), let count = reader.number(), count <= deviationsMax else {
      return nil
    }
    var deviations: [Deviation] = []
    for _ in 0..<count {
      guard let path = reader.small(),
        let kind = reader.small().flatMap({ UInt8(exactly: $0) })
          .flatMap(ScheduleOperation.Kind.init(rawValue:)),
        let site = reader.small(), let ordinal = reader.small(), let target = reader.small()
      else { return nil }
      deviations.append(
        Deviation(at: Arrival(path: path, kind: kind, site: site, ordinal: ordinal), to: target))
    }
    return ScheduleText(
      strategy: strategy, parameters: parameters, seed: seed, deviations: deviations)
  }

  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    let hash = StableHash.fnv1a(bytes)
    return UInt32(truncatingIfNeeded: hash ^ (hash >> 32))
  }
}
