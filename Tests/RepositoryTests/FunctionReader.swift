/// Finds where functions begin and end by counting braces in code without comments and strings.
enum FunctionReader {
  struct Function {
    /// Where it is declared, counted from 1.
    let line: Int
    /// From the declaration to the closing brace.
    let lineCount: Int
  }

  /// Every function, initialiser and deinitialiser with a body, in the order of their first lines.
  static func functions(in code: [String]) -> [Function] {
    code.indices.filter { declares(code[$0]) }.compactMap { start in
      bodyEnd(of: start, in: code).map { Function(line: start + 1, lineCount: $0 - start + 1) }
    }
  }

  private static func declares(_ line: String) -> Bool {
    // A cheap look first: expressions are slow where they are not optimised.
    guard line.contains("func") || line.contains("init") else { return false }
    return line.contains(#/^\s*(?:[@\w()]+\s+)*(?:func\s+\S|init[?(<]|deinit\b)/#)
  }

  /// The line of the brace that closes the body; nil for a requirement without a body.
  private static func bodyEnd(of start: Int, in code: [String]) -> Int? {
    var braces = 0
    var parentheses = 0
    for line in start..<code.count {
      // A declaration goes on below its first line only in the ways the formatter wraps it.
      if line > start, braces == 0, parentheses == 0,
        !code[line].contains(#/^\s*(?:->|where\b|async\b|throws\b|\{|\w+(?:\.\w+)*\s*(?:==|:))/#)
      {
        return nil
      }
      for character in code[line] {
        switch character {
        case "(": parentheses += 1
        case ")": parentheses -= 1
        case "{": braces += 1
        case "}":
          braces -= 1
          if braces < 0 { return nil }
          if braces == 0, parentheses == 0 { return line }
        default: break
        }
      }
    }
    return nil
  }
}
