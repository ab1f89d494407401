import Testing

@testable import RxFuzzKit

@Suite("Tables that are looked up for every record of a trace")
struct NumberingTests {
  @Test("equal values have one number, others have others, even where all hashes are equal")
  func numbers() {
    for hash in [{ (_: Int) in UInt64(7) }, { UInt64($0) }] {
      var numbering = Numbering<Int>()
      for value in Array(0..<300) + Array(0..<300) {
        let number = numbering.number(of: value * 3, hash: hash(value))
        #expect(number == value)
      }
      #expect(numbering.elements == (0..<300).map { $0 * 3 })
    }
  }

  @Test("a table of words keeps the first value of a key until it is emptied")
  func words() {
    var table = WordTable()
    for round in 0..<3 {
      for key in 0..<1_000 {
        #expect(table[UInt64(key) << 32] == nil)
        let isNew = table.insert(Int32(key + round), for: UInt64(key) << 32)
        let isNewAgain = table.insert(-1, for: UInt64(key) << 32)
        #expect(isNew && !isNewAgain)
      }
      for key in 0..<1_000 { #expect(table[UInt64(key) << 32] == Int32(key + round)) }
      #expect(table[1] == nil)
      table.removeAll()
    }
  }
}
