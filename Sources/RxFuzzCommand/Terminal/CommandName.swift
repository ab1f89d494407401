#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How this tool was called: its name for people, and the words that call it again from here.
struct CommandName {
  /// The last part of the path.
  let shown: String
  /// What to type in the current folder.
  let typed: String

  init(_ argument: String) {
    shown = argument.split(separator: "/").last.map(String.init) ?? "rxfuzz"
    guard argument.hasPrefix("/"), let current = getcwd(nil, 0) else {
      typed = argument
      return
    }
    defer { free(current) }
    let folder = String(cString: current) + "/"
    typed = argument.hasPrefix(folder) ? String(argument.dropFirst(folder.count)) : argument
  }
}
