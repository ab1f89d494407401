import Testing

#if os(Linux) && arch(x86_64)
  @Suite("Errors of memory in free races", .serialized, .timeLimit(.minutes(5)))
  struct MemoryErrorTests {
    let testbed: Testbed

    init() throws { testbed = try Testbed() }

    private func race(_ fault: String) throws -> Testbed.Outcome {
      try testbed.run(
        "--seed", "42", "--iterations", "6000", "--jobs", "1", "--engine", "stress",
        "--shrink-seconds", "0", fault: "\(fault):1")
    }

    @Test(
      "what the heap would have hidden by chance is a crash",
      arguments: [
        ("late", "killed by SIGSEGV"),
        ("fresh", "killed by SIGSEGV"),
        ("again", "double free of a block of at most 40 bytes"),
        ("afterwards", "a block of at most 40 bytes was written to after it had been freed"),
      ])
    func mistake(_ fault: String, _ message: String) throws {
      defer { testbed.remove() }
      let outcome = try race(fault)
      #expect(outcome.code == 1, "\(outcome.output) \(outcome.errors)")
      #expect(outcome.output.contains("CRASH-1"))
      #expect(outcome.output.contains(message), "\(outcome.output)")
    }

    @Test("the same without a mistake is none")
    func tidy() throws {
      defer { testbed.remove() }
      let outcome = try race("tidy")
      #expect(outcome.code == 0, "\(outcome.output) \(outcome.errors)")
    }
  }
#endif
