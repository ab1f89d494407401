import Testing

@testable import RxFuzzKit

@Suite("What a journal holds")
struct JournalTests {
  private static let before = Journal.Counters(
    raced: 1_000, overlapped: 900, firstQueueFirst: 500, undecided: 3, schedules: 32,
    exploredMicroseconds: 700, primitiveRaces: 128)

  @Test("goes on from what it held before")
  func growth() {
    var now = Self.before
    #expect(now.canFollow(Self.before, bound: 4_096))
    now.raced += 256
    now.overlapped += 200
    now.schedules += 32
    now.exploredMicroseconds += 5_000
    #expect(now.canFollow(Self.before, bound: 4_096))
    now.raced = 4_097
    #expect(!now.canFollow(Self.before, bound: 4_096))
  }

  @Test("is refused where the child has written over it, whatever stands there")
  func nonsense() {
    let words: [WritableKeyPath<Journal.Counters, UInt64>] = [
      \.raced, \.overlapped, \.firstQueueFirst, \.undecided, \.schedules, \.exploredMicroseconds,
      \.primitiveRaces,
    ]
    for word in words {
      for value: UInt64 in [.max, .max - 1, 1 << 63, 0] {
        var now = Self.before
        now[keyPath: word] = value
        #expect(!now.canFollow(Self.before, bound: 4_096), "\(word) \(value)")
        var both = now
        both.undecided = .max
        both.schedules = .max
        #expect(!both.canFollow(Self.before, bound: 4_096))
      }
    }
  }

  @Test("names no iteration that could overflow where it is added up")
  func iterations() throws {
    let journal = try Journal.create()
    journal.begin(iteration: -1)
    #expect(journal.position.iteration <= UInt64(UInt32.max))
  }
}
