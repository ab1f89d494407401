/// Names locks by what they belong to, where a report says where each of them was taken.
///
/// The runtime numbers them: `task 1 waits for lock 81 held by task 2 in …`, `lock 81 was taken by task 2 in Sink.on (Sink.swift:7) < …`.
/// A person reads `task 1 waits for the lock of Sink held by task 2 in …`.
enum LockNames {
  private static let taken = " was taken by "
  /// Types that only wrap a lock.
  private static let wrappers = ["Lock", "Mutex", "Synchronized"]
  /// How the runtime calls what has a lock for each task.
  private static let concurrencyRuntime = "Swift's concurrency runtime"

  /// The text with a name for each lock of which it says where it was taken.
  /// - Parameter shorten: makes a function's name in the text a short one.
  static func named(
    _ text: String, shorten: (Substring) -> String = { String($0) }
  ) -> String {
    guard text.contains(taken) else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var owners: [(lock: Substring, owner: String)] = []
    for line in lines {
      guard let (lock, places) = taking(line), let owner = owner(of: places, shorten) else {
        continue
      }
      owners.append((lock, owner))
    }
    return lines.map { line in
      owners.indices.reduce(String(line)) { words, index in
        let (lock, owner) = owners[index]
        return replacing(lock, by: name(owner, among: owners.map(\.owner), at: index), in: words)
      }
    }.joined(separator: "\n")
  }

  /// `the lock of Sink`; where two locks would be called so, `lock 1 of Sink` and `lock 2 of Sink`.
  private static func name(_ owner: String, among owners: [String], at index: Int) -> String {
    guard owners.filter({ $0 == owner }).count > 1 else { return "the lock of \(owner)" }
    return "lock \(owners[...index].filter { $0 == owner }.count) of \(owner)"
  }

  /// Of a line that says where a lock was taken: `lock 81`, and the places.
  private static func taking(_ line: Substring) -> (lock: Substring, places: Substring)? {
    let words = line.drop { $0 == " " }
    guard words.hasPrefix("lock "), let mark = words.firstRange(of: taken),
      let start = words[mark.upperBound...].firstRange(of: " in ")
    else { return nil }
    return (words[..<mark.lowerBound], words[start.upperBound...])
  }

  /// A lock's number is followed by a space wherever it is named.
  private static func replacing(_ lock: Substring, by name: String, in line: String) -> String {
    guard let place = line.firstRange(of: lock + " ") else { return line }
    return line[..<place.lowerBound] + name + " " + line[place.upperBound...]
  }

  /// The type whose method took it, or the function in which it was taken.
  private static func owner(
    of places: Substring, _ shorten: (Substring) -> String
  ) -> String? {
    if places.hasPrefix(concurrencyRuntime + " < ") { return concurrencyRuntime }
    let named = places.split(separator: " < ").filter { !$0.hasPrefix("? (") }
    let functions = named.filter { !CodePlace.isOfSystem($0) }.map {
      shorten(PlaceText.parts(of: $0).function)
    }
    let own = functions.first { function in
      !wrappers.contains { type(of: function).contains($0) }
    }
    if let own { return belonging(to: own) }
    return named.first.map { shorten(PlaceText.parts(of: $0).function) }
  }

  /// `Sink` of `Sink.on`; the function of a closure, which may have made the lock.
  private static func belonging(to function: String) -> String {
    var name = function[...]
    let closure = "closure of "
    guard name.hasPrefix(closure) else { return String(type(of: function)) }
    while name.hasPrefix(closure) { name = name.dropFirst(closure.count) }
    for accessor in [".getter", ".setter", ".modify"] where name.hasSuffix(accessor) {
      name = name.dropLast(accessor.count)
    }
    return String(name)
  }

  /// What comes before the last dot, or the whole of a function without a type.
  private static func type(of function: String) -> Substring {
    function.lastIndex(of: ".").map { function[..<$0] } ?? function[...]
  }
}
