extension CorpusStore {
  /// The libraries that have a folder, sorted.
  public func libraries() throws(CorpusStoreError) -> [String] {
    try CorpusFolder.names(in: root).filter { CorpusFolder.isFolder("\(root)/\($0)") }
  }

  /// Removes one file; the others are not affected.
  public static func remove(_ path: String) throws(CorpusStoreError) {
    try CorpusFolder.remove(path)
  }

  /// What became of the files of another corpus.
  public struct Merging: Sendable {
    public var added: [Entry] = []
    /// Their failure, or their very scenario, was here already.
    public var known: [Entry] = []
    public var addedParts: [PartEntry] = []
    public var knownParts: [PartEntry] = []
    public var damaged: [DamagedFile] = []
  }

  /// Takes in the files of another corpus whose failures this one does not hold, with their comments.
  ///
  /// What is damaged there is named and left where it is. Throws where this corpus cannot be written, or the
  /// other one cannot be read at all; what was added until then stays.
  public func merge(_ other: CorpusStore) throws(CorpusStoreError) -> Merging {
    var merging = Merging()
    for library in try other.libraries() {
      var here = try load(library: library).entries
      let there = try other.load(library: library)
      merging.damaged += there.damaged
      for entry in there.entries {
        if here.contains(where: { $0.covers(entry) }) {
          merging.known.append(entry)
          continue
        }
        let saved = try save(entry.file, under: entry.invariant)
        let added = Entry(path: saved.path, file: entry.file)
        here.append(added)
        merging.added.append(added)
      }
      try merge(there.parts, of: library, &merging)
    }
    return merging
  }
}

extension CorpusStore {
  private func merge(
    _ parts: [PartEntry], of library: String, _ merging: inout Merging
  ) throws(CorpusStoreError) {
    var here = try load(library: library).parts
    for entry in parts {
      if here.contains(where: { $0.covers(entry) }) {
        merging.knownParts.append(entry)
        continue
      }
      let saved = try save(entry.file, under: entry.invariant)
      let added = PartEntry(path: saved.path, file: entry.file)
      here.append(added)
      merging.addedParts.append(added)
    }
  }
}

extension CorpusStore.PartEntry {
  fileprivate var invariant: InvariantName {
    file.verdict?.invariant ?? CorpusStore.invariant(of: path)
  }

  /// Whether the other one is the same script, or fails like this one.
  fileprivate func covers(_ other: CorpusStore.PartEntry) -> Bool {
    if file.program == other.file.program, invariant == other.invariant { return true }
    guard let own = file.verdict, let verdict = other.file.verdict else { return false }
    return PartFailure(part: file.program.part, invariant: own.invariant, message: own.message)
      == PartFailure(
        part: other.file.program.part, invariant: verdict.invariant, message: verdict.message)
  }
}

extension CorpusStore {
  /// The invariant that a file's folder is named after.
  fileprivate static func invariant(of path: String) -> InvariantName {
    let folder = path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    return InvariantName(rawValue: folder) ?? .ref1
  }
}

extension CorpusStore.Entry {
  /// That of the verdict; without one, that of the folder it lies in.
  var invariant: InvariantName { file.verdict?.invariant ?? CorpusStore.invariant(of: path) }

  /// Whether the other one is the same scenario, or its failure is explained by this one's.
  fileprivate func covers(_ other: CorpusStore.Entry) -> Bool {
    if file.scenario == other.file.scenario, invariant == other.invariant { return true }
    guard let verdict = other.file.verdict, let known = KnownFailure(file) else { return false }
    return known.explains(
      Finding(
        invariant: verdict.invariant, message: verdict.message, scenario: other.file.scenario))
  }
}
