import Testing

@testable import RxFuzzKit

@Suite("What the system has none left of")
struct ExhaustionTests {
  @Test("nothing is missing here")
  func nothing() {
    #expect(Exhaustion.beforeRun() == nil)
    #expect(Exhaustion.now() == nil)
  }

  @Test("last words report it, but not where a library asks for more than there can be")
  func lastWords() {
    let refused = "Fatal error: failed to allocate 1048576 bytes of memory with alignment 16"
    #expect(Exhaustion(lastWords: refused, isMemoryBound: true) == .memory)
    #expect(Exhaustion(lastWords: refused, isMemoryBound: false) == nil)
    let thrown =
      "terminate called after throwing an instance of 'std::system_error'\n"
      + "  what():  Resource temporarily unavailable\n"
    #expect(Exhaustion(lastWords: thrown, isMemoryBound: false) == .threads)
    #expect(Exhaustion(lastWords: "Fatal error: Too many open files", isMemoryBound: true) == nil)
  }

  @Test("each is reported in words that name the bound to raise", arguments: Exhaustion.allCases)
  func words(missing: Exhaustion) {
    #expect(missing.words.hasPrefix("the system has no "))
    #expect(!missing.words.contains("\n"))
  }

  @Test("a failed call of the system says whether something was missing")
  func systemErrors() {
    #expect(SystemError("cannot make a pipe", code: 24).exhaustion == .descriptors)
    #expect(SystemError("cannot make a pipe", code: 2).exhaustion == nil)
  }
}
