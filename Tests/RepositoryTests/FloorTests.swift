import Testing

@Suite("The floors of the modules")
struct FloorTests {
  @Test("a file names only types of its own folder and of those below", arguments: ModuleFloors.all)
  func floors(_ floors: ModuleFloors) {
    let breaches = floors.breaches(in: Repository.files(below: floors.module, suffix: ".swift"))
    #expect(breaches.isEmpty, "\(list(breaches))")
  }

  @Test("each folder of the order holds files", arguments: ModuleFloors.all)
  func folders(_ floors: ModuleFloors) {
    let files = Repository.files(below: floors.module, suffix: ".swift")
    let inhabited = Set(files.compactMap { floors.floor(of: $0.path) })
    let empty = floors.folders.indices.filter { !inhabited.contains($0) }.map { floors.folders[$0] }
    #expect(empty.isEmpty)
  }

  @Test("the architecture of the kit lists its folders in their order")
  func architecture() throws {
    let page = try Repository.file("Sources/RxFuzzKit/RxFuzzKit.docc/Architecture.md")
    let listed = page.lines.compactMap { line -> String? in
      guard line.hasPrefix("* **") else { return nil }
      return line.dropFirst(4).firstRange(of: "**").map {
        String(line.dropFirst(4)[..<$0.lowerBound])
      }
    }
    let kit = try #require(ModuleFloors.all.first { $0.module == "Sources/RxFuzzKit" })
    #expect(listed == kit.folders)
  }

  private static let tower = ModuleFloors(
    module: "Sources/Kit", folders: ["Low", "Low/Attic", "Left", "Right", "."],
    isolated: ["Left", "Right"])

  private static func file(_ path: String, _ text: String) -> SourceFile {
    SourceFile(path: "Sources/Kit/\(path)", text: text)
  }

  /// What other files are written against.
  private static let others = [
    file("Low/Base.swift", "struct Base { struct Item {} }\nprotocol Shape {}"),
    file("Low/Attic/Dust.swift", "enum Dust { case grey }"),
    file("Left/Lamp.swift", "final class Lamp { enum Bulb { case on } }"),
    file("Left/Sort.swift", "struct Kind {}"),
    file("Right/Rug.swift", "extension Base { struct Kind {} }\nprivate struct Hidden {}"),
    file("Top.swift", "public struct Top {}"),
  ]

  private static func breaches(_ path: String, _ text: String) -> [String] {
    tower.breaches(in: others + [file(path, text)]).map(\.description)
  }

  @Test(
    "a mention of a type above is found with its line",
    arguments: [
      ("Low/A.swift", "let a = 1\nlet lamp: Lamp? = nil", "2: Low names Lamp of Left"),
      ("Low/A.swift", "func f() { use(Lamp.Bulb.on) }", "1: Low names Lamp of Left"),
      ("Low/A.swift", "struct A { var all: [String: Top] }", "1: Low names Top of ."),
      ("Low/A.swift", "extension Lamp { var a: Int { 1 } }", "1: Low names Lamp of Left"),
      ("Low/A.swift", "let kind = \"\"; let other: Kind", "1: Low names Kind of Left"),
      ("Low/A.swift", "init(_ lamp: Lamp) { self.init() }", "1: Low names Lamp of Left"),
      ("Low/A.swift", "let actor = Dust.grey", "1: Low names Dust of Low/Attic"),
      ("Low/Other/A.swift", "let dust: Dust", "1: Low names Dust of Low/Attic"),
      ("Low/A.swift", "func f<Value: Lamp>(_ value: Value) {}", "1: Low names Lamp of Left"),
      ("Left/A.swift", "typealias Bed = Top", "1: Left names Top of ."),
      ("Right/A.swift", "let lamp = Lamp()", "1: Right names Lamp of Left"),
      ("Right/A.swift", "let bulb = lamp as? Any.Bulb", "1: Right names Bulb of Left"),
      ("Cellar/A.swift", "let a = 1", "1: stands in a folder that has no floor"),
    ])
  func violating(path: String, text: String, breach: String) {
    let found = Self.breaches(path, text).filter { $0.hasPrefix("Sources/Kit/\(path):") }
    #expect(found.contains("Sources/Kit/\(path):\(breach)"), "\(found)")
  }

  @Test(
    "what is lawful is not found",
    arguments: [
      ("Left/A.swift", "let item: Base.Item, dust = Dust.grey, lamp = Lamp()"),
      ("Low/A.swift", "// Lamp\nlet a = \"Lamp \\(Lamp.name)\" /* Top */"),
      // A namesake of its own, of whatever kind.
      ("Low/A.swift", "func f<Lamp>(_ lamp: Lamp) -> Lamp { lamp }"),
      ("Low/A.swift", "protocol A { associatedtype Lamp\n  var lamp: Lamp { get } }"),
      ("Low/A.swift", "private struct Lamp {}\nlet lamp = Lamp()"),
      ("Low/A.swift", "func f() { struct Top {}\n  use(Top()) }"),
      // Behind a dot, a name that several types have says nothing.
      ("Low/A.swift", "let kind: Other.Kind"),
      // Nobody else can mean what is private, or local to a function.
      ("Low/A.swift", "let hidden: Hidden"),
      ("Low/Attic/A.swift", "let base = Base()"),
      ("A.swift", "let lamp: Lamp, rug: Base.Kind, top: Top"),
      ("Low/A.swift", "class func f<Top>(_ top: Top) {}\ninit<Lamp>(lamp: Lamp) {}"),
    ])
  func lawful(path: String, text: String) {
    #expect(Self.breaches(path, text) == [])
  }

  @Test("a namesake on the same floor is meant before one above")
  func namesake() {
    let files =
      Self.others + [
        Self.file("Low/B.swift", "extension Base { struct Lamp {} }"),
        Self.file("Low/C.swift", "extension Base { var lamp: Lamp { Lamp() } }"),
      ]
    #expect(Self.tower.breaches(in: files).isEmpty)
  }

  @Test(
    "declarations are known by whether they are nested, and left out where nobody else can name them"
  )
  func declarations() {
    let file = Self.file(
      "A.swift",
      """
      @MainActor public final class Outer<Element> where Element: Any {
        private(set) var count = 0
        struct Inner {}
        fileprivate enum Secret { struct Deep {} }
        class func make() -> Outer { struct Local {}; return Outer() }
      }
      extension Outer { typealias Number = Int }
      private extension Outer { struct Quiet {} }
      #if DEBUG
        indirect enum Tree { case leaf }
      #endif
      """)
    let declared = TypeNames(file.code).declared
    #expect(
      declared.map { "\($0.name)\($0.isNested ? " nested" : "")" }
        == ["Outer", "Inner nested", "Number nested", "Tree"])
  }
}
