import Testing

@testable import RxFuzzKit

@Suite("Fingerprints of findings")
struct FindingFingerprintTests {
  @Test(
    "numbers and letters do not matter, words do",
    arguments: [
      ("disposed 2 times", "disposed 13 times", true),
      ("at 0x7f00ab12 in Sink.on", "at 0x5511 in Sink.on", true),
      ("trap (RxCore/Sink.swift:12)", "trap (RxCore/Sink.swift:99)", true),
      ("trap (RxCore/Sink.swift:12)", "trap (RxCore/Merge.swift:12)", false),
      ("of feed b disposed", "of feed a disposed", true),
      ("of subject b, which", "of subject a, which", true),
      ("the queue on which", "the queue in which", false),
      ("next 2 (sent by `next a 2` on p) where", "next 1 where", true),
      ("next 2 (sent by `next a 2` on p) where next 2", "next 2 where next 2 (sent by x)", true),
      ("got next 2 (sent by", "got next 2 where", false),
      ("read in a (tool+0x12); write in b (tool+0x3)", "read in a (x-2.bin+0x4); write in b", true),
      ("read in a (tool+0x12)", "read in b (tool+0x12)", false),
      ("in Zip2.next", "in Zip3.next", false), ("two  blanks", "two blanks", true),
    ])
  func normalised(first: String, second: String, areEqual: Bool) {
    let fingerprints = [first, second].map {
      FindingFingerprint(invariant: .crash1, message: $0)
    }
    #expect((fingerprints[0] == fingerprints[1]) == areEqual)
  }

  @Test(
    "whatever damaged memory leads to is one failure; a trap with a site, or of another kind, is none of it"
  )
  func damage() {
    func fingerprint(_ message: String) -> FindingFingerprint {
      FindingFingerprint(invariant: .crash1, message: message)
    }
    let signs = [
      "killed by SIGSEGV", "double free or corruption (out", "malloc(): unaligned tcache chunk",
      "terminate called after throwing an instance of 'std::system_error'",
    ]
    #expect(Set(signs.map(fingerprint)).count == 1)
    for other in ["killed by SIGILL", "Index out of range (Array.swift:12)"] {
      #expect(fingerprint(other) != fingerprint(signs[0]))
    }
  }

  @Test("two invariants never share a fingerprint")
  func invariants() {
    #expect(
      FindingFingerprint(invariant: .disp4, message: "x")
        != FindingFingerprint(invariant: .disp5, message: "x"))
  }
}
