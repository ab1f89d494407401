import RxFuzzKit
import Testing

@Suite struct ScenarioCodecTests {
  @Test(arguments: CodecExamples.files)
  func aPrintedFileReadsBackAndPrintsTheSame(text: String) throws {
    let file = try ScenarioCodec.parseFile(text)
    #expect(ScenarioCodec.print(file) == text)
  }

  @Test func aFileIsReadIntoItsParts() throws {
    let file = try ScenarioCodec.parseFile(CodecExamples.full)
    let scenario = file.scenario
    #expect(scenario.library == "RxCore")
    #expect(scenario.feeds == [0, 1] && scenario.subjects == [0])
    #expect(scenario.before == [.next(feed: 0, payload: 1), .subscribe(subscription: 2)])
    #expect(scenario.queues.map(\.count) == [2, 2, 1, 1])
    #expect(scenario.holders == [1: .bag, 2: .serial])
    #expect(scenario.holdSpins == 200)
    #expect(
      scenario.reactions.first
        == Reaction(
          subscription: 1, trigger: .next(ordinal: 2),
          actions: [.dispose(subscription: 1), .next(feed: 0, payload: 3)]))
    #expect(file.comments == ["Seen twice on a loaded machine.", ""])
    #expect(file.schedule == "explore:v1:9f3k")
    #expect(
      file.verdict == .init(.disp5, "resource of feed b disposed 2 times # really"))
    #expect(file.origin == .init(seed: .max, iteration: 1017, version: "0.1.0"))
    #expect(file.replay == "rxfuzz replay 'corpus/x y.rxf' # as it is")
  }

  @Test func blanksCommentsAndLineEndingsDoNotMatter() throws {
    let text =
      "# first\r\n\r\n  rxf\t1 # version\r\nchain feed a|>map +1|>take 2#two\r\n"
      + "queue p completed a\r\nqueue q dispose 1\r\nlibrary RxCore"
    let scenario = try ScenarioCodec.parse(text)
    #expect(scenario.chain.description == "feed a |> map +1 |> take 2")
  }

  @Test func textsOfAFileAreBroughtIntoTheFormOfOneLine() throws {
    let scenario = try ScenarioCodec.parse(CodecExamples.plain)
    let file = CorpusFile(
      scenario, schedule: "a b#c", verdict: .init(.crash1, "  Fatal error:\r\n\tfoo\u{2028} "),
      origin: .init(seed: 1, iteration: 2, version: "1.0, dirty"), replay: " \n ",
      comments: ["#one\ntwo"])
    #expect(try ScenarioCodec.parseFile(ScenarioCodec.print(file)) == file)
    #expect(file.replay == nil && file.verdict?.message == "Fatal error:   foo")
  }

  /// A change to the plain example and what is then said about it.
  struct Damage: Sendable, CustomTestStringConvertible {
    let word: String
    let replacement: String
    let line: Int
    let column: Int
    let says: String

    init(_ word: String, _ replacement: String, _ line: Int, _ column: Int, _ says: String) {
      self.word = word
      self.replacement = replacement
      self.line = line
      self.column = column
      self.says = says
    }

    var testDescription: String { "\(word) → \(replacement)" }
  }

  @Test(arguments: [
    Damage("rxf 1", "rfx 1", 1, 1, "expected `rxf 1` first, found `rfx`"),
    Damage("rxf 1", "rxf 2", 1, 5, "version `2` is unknown, this tool reads version 1"),
    Damage("library ", "libary ", 2, 1, "`libary` is no key, accepted are library, chain"),
    Damage("RxCore", "../up", 2, 11, "`../up` is no library name"),
    Damage("take 2", "tkae 2", 3, 49, "`tkae` is no operator, did you mean take"),
    Damage(
      "take 2", "take", 3, 53, "expected a count, 0 to 3, for take, found the end of the line"),
    Damage("take 2", "take 4", 3, 54, "take needs a count, 0 to 3, not `4`"),
    Damage("take 2", "take 2 2", 3, 56, "expected `|>` or the end of the line, found `2`"),
    Damage("take 2", "merge", 3, 49, "merge takes 2 to 3 inputs and cannot follow |>"),
    Damage("map +1", "map 1", 3, 42, "map needs an amount, +1 to +9, not `1`"),
    Damage("feed a,", "feed a |> ,", 3, 27, "expected an operator, found `,`"),
    Damage("feed a,", "feed a", 3, 24, "expected `|>`, `,` or `)`, found `subject`"),
    Damage("feed a,", "map +1,", 3, 17, "map takes 1 input, here it has 0"),
    Damage("merge(feed a,", "merge(", 3, 11, "merge takes 2 to 3 inputs, here it has 1"),
    Damage("subject b", "subject a", 3, 11, "a is both a feed and a subject"),
    Damage("queue q", "queue r", 5, 7, "expected queue q next, not `r`"),
    Damage("next b 2", "nxt b 2", 5, 11, "`nxt` is no action, accepted are next, error"),
    Damage("next b 2", "next c 2", 5, 11, "the chain has no feed c; it has a, b"),
    Damage("next b 2", "next z 2", 5, 16, "expected a feed letter, a to h, not `z`"),
    Damage("next b 2", "next b -2", 5, 18, "expected a payload, 0 to 9999, not `-2`"),
    Damage("next b 2", "next a 2", 5, 11, "feed a is driven by queue p already"),
    Damage("next b 2", "error a", 5, 11, "feed a would end while queue p drives it"),
    Damage("dispose 1", "dispose 9", 5, 29, "expected a subscription, 1 to 8, not `9`"),
    Damage("dispose 1", "drop 1", 5, 21, "drop 1 needs `holder 1 bag`"),
    Damage("dispose 1", "subscribe 1, subscribe 1", 5, 34, "subscription 1 is subscribed twice"),
    Damage("dispose 1", "dispose 1;", 5, 29, "expected a subscription, 1 to 8, not `1;`"),
    Damage("dispose 1", "dispose 1,", 5, 31, "expected an action, one of next, error"),
    Damage("dispose 1", "dispose 1\nchain just 1", 6, 1, "`chain` stands on line 3 already"),
    Damage("dispose 1", "dispose 1\nholder 1 bog", 6, 10, "expected one of slot, bag"),
    Damage(
      "dispose 1", "dispose 1\nreact 1 at nxt", 6, 12,
      "expected next, error, completed, disposed or closure"),
    Damage(
      "dispose 1", "dispose 1\nreact 1 at next 1: next a 3", 6, 20,
      "an observer may not drive a: only a serialised subject allows it"),
    Damage("dispose 1", "dispose 1\nverdict WHAT-1 x", 6, 9, "`WHAT-1` is no invariant"),
    Damage("dispose 1", "dispose 1\nfound seed x, iteration 1", 6, 12, "`x` is no seed"),
    Damage("dispose 1", "dispose 1\nhold 1e9", 6, 6, "expected spin iterations, 0 to 100000"),
    Damage(
      "queue q   next b 2, dispose 1\n", "queue q", 5, 8, "expected an action, one of next"),
    Damage("library   RxCore\n", "", 4, 1, "the text ends without a line `library`"),
  ])
  func damageIsNamedWithItsPlace(damage: Damage) throws {
    let parts = CodecExamples.plain.split(
      separator: damage.word, maxSplits: 1, omittingEmptySubsequences: false)
    let text = parts.joined(separator: damage.replacement)
    let error = #expect(throws: ScenarioCodec.ParseError.self) { try ScenarioCodec.parse(text) }
    let found = try #require(error)
    #expect(found.line == damage.line && found.column == damage.column, "\(found)")
    #expect(found.message.hasPrefix(damage.says), "\(found)")
    #expect(!found.message.contains("\n"))
  }

  @Test func anEmptyTextIsNamedToo() {
    let error = #expect(throws: ScenarioCodec.ParseError.self) { try ScenarioCodec.parse("") }
    #expect(error?.description == "line 1, column 1: the text ends without a line `rxf 1`")
  }

  @Test func bytesThatAreNoTextAreNamedWithTheirPlace() {
    let bytes = Array("rxf 1\n# é".utf8) + [0xFF, 0x41]
    let error = #expect(throws: ScenarioCodec.ParseError.self) {
      try ScenarioCodec.parseFile(bytes: bytes)
    }
    #expect(error?.line == 2 && error?.column == 4)
  }

  @Test func aGraphTooDeepForTheStackIsRejected() {
    let nested =
      String(repeating: "map(", count: 5_000) + "feed a"
      + String(repeating: ") +1", count: 5_000)
    let piped = "feed a" + String(repeating: " |> debug", count: 5_000)
    for chain in [nested, piped] {
      let text = "rxf 1\nlibrary RxCore\nchain \(chain)\nqueue p dispose 1\n"
      let error = #expect(throws: ScenarioCodec.ParseError.self) { try ScenarioCodec.parse(text) }
      #expect(error?.line == 3)
      #expect(error?.message == "the chain is more than 24 operators deep")
    }
  }

  @Test func aTextBeyondTheBoundIsRejected() {
    let text = String(repeating: "#", count: ScenarioLimits.textBytesMax + 1)
    #expect(throws: ScenarioCodec.ParseError.self) { try ScenarioCodec.parse(text) }
  }
}
