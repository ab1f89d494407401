/// A bug as a value: where it is planted, and what should detect it.
///
/// Its text form is a small file: keys, then one or more pairs of snippets, each in the file named last.
/// ```
/// kind     lost update
/// detected DISP-5 LEAK-1
/// because  Two threads read the flags before either writes them.
/// file     Stages/SinkDisposer.swift
/// find expression
/// state.formUnion(.disposed)
/// replace
/// state.loadThenStore(.disposed)
/// end
/// ```
/// `find statement` chooses between two statements or runs of statements, `find expression` between two
/// expressions; `find declaration` replaces unconditionally, to add what a replacement needs.
public struct Mutant: Equatable, Sendable {
  /// Which build shows it.
  public enum Build: String, Codable, Sendable {
    case release
    /// Only a data race gives it away.
    case sanitized
  }

  /// How a snippet is swapped at run time.
  public enum Form: String, Equatable, Sendable {
    case statement
    case expression
    /// Replaced unconditionally: the shipped behaviour must not change by it.
    case declaration
  }

  /// One snippet and what stands there while the mutant is active.
  public struct Edit: Equatable, Sendable {
    /// Path below Sources/RxCore.
    public var file: String
    public var form: Form
    public var find: String
    public var replacement: String
  }

  /// The file's name without its suffix.
  public var name: String
  /// The family of bugs it stands for.
  public var kind: String
  /// Invariants of which one should detect it.
  public var detectedBy: [String]
  /// Why real libraries have had it, in a sentence.
  public var because: String
  public var build: Build
  public var edits: [Edit]
  /// A canary violates on every run: if it is not found at once, nothing can be trusted.
  public var isCanary: Bool { kind == "canary" }
}

/// Why a text is not a mutant.
public struct MutantError: Error, Equatable, CustomStringConvertible {
  public let mutant: String
  public let message: String
  public var description: String { "\(mutant).mutant: \(message)" }

  public init(mutant: String, message: String) {
    self.mutant = mutant
    self.message = message
  }
}

extension Mutant {
  /// Reads the text form.
  public init(name: String, text: String) throws(MutantError) {
    var parser = MutantParser(name: name, text: text)
    self = try parser.parse()
  }
}

/// Walks the lines of a mutant's text form.
private struct MutantParser {
  let name: String
  var lines: ArraySlice<String>
  var values: [String: String] = [:]
  var edits: [Mutant.Edit] = []
  var file = ""

  private static let keys: Set<String> = ["kind", "detected", "because", "build"]

  init(name: String, text: String) {
    self.name = name
    lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)[...]
  }

  mutating func parse() throws(MutantError) -> Mutant {
    while let line = lines.popFirst() {
      let words = line.split(separator: " ", maxSplits: 1)
      guard let key = words.first.map(String.init) else { continue }
      let value = words.count > 1 ? words[1].drop { $0 == " " } : ""
      if key == "file" {
        file = String(value)
      } else if key == "find" {
        try edits.append(edit(form: String(value)))
      } else if Self.keys.contains(key), values[key] == nil {
        values[key] = String(value)
      } else {
        throw error("`\(key)` is not a key, or stands there twice")
      }
    }
    guard !edits.isEmpty else { throw error("has nothing to find") }
    let build = values["build"] ?? Mutant.Build.release.rawValue
    guard let build = Mutant.Build(rawValue: build) else {
      throw error("`\(build)` is not a build; accepted: release, sanitized")
    }
    return Mutant(
      name: name, kind: try value("kind"),
      detectedBy: try value("detected").split(separator: " ").map(String.init),
      because: try value("because"), build: build, edits: edits)
  }

  private mutating func edit(form: String) throws(MutantError) -> Mutant.Edit {
    guard let form = Mutant.Form(rawValue: form) else {
      throw error("`find \(form)` is neither a statement, an expression nor a declaration")
    }
    let find = try snippet(until: "replace")
    let replacement = try snippet(until: "end")
    guard !find.isEmpty else { throw error("an empty snippet matches everywhere") }
    guard !file.isEmpty else { throw error("no `file` is named before the snippet") }
    return Mutant.Edit(file: file, form: form, find: find, replacement: replacement)
  }

  private mutating func snippet(until end: String) throws(MutantError) -> String {
    var collected: [String] = []
    while let line = lines.popFirst() {
      if line == end { return collected.joined(separator: "\n") }
      collected.append(line)
    }
    throw error("the line `\(end)` is missing")
  }

  private func value(_ key: String) throws(MutantError) -> String {
    guard let value = values[key], !value.isEmpty else {
      throw error("the key `\(key)` is missing")
    }
    return value
  }

  private func error(_ message: String) -> MutantError {
    MutantError(mutant: name, message: message)
  }
}
