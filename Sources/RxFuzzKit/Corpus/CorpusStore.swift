/// The folder of scenarios worth keeping: `<root>/<library>/<invariant>/<slug>.rxf`.
///
/// Thread-safety: any thread and any number of processes may save at once; no file is ever overwritten.
public struct CorpusStore: Hashable, Sendable {
  /// A readable scenario.
  public typealias Entry = SavedEntry<CorpusFile>
  /// A readable script of a primitive.
  public typealias PrimitiveEntry = SavedEntry<PrimitiveFile>

  /// What a file of the corpus holds.
  public enum Content: Hashable, Sendable {
    case scenario(CorpusFile)
    case primitive(PrimitiveFile)
  }

  /// A file that could not be read; the others are not affected.
  public struct DamagedFile: Error, Hashable, Sendable, CustomStringConvertible {
    /// What stood in the way.
    public enum Reason: Hashable, Sendable {
      case unparsable(ScenarioCodec.ParseError)
      case unreadable(CorpusStoreError)
    }

    public let path: String
    public let reason: Reason

    /// One line, in the manner of compilers: `path:line:column: message`.
    public var description: String {
      switch reason {
      case .unparsable(let error):
        "\(PathText.shown(path)):\(error.line):\(error.column): \(error.message)"
      case .unreadable(let error): error.description
      }
    }
  }

  /// What a corpus holds, each list in the order of paths.
  public struct Contents: Sendable {
    public var entries: [Entry] = []
    public var primitives: [PrimitiveEntry] = []
    public var damaged: [DamagedFile] = []
  }

  /// Where a finding is kept.
  public struct Saved: Hashable, Sendable {
    public let path: String
    /// False where the same scenario was kept for that invariant already.
    public let isNew: Bool
  }

  static let fileSuffix = ".rxf"
  /// Files that may carry one slug, distinguished by a number.
  static let slugNumberMax = 1_000

  public let root: String

  public init(root: String) { self.root = root }

  /// Makes the root folder where it is missing and its parent exists, and makes sure that files can be
  /// written there, by writing one.
  ///
  /// Removes what runs that were killed have left of files they were about to write.
  public func prepare() throws(CorpusStoreError) {
    try CorpusFolder.make(root)
    try CorpusFolder.probe(root)
    TemporaryFile.removeLeftovers(in: root)
    for library in (try? libraries()) ?? [] {
      for invariant in (try? CorpusFolder.names(in: "\(root)/\(library)")) ?? [] {
        TemporaryFile.removeLeftovers(in: "\(root)/\(library)/\(invariant)")
      }
    }
  }

  /// The paths of all scenarios of a library, in the order of invariants and slugs, or none where the
  /// library has no folder yet.
  public func paths(library: String) throws(CorpusStoreError) -> [String] {
    _ = try CorpusFolder.names(in: root)
    let libraryFolder = "\(root)/\(library)"
    guard CorpusFolder.isFolder(libraryFolder) else { return [] }
    var paths: [String] = []
    for invariant in try CorpusFolder.names(in: libraryFolder) {
      let folder = "\(libraryFolder)/\(invariant)"
      guard CorpusFolder.isFolder(folder) else { continue }
      for name in try CorpusFolder.names(in: folder) where name.hasSuffix(Self.fileSuffix) {
        paths.append("\(folder)/\(name)")
      }
    }
    return paths
  }

  /// Every scenario of a library, and every file that is damaged.
  public func load(library: String) throws(CorpusStoreError) -> Contents {
    var contents = Contents()
    for path in try paths(library: library) {
      do throws(DamagedFile) {
        switch try Self.content(at: path) {
        case .scenario(let file): contents.entries.append(Entry(path: path, file: file))
        case .primitive(let file):
          contents.primitives.append(PrimitiveEntry(path: path, file: file))
        }
      } catch {
        contents.damaged.append(error)
      }
    }
    return contents
  }

  /// The paths of all scenario files below a folder, whatever their library, in the order of their names; the
  /// path itself where it is no folder. A folder to which several links lead is read once; linked folders below it are
  /// left out where `followsLinks` is false.
  public static func files(
    at path: String, followsLinks: Bool = true
  ) throws(CorpusStoreError) -> [String] {
    guard CorpusFolder.isFolder(path) else { return [path] }
    var seen: Set<CorpusFolder.Identity> = []
    return try files(in: path, followsLinks: followsLinks, &seen)
  }

