import Foundation
import RxCore
import RxCoreFoundation
import Testing

@Suite("Decoding")
struct DecodeTests {
  private struct Point: Codable, Equatable { var x: Int }

  @Test("makes values of data, and fails with the decoder's error")
  func json() {
    let source = Observable.of(Data(#"{"x":1}"#.utf8), Data(#"{"x":2}"#.utf8), Data("?".utf8))
    let points = source.decode(type: Point.self, decoder: JSONDecoder()).map(\.x)
    #expect(points.recorded() == ["1", "2", "error", "disposed"])
  }

  @Test("reads property lists too")
  func propertyList() throws {
    let data = try PropertyListEncoder().encode(Point(x: 3))
    let points = Observable.just(data).decode(type: Point.self, decoder: PropertyListDecoder())
    #expect(points.map(\.x).recorded() == ["3", "completed", "disposed"])
  }
}
