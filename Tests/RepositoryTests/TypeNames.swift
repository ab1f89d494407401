/// The names of types in a Swift file: those that it declares, and those that it mentions.
///
/// Read from bytes, in one pass: regular expressions are slow where they are not optimised.
struct TypeNames {
  struct Declared: Equatable {
    let name: String
    /// Whether it stands inside of another type, or of an extension.
    let isNested: Bool
  }

  struct Mention: Equatable {
    let name: String
    /// Counted from 1.
    let line: Int
    /// Whether it follows a dot.
    let isQualified: Bool
  }

  /// Types that other files can name.
  private(set) var declared: [Declared] = []
  /// All words that may name a type; they begin with a capital letter.
  private(set) var mentioned: [Mention] = []
  /// What such a word means something of its own here: types that are declared here, visible or not, and
  /// parameters of generic declarations.
  private(set) var local: Set<String> = []

  /// What an opening brace belongs to.
  private enum Scope {
    case type
    /// A type that no other file can name, or its parts.
    case hiddenType
    case other
  }

  private var scopes: [Scope] = []
  /// What the next opening brace belongs to.
  private var opening = Scope.other
  /// The words so far say that the declaration which follows is private.
  private var isPrivate = false
  /// The word that declares something, until its name has come.
  private var keyword: Word?
  /// The declaration that may have generic parameters right behind its name.
  private var isBehindName = false

  /// The words that this reader knows.
  private enum Word {
    case type, alias, `extension`, function, initializer, hiding, modifier, parameter
  }

  private static let words: [String: Word] = [
    "struct": .type, "class": .type, "enum": .type, "protocol": .type, "actor": .type,
    "typealias": .alias, "extension": .extension, "func": .function, "init": .initializer,
    "subscript": .initializer, "private": .hiding, "fileprivate": .hiding, "public": .modifier,
    "internal": .modifier, "package": .modifier, "open": .modifier, "final": .modifier,
    "indirect": .modifier, "nonisolated": .modifier, "static": .modifier,
    "associatedtype": .parameter,
  ]

  /// - Parameter code: the lines without comments and the contents of strings.
  init(_ code: [String]) {
    for (index, line) in code.enumerated() { read(Array(line.utf8), line: index + 1) }
  }

  private mutating func read(_ bytes: [UInt8], line: Int) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if Self.isWordByte(byte) {
        var end = index + 1
        while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
        let before = index > 0 ? bytes[index - 1] : 0
        take(bytes[index..<end], line: line, before: before)
        index = end
        continue
      }
      if byte == UInt8(ascii: "<"), isBehindName {
        index = takeGenericParameters(bytes, from: index)
        continue
      }
      if byte != UInt8(ascii: " ") { takeSign(byte) }
      index += 1
    }
  }

  private mutating func takeSign(_ byte: UInt8) {
    isBehindName = false
    switch byte {
    case UInt8(ascii: "{"):
      scopes.append(opening)
      (opening, isPrivate, keyword) = (.other, false, nil)
    case UInt8(ascii: "}"):
      _ = scopes.popLast()
      (opening, isPrivate, keyword) = (.other, false, nil)
    // What follows is no name: `actor` is a word like any other, too.
    default: keyword = nil
    }
  }

  /// Takes in a word.
  /// - Parameter before: the byte right before it.
  private mutating func take(_ bytes: ArraySlice<UInt8>, line: Int, before: UInt8) {
    isBehindName = false
    let isCapital = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[bytes.startIndex])
    if keyword != nil {
      name(String(decoding: bytes, as: UTF8.self), line: line, isCapital: isCapital)
      return
    }
    if isCapital {
      mentioned.append(
        Mention(
          name: String(decoding: bytes, as: UTF8.self), line: line,
          isQualified: before == UInt8(ascii: ".")))
      return
    }
    guard before != UInt8(ascii: ".") else { return }
    guard let word = Self.words[String(decoding: bytes, as: UTF8.self)] else {
      // An attribute may stand between modifiers, and `private(set)` hides no type.
      if before != UInt8(ascii: "@") { isPrivate = false }
      return
    }
    switch word {
    case .hiding: isPrivate = true
    case .modifier: break
    case .initializer: (isBehindName, isPrivate) = (true, false)
    case .type, .alias, .extension, .function, .parameter: keyword = word
    }
  }

  /// Takes in the word behind one that declares something.
  private mutating func name(_ name: String, line: Int, isCapital: Bool) {
    guard let keyword else { return }
    self.keyword = nil
    let isHidden = isPrivate || scopes.contains { $0 != .type }
    switch keyword {
    case .type, .alias:
      // `class func` declares no type.
      guard isCapital else {
        if name == "func" { self.keyword = .function }
        isPrivate = false
        return
      }
      local.insert(name)
      if !isHidden { declared.append(Declared(name: name, isNested: !scopes.isEmpty)) }
      if keyword == .type { opening = isHidden ? .hiddenType : .type }
      isBehindName = true
    case .extension:
      if isCapital { mentioned.append(Mention(name: name, line: line, isQualified: false)) }
      opening = isPrivate ? .hiddenType : .type
    case .parameter: if isCapital { local.insert(name) }
    case .function: isBehindName = true
    case .initializer, .hiding, .modifier: break
    }
    isPrivate = false
  }

  /// Reads `<Value, Element: Hashable>`, as far as it stands on one line; returns where it ends.
  private mutating func takeGenericParameters(_ bytes: [UInt8], from start: Int) -> Int {
    isBehindName = false
    var index = start + 1
    var (depth, expectsName) = (1, true)
    while index < bytes.count, depth > 0 {
      let byte = bytes[index]
      if expectsName, Self.isWordByte(byte) {
        var end = index + 1
        while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
        local.insert(String(decoding: bytes[index..<end], as: UTF8.self))
        expectsName = false
        index = end
        continue
      }
      switch byte {
      case UInt8(ascii: "<"): depth += 1
      case UInt8(ascii: ">"): depth -= 1
      case UInt8(ascii: ","): if depth == 1 { expectsName = true }
      default: break
      }
      index += 1
    }
    // What the parameters are made of is mentioned like anything else.
    return start + 1
  }

  /// Whether a byte of that value can be part of a word.
  private static let wordBytes = (UInt8.min...UInt8.max).map { byte in
    let scalar = Unicode.Scalar(byte)
    return byte < 0x80 && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
      || scalar == "_"
  }

  private static func isWordByte(_ byte: UInt8) -> Bool { wordBytes[Int(byte)] }
}