  private static func files(
    in path: String, followsLinks: Bool, _ seen: inout Set<CorpusFolder.Identity>
  ) throws(CorpusStoreError) -> [String] {
    guard let identity = CorpusFolder.identity(of: path), seen.insert(identity).inserted else {
      return []
    }
    var files: [String] = []
    for name in try CorpusFolder.names(in: path) {
      let inner = path.hasSuffix("/") ? path + name : "\(path)/\(name)"
      if CorpusFolder.isFolder(inner) {
        if !followsLinks, CorpusFolder.isLink(inner) { continue }
        files += try Self.files(in: inner, followsLinks: followsLinks, &seen)
      } else if name.hasSuffix(fileSuffix) {
        files.append(inner)
      }
    }
    return files
  }

  /// Reads the scenario of one file, wherever it is; a primitive's script is none.
  public static func file(at path: String) throws(DamagedFile) -> CorpusFile {
    switch try content(at: path) {
    case .scenario(let file): return file
    case .primitive(let file):
      let error = ScenarioCodec.ParseError(
        line: 1, column: 1,
        message:
          "this is a script of the primitive \(file.program.primitive), not a scenario; it can be "
          + "replayed")
      throw DamagedFile(path: path, reason: .unparsable(error))
    }
  }

  /// Reads one file, wherever it is.
  public static func content(at path: String) throws(DamagedFile) -> Content {
    let bytes: [UInt8]
    do throws(CorpusStoreError) {
      bytes = try CorpusFolder.contents(of: path, bytesMax: ScenarioLimits.textBytesMax)
    } catch {
      throw DamagedFile(path: path, reason: .unreadable(error))
    }
    do throws(ScenarioCodec.ParseError) {
      return PrimitiveCodec.isPrimitive(bytes)
        ? .primitive(try PrimitiveCodec.parse(bytes: bytes))
        : .scenario(try ScenarioCodec.parseFile(bytes: bytes))
    } catch {
      throw DamagedFile(path: path, reason: .unparsable(error))
    }
  }

  /// Keeps a finding under its library and invariant, with a slug made of its operators or of its primitive's name.
  ///
  /// The file appears whole or not at all. The root folder must exist; the folders below are made.
  /// - `tool`: the command that replays, to which ` replay <path>` is added.
  public func save<File: SavedFile>(
    _ file: File, under invariant: InvariantName, tool: String = "rxfuzz"
  ) throws(CorpusStoreError) -> Saved {
    _ = try CorpusFolder.names(in: root)
    try CorpusFolder.make("\(root)/\(file.library)")
    let folder = folder(of: file, under: invariant)
    try CorpusFolder.make(folder)
    for number in 1...Self.slugNumberMax {
      let name = (number == 1 ? file.slug : "\(file.slug)-\(number)") + Self.fileSuffix
      let path = "\(folder)/\(name)"
      let text = Self.replayed(file, at: path, by: tool).text
      if try CorpusFolder.create(name, in: folder, bytes: Array(text.utf8)) {
        return Saved(path: path, isNew: true)
      }
      if let kept = try? Self.content(at: path), Self.subject(of: kept) == file.subject {
        return Saved(path: path, isNew: false)
      }
    }
    throw .crowded(path: "\(folder)/\(file.slug)\(Self.fileSuffix)")
  }

  private func folder(of file: some SavedFile, under invariant: InvariantName) -> String {
    "\(root)/\(file.library)/\(invariant.rawValue)"
  }

  private static func replayed<File: SavedFile>(
    _ file: File, at path: String, by tool: String
  ) -> File {
    file.replayed(by: "\(tool) replay \(ShellText.quoted(path))")
  }

  /// What a file races, where it is one of the kind that is asked for.
  private static func subject<Subject>(of content: Content) -> Subject? {
    switch content {
    case .scenario(let file): file.subject as? Subject
    case .primitive(let file): file.subject as? Subject
    }
  }

  /// Keeps a smaller form of a finding that is kept already, and removes the old file after that.
  public func replace(
    _ path: String, by file: some SavedFile, under invariant: InvariantName,
    tool: String = "rxfuzz"
  ) throws(CorpusStoreError) -> Saved {
    guard path == "\(folder(of: file, under: invariant))/\(file.slug)\(Self.fileSuffix)" else {
      let saved = try save(file, under: invariant, tool: tool)
      if saved.path != path { try CorpusFolder.remove(path) }
      return saved
    }
    try Self.overwrite(path, with: Self.replayed(file, at: path, by: tool))
    return Saved(path: path, isNew: false)
  }

  /// Writes a file in the place of another one, which is there whole until the new one is.
  public static func overwrite(
    _ path: String, with file: some SavedFile
  ) throws(CorpusStoreError) {
    try CorpusFolder.overwrite(path, bytes: Array(file.text.utf8))
  }
}
