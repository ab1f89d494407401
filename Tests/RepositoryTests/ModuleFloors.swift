/// The order of a module's folders, from the ground up: a file names only types of its own folder and of those before
/// it. One row for each module.
struct ModuleFloors: CustomStringConvertible, Sendable {
  /// From the repository's root, for example `Sources/RxFuzzKit`.
  let module: String
  /// From the module's folder; a subfolder belongs to the nearest one that is listed. `.` stands for files that lie in
  /// no folder.
  let folders: [String]
  /// Folders that do not name each other at all.
  var isolated: [String] = []

  var description: String { module }

  static let all = [
    ModuleFloors(
      module: "Sources/RxCore",
      folders: [
        "Base", "Synchronization", "Disposables", "Events", "Stages", "Schedulers", "Contract",
        "Machinery", "Subjects", "Relays", "Sharing", "Operators", "Traits", "Concurrency",
      ]),
    ModuleFloors(
      module: "Sources/ScheduleKit",
      folders: [
        "Base", "Runtime", "Decisions", "Strategies", "Replay", "Reports", "Session", "Search",
        "Rendezvous", "Watchdog",
      ]),
    ModuleFloors(
      module: "Sources/ScheduleTesting",
      folders: ["Settings", "Issues", "Race", "Linearizable"]),
    ModuleFloors(
      module: "Sources/RxFuzzKit",
      folders: [
        "Base", "System", "Model", "Scenario", "Record", "Explain", "Check", "Library", "Stress",
        "Explore", "Generate", "Shrink", "Primitives", "Corpus", "Campaign/Interface",
        "Campaign/Exchange", "Campaign/Child", "Campaign/Parent", "Report", "Emit", "SelfTest",
      ], isolated: ["Campaign/Child", "Campaign/Parent"]),
    ModuleFloors(
      module: "Sources/RxFuzzCommand", folders: ["Terminal", "Arguments", "Commands", "."]),
  ]

  /// The place of a file's folder in the order; nil where it is not listed.
  func floor(of path: String) -> Int? {
    let parts = path.dropFirst(module.utf8.count + 1).split(separator: "/").dropLast()
    if parts.isEmpty { return folders.firstIndex(of: ".") }
    var length = parts.count
    while length > 0 {
      let folder = parts.prefix(length).joined(separator: "/")
      if let floor = folders.firstIndex(of: folder) { return floor }
      length -= 1
    }
    return nil
  }

  /// Every name of a type that a file must not know, and every file that stands in no listed folder.
  /// - Parameter files: those of the module.
  func breaches(in files: [SourceFile]) -> [Place] {
    let known = files.map { KnownFile(file: $0, floor: floor(of: $0.path)) }
    var owners: [String: [TypeOwner]] = [:]
    for file in known {
      for type in file.types.declared {
        owners[type.name, default: []].append(
          TypeOwner(floor: file.floor ?? 0, isNested: type.isNested))
      }
    }
    return known.flatMap { file -> [Place] in
      guard let floor = file.floor else {
        return [Place(path: file.path, line: 1, note: "stands in a folder that has no floor")]
      }
      return file.types.mentioned.compactMap { mention in
        guard !file.types.local.contains(mention.name), let owners = owners[mention.name],
          let owner = owner(of: mention, among: owners, on: floor)
        else { return nil }
        let isApart = [floor, owner.floor].allSatisfy { isolated.contains(folders[$0]) }
        guard owner.floor > floor || isApart && owner.floor != floor else { return nil }
        return Place(
          path: file.path, line: mention.line,
          note: "\(folders[floor]) names \(mention.name) of \(folders[owner.floor])")
      }
    }
  }

  /// Which type is meant, as far as that can be known by names alone.
  ///
  /// Behind a dot it is one that has the name for itself. Alone it is the one outside of other types; but where a nested
  /// namesake lives on the same floor, that one.
  private func owner(
    of mention: TypeNames.Mention, among owners: [TypeOwner], on floor: Int
  ) -> TypeOwner? {
    if owners.count == 1 { return owners[0] }
    if mention.isQualified || owners.contains(where: { $0.floor == floor }) { return nil }
    return owners.first { !$0.isNested }
  }
}

/// A file with the names in it.
private struct KnownFile {
  let path: String
  let floor: Int?
  let types: TypeNames

  init(file: SourceFile, floor: Int?) {
    path = file.path
    self.floor = floor
    types = TypeNames(file.code)
  }
}

/// Where a type is declared.
private struct TypeOwner {
  let floor: Int
  let isNested: Bool
}
