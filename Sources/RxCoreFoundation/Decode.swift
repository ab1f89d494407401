import Foundation
import RxCore

/// Something that makes values of data.
public protocol DataDecoder: Sendable {
  /// Makes a value of `data`.
  func decode<Item: Decodable>(_ type: Item.Type, from data: Data) throws -> Item
}

extension JSONDecoder: DataDecoder {}
extension PropertyListDecoder: DataDecoder {}

extension ObservableType where Element == Data {
  /// Decodes each element. What the decoder throws ends the sequence with that error.
  /// ```
  /// source                                  --"1"--"2"--|
  /// decode(type: Int.self, decoder: json)   ---1----2---|
  /// ```
  /// Under a race: as for `map`.
  public func decode<Item: Decodable & Sendable>(
    type: Item.Type, decoder: some DataDecoder
  ) -> Observable<Item> {
    map { try decoder.decode(type, from: $0) }
  }
}
