extension CorpusStore {
  /// The libraries that have a folder, sorted.
  public func libraries() throws(CorpusStoreError) -> [String] {
    try CorpusFolder.names(in: root).filter { CorpusFolder.isFolder("\(root)/\($0)") }
  }

  /// The scenario files, of those libraries or of none, that lie where none is read, in the order of paths.
  public func strays(of libraries: [String]) throws(CorpusStoreError) -> [String] {
    var strays = try loose(in: root)
    for library in libraries {
      let folder = "\(root)/\(library)"
      guard CorpusFolder.isFolder(folder) else { continue }
      strays += try loose(in: folder)
      for invariant in try CorpusFolder.names(in: folder) {
        let inner = "\(folder)/\(invariant)"
        // A linked folder may lie anywhere, and be as large as the whole file system.
        guard CorpusFolder.isFolder(inner), !CorpusFolder.isLink(inner) else { continue }
        for below in try CorpusFolder.names(in: inner).map({ "\(inner)/\($0)" })
        where CorpusFolder.isFolder(below) && !CorpusFolder.isLink(below) {
          strays += try Self.files(at: below, followsLinks: false)
        }
      }
    }
    return strays
  }

  /// Scenario files right in a folder.
  private func loose(in folder: String) throws(CorpusStoreError) -> [String] {
    try CorpusFolder.names(in: folder).filter { $0.hasSuffix(Self.fileSuffix) }
      .map { "\(folder)/\($0)" }.filter { !CorpusFolder.isFolder($0) }
  }

  /// Removes one file; the others are not affected.
  public static func remove(_ path: String) throws(CorpusStoreError) {
    try CorpusFolder.remove(path)
  }

  /// What became of the files of one kind of another corpus.
  public struct Merged<File: SavedFile>: Sendable {
    public var added: [SavedEntry<File>] = []
    /// Their failure, or the very same script, was here already.
    public var known: [SavedEntry<File>] = []
  }

  /// What became of the files of another corpus.
  public struct Merging: Sendable {
    public var scenarios = Merged<CorpusFile>()
    public var primitives = Merged<PrimitiveFile>()
    public var damaged: [DamagedFile] = []
  }

  /// Takes in the files of another corpus whose failures this one does not hold, with their comments.
  ///
  /// What is damaged there is named and left where it is. Throws where this corpus cannot be written, or the
  /// other one cannot be read at all; what was added until then stays.
  public func merge(_ other: CorpusStore) throws(CorpusStoreError) -> Merging {
    var merging = Merging()
    for library in try other.libraries() {
      let here = try load(library: library)
      let there = try other.load(library: library)
      merging.damaged += there.damaged
      try merge(there.entries, into: here.entries, &merging.scenarios)
      try merge(there.primitives, into: here.primitives, &merging.primitives)
    }
    return merging
  }

  private func merge<File: SavedFile>(
    _ there: [SavedEntry<File>], into kept: [SavedEntry<File>], _ merged: inout Merged<File>
  ) throws(CorpusStoreError) {
    var here = kept
    for entry in there {
      if here.contains(where: { $0.covers(entry) }) {
        merged.known.append(entry)
        continue
      }
      let saved = try save(entry.file, under: entry.invariant)
      let added = SavedEntry(path: saved.path, file: entry.file)
      here.append(added)
      merged.added.append(added)
    }
  }
}
