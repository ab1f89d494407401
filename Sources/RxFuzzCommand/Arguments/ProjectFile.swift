import RxFuzzKit

/// The file in which a project keeps values of options.
struct ProjectFile {
  /// A value of it, as the command line would say it.
  struct Value: Equatable {
    /// Of the option, with its dashes.
    let option: String
    /// Nil for an option without a value, which is on.
    let text: String?
  }

  static let name = ".rxfuzz.json"
  static let bytesMax = 65_536
  /// Folders above the working folder that are looked into.
  private static let foldersMax = 64

  /// Where it lies, from the working folder.
  let path: String
  /// Those for every command that takes the option.
  private var shared: [Value] = []
  /// Those for one command, by its words.
  private var own: [String: [Value]] = [:]
  /// What it says to be off, against which nothing outweighs but the command line.
  private var off: [String: Set<String>] = [:]

  /// The project's file: in the working folder, or in one above it up to the one where the repository begins.
  static func find() throws(CommandFailure) -> ProjectFile? {
    var folder = ""
    for _ in 0..<foldersMax {
      let path = folder + name
      var bytes: [UInt8]?
      do { bytes = try SmallFile.contents(of: path, bytesMax: bytesMax) } catch {
        guard case .vanished = error else { throw .usage("\(error)") }
      }
      if let bytes { return try ProjectFile(path: path, bytes: bytes) }
      if SmallFile.exists(folder + ".git") || SmallFile.isRoot(folder.isEmpty ? "." : folder) {
        return nil
      }
      folder += "../"
    }
    return nil
  }

  init(path: String, bytes: [UInt8]) throws(CommandFailure) {
    self.path = path
    guard bytes.count <= Self.bytesMax else {
      throw .usage("\(PathText.shown(path)): it is longer than \(Self.bytesMax) bytes")
    }
    let value: JSONText
    do { value = try JSONReader.value(of: bytes) } catch {
      throw .usage("\(PathText.shown(path)):\(error.line):\(error.column): \(error.description)")
    }
    guard case .object(let members) = value else {
      throw .usage("\(PathText.shown(path)): one object is expected, such as {\"jobs\": 2}")
    }
    for member in members {
      if case .object(let inner) = member.value, let row = Self.row(named: member.name) {
        for value in inner { try add(value.name, value.value, of: row) }
      } else {
        try add(member.name, member.value, of: nil)
      }
    }
  }

  /// What it says of those options to that command, in its order.
  func values(for command: CommandRow) -> [Value] {
    let special = own[command.name] ?? []
    let silent = off[command.name] ?? []
    return special
      + shared.filter { value in
        !special.contains { $0.option == value.option } && !silent.contains(value.option)
      }
  }

  private static func row(named name: String) -> CommandRow? {
    CommandRow.all.first { $0.name == name }
  }

  private static let names = Option.all.map(\.name).filter { !Option.everywhere.contains($0) }

  private mutating func add(
    _ name: String, _ value: JSONText, of row: CommandRow?
  ) throws(CommandFailure) {
    let place = "\(PathText.shown(path)): \(row.map { "\($0.name): " } ?? "")"
    let accepted = row?.options ?? Self.names
    guard let option = Option.named("--\(name)"), accepted.contains(option.name) else {
      let words =
        accepted.map { String($0.dropFirst(2)) } + (row == nil ? CommandRow.all.map(\.name) : [])
      throw .usage(
        "\(place)\(Arguments.quoted(name)) is no option: "
          + WordSuggestion.nearestSentence(for: name, among: words))
    }
    let text: String?
    switch value {
    case .boolean(let isOn) where option.value == nil:
      guard isOn else {
        if let row { off[row.name, default: []].insert(option.name) }
        return
      }
      text = nil
    case .string(let word) where option.value != nil: text = resolved(word, of: option)
    case .number(let number) where option.value != nil: text = String(number)
    case .decimal(let number) where option.value != nil:
      text = UInt64(exactly: number).map { String($0) } ?? String(number)
    case _ where option.value == nil:
      throw .usage("\(place)\(Arguments.quoted(name)) is true or false")
    default:
      throw .usage("\(place)\(Arguments.quoted(name)) is a text or a number")
    }
    let entry = Value(option: option.name, text: text)
    if let row { own[row.name, default: []].append(entry) } else { shared.append(entry) }
  }

  /// Files and folders are named from where this file lies.
  private func resolved(_ word: String, of option: Option) -> String {
    let isPath = option.completion == .files || option.completion == .folders
    guard isPath, !word.isEmpty, word != "-", !word.hasPrefix("/") else { return word }
    return path.dropLast(Self.name.count) + word
  }
}
