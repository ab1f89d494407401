/// The sources and headers of the C runtime by floor, and where they break the order of the floors.
///
/// A *unit* is a source with its headers: `Core/tasks.c` and `Core/tasks.h`, or `Entry/canary.c` and
/// `include/csr_canary.h`. A unit includes only units of its own floor and of those below, no units form a circle, and
/// what a source defines for others is declared by its own headers, so that the includes show every call.
struct RuntimeFloors {
  /// From the ground up. Public headers belong to the floor of their source; those without one lie below all floors.
  static let order = ["include", "Platform", "Core", "Objects", "Entry"]
  /// The public header that includes all others, for the users of the runtime: it lies above all floors.
  static let umbrella = "CScheduleRuntime"

  private let files: [RuntimeFile]
  private let units: [String: [RuntimeFile]]

  /// The files by their path from the runtime's folder.
  init(_ texts: [String: String]) {
    files = texts.sorted { $0.key < $1.key }.map(RuntimeFile.init)
    units = Dictionary(grouping: files, by: \.unit)
  }

  /// Every breach, in the order of paths.
  func breaches() -> [String] {
    files.flatMap { includeBreaches($0) + declarationBreaches($0) } + circles()
  }

  private func includeBreaches(_ file: RuntimeFile) -> [String] {
    file.includes.flatMap { include in
      guard let target = self.target(of: include, in: file) else {
        return ["\(file.path) includes \(include), which is no file of the runtime"]
      }
      guard let from = floor(of: file.unit), let to = floor(of: target.unit) else {
        return ["\(file.path) or \(target.path) lies on no floor"]
      }
      return to > from ? ["\(file.path) includes \(target.path), which lies above it"] : []
    }
  }

  /// Quoted names are looked up beside the file, and then among the public headers, as the compiler does.
  private func target(of include: String, in file: RuntimeFile) -> RuntimeFile? {
    let beside =
      include.hasPrefix("../") ? String(include.dropFirst(3)) : "\(file.folder)/\(include)"
    return files.first { $0.path == beside } ?? files.first { $0.path == "include/\(include)" }
  }

  private func floor(of unit: String) -> Int? {
    guard unit != Self.umbrella else { return Self.order.count }
    let members = units[unit] ?? []
    let home = members.first(where: \.isSource) ?? members.first
    return home.flatMap { Self.order.firstIndex(of: $0.folder) }
  }

  private func declarationBreaches(_ file: RuntimeFile) -> [String] {
    let members = units[file.unit] ?? []
    let headers = members.filter { !$0.isSource }
    let sources = members.filter(\.isSource)
    if file.isSource {
      let undeclared = file.defined.filter { name in
        !headers.contains { $0.declared.contains(name) }
      }
      let foreign = file.declared.filter { name in
        files.contains { $0.unit != file.unit && $0.defined.contains(name) }
      }
      return undeclared.map { "\(file.path) defines \($0), which no header of its own declares" }
        + foreign.map { "\(file.path) declares \($0), which another source defines" }
    }
    return file.declared.filter { name in !sources.contains { $0.defined.contains(name) } }
      .map { "\(file.path) declares \($0), which its own source does not define" }
  }

  /// One line for the units in circles: what is left when those that use no unit, or that no unit uses, are taken away
  /// again and again.
  private func circles() -> [String] {
    var uses = units.mapValues { members in
      Set(
        members.flatMap { file in file.includes.compactMap { target(of: $0, in: file)?.unit } }
          .filter { $0 != members[0].unit })
    }
    while true {
      let used = uses.values.reduce(into: Set()) { $0.formUnion($1) }
      let kept = uses.filter { !$0.value.isEmpty && used.contains($0.key) }
      if kept.count == uses.count { break }
      uses = kept.mapValues { $0.filter { kept[$0] != nil } }
    }
    return uses.isEmpty ? [] : ["a circle among \(uses.keys.sorted().joined(separator: ", "))"]
  }
}

/// One file of the C runtime, as far as its names matter: those that begin with `csr_`.
private struct RuntimeFile {
  let path: String
  let folder: String
  let unit: String
  let isSource: Bool
  /// What it includes in quotes.
  let includes: [String]
  /// What it defines for other files, and what it declares only.
  var defined: Set<String> = []
  var declared: Set<String> = []

  init(path: String, text: String) {
    self.path = path
    let parts = path.split(separator: "/")
    folder = parts.dropLast().joined(separator: "/")
    let stem = parts.last?.split(separator: ".").first.map(String.init) ?? ""
    unit = stem.hasPrefix("csr_") ? String(stem.dropFirst(4)) : stem
    isSource = path.hasSuffix(".c")
    includes = text.split(separator: "\n").filter { $0.hasPrefix("#include \"") }
      .map { String($0.dropFirst("#include \"".count).prefix { $0 != "\"" }) }
    for statement in Self.statements(of: text) { note(statement) }
  }

  private mutating func note(_ statement: (head: String, hasBody: Bool)) {
    let head = statement.head
    guard !head.contains("static "), !head.contains("CSR_EXPORT"), !head.contains("typedef ") else {
      return
    }
    if let function = head.firstMatch(of: #/\b(csr_\w+)\s*\(/#) {
      if statement.hasBody {
        defined.insert(String(function.1))
      } else {
        declared.insert(String(function.1))
      }
    } else if let variable = head.firstMatch(of: #/\b(csr_\w+)\s*(?:__attribute__.*|=.*|\[.*)?$/#),
      head.contains(" ")
    {
      if head.contains("extern ") {
        declared.insert(String(variable.1))
      } else {
        defined.insert(String(variable.1))
      }
    }
  }

  /// What stands outside of braces: each text up to a semicolon, or up to the brace that opens a body.
  private static func statements(of text: String) -> [(head: String, hasBody: Bool)] {
    var found: [(head: String, hasBody: Bool)] = []
    var head = ""
    var depth = 0
    for character in withoutDirectives(CodeReader.codeOnly(text)) {
      switch character {
      case "{":
        if depth == 0 { found.append((head, true)) }
        depth += 1
      case "}":
        depth -= 1
        head = ""
      case ";":
        if depth == 0 { found.append((head, false)) }
        head = ""
      default:
        if depth == 0 { head.append(character == "\n" ? " " : character) }
      }
    }
    return found
  }

  private static func withoutDirectives(_ code: String) -> String {
    var isDirective = false
    var kept = ""
    for line in code.split(separator: "\n", omittingEmptySubsequences: false) {
      let begins = isDirective || line.hasPrefix("#")
      isDirective = begins && line.hasSuffix("\\")
      if !begins { kept += line + "\n" }
    }
    return kept
  }
}
